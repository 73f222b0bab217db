"""The domains that come with relgym, and a user's own folders, as data.

A domain is a folder: `domain.pddl`, `problems/train/*.pddl`, `problems/test/*.pddl` and `env.toml`, which
`EnvSpec` describes, and perhaps a `scene.toml` by which states are drawn, and a `text.toml` with the words for them.
In a folder with a `domain.rddl`, the problems are instances, `*.rddl`. Nothing of it is Python, but for a
`generator.py` that may make the problems, those
of several folders if they name it.

>>> spec("blocks").ids["test"]
'relgym/BlocksTest-v0'
>>> [path.name for path in spec("blocks").problems("train")][:2]
['p01.pddl', 'p02.pddl']
>>> "sysadmin" in [own.name for own in catalogue("rddl")]
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, get_args

from relgym import resources
from relgym.catalogue.templates import FILE as TEXT
from relgym.catalogue.templates import Templates, check_templates, templates_beside
from relgym.errors import ModelError, RelgymError, did_you_mean
from relgym.model.pddl.domain import Domain
from relgym.read.files import inside
from relgym.read.pddl.free import ALL, Free, listed_free, with_free
from relgym.read.tables import ATTACHED, matches, not_empty, positive, read_table, read_toml
from relgym.render.rddl.scene import RDDL_SCENES, RDDLScene
from relgym.render.scene import SCENES, Names, Scene, Words, check_scene

Split = Literal["train", "test"]

SPLITS: tuple[Split, ...] = get_args(Split)

Language = Literal["pddl", "rddl"]

LANGUAGES: tuple[Language, ...] = get_args(Language)

Tag = Literal[
    "puzzle", "transport", "making", "robots", "control", "networks", "chance", "numbers", "derived", "partial view"
]
"""Subjects of domains, and parts of their language that are seldom used."""

_PDDL_ONLY = ("max_episode_steps", "reward", "free", "axioms", "seen")


@dataclass(frozen=True)
class Generate:
    """One `[[generate]]` table: problems of a split, one for each seed, with parameters of the generator."""

    split: Split
    seeds: Annotated[tuple[int, ...], not_empty("Tuple", "item")]
    parameters: dict[str, int | float | str] = field(default_factory=dict)


@dataclass(frozen=True)
class EnvSpec:
    """The content of an `env.toml`, and its folder.

    Files that it names lie in the folder or below it, and only there.

    - `id`: the environments are `relgym/<id>-v0` and `relgym/<id>Test-v0`;
    - `description`: one line about the domain;
    - `tags`: words by which the page's gallery sorts domains;
    - `generator`: the folder beside this one whose `generator.py` makes the problems (default: this one);
    - `generate`: the problems that `relgym.catalogue.generate` writes into problems/;

    and for PDDL only:

    - `max_episode_steps`: the number of steps after which an episode is truncated (RDDL: the horizon of the instance);
    - `reward`: `goal`, 1 on reaching the goal, or `metric`, the change of the problem's `:metric`;
    - `free`: the parameters that the agent chooses, by the name of the action (default: all);
    - `axioms`: files of further derived predicates, of the folder or of kb/axioms;
    - `seen`: files of derived predicates `seen-p` for partial observation (default: none).

    `folder` is the folder of the domain, and `language` its language, `pddl` or `rddl`.
    """

    id: Annotated[str, matches(r"^[A-Z][A-Za-z0-9]*$")]
    description: Words
    tags: tuple[Tag, ...] = ()
    max_episode_steps: Annotated[int, positive] | None = None
    reward: Literal["goal", "metric"] = "goal"
    free: dict[str, Names] = field(default_factory=dict)
    axioms: Names = ()
    seen: Names = ()
    generator: str | None = None
    generate: tuple[Generate, ...] = ()

    folder: Path = field(kw_only=True, metadata=ATTACHED)
    language: Language = field(kw_only=True, metadata=ATTACHED)

    @property
    def name(self) -> str:
        """The name of the folder."""
        return self.folder.name

    @property
    def domain(self) -> Path:
        """The path of the domain file."""
        return self.folder / f"domain.{self.language}"

    @property
    def ids(self) -> Mapping[Split, str]:
        """The environment of each split, by the name under which Gymnasium knows it."""
        return {"train": f"relgym/{self.id}-v0", "test": f"relgym/{self.id}Test-v0"}

    def problems(self, split: Split) -> tuple[Path, ...]:
        """Return the problem files of a split, sorted by name.

        Args:
            split: `train` or `test`.
        """
        return tuple(sorted((self.folder / "problems" / split).glob(f"*.{self.language}")))

    def problem(self, split: Split, which: str | int) -> Path:
        """Return a problem file of a split.

        Args:
            split: `train` or `test`.
            which: The name of the file (`p03`) or its number, 0 for the first.

        Raises:
            RelgymError: There is no such file; the message lists those that exist.
        """
        files = self.problems(split)
        for number, path in enumerate(files):
            if which in (path.name, path.stem) or (which == number and not isinstance(which, bool)):
                return path
        if not files:
            raise RelgymError(f"{self.folder} has no problems for {split}")
        raise RelgymError(
            f"'{self.name}' has no {split} problem {which!r}",
            expected=f"a number from 0 to {len(files) - 1}, or one of " + ", ".join(path.stem for path in files),
        )

    def first_problem(self, split: Split) -> Path:
        """Return the first problem file of a split.

        Args:
            split: `train` or `test`.

        Raises:
            RelgymError: There is none.
        """
        return self.problem(split, 0)

    @property
    def generator_file(self) -> Path:
        """The generator of problems, of this folder or of the one that `generator` names; the file need not exist."""
        folder = self.folder if self.generator is None else self.folder.parent / self.generator
        return folder / "generator.py"

    def scene(self) -> Scene | None:
        """Return the scene that draws states, from `scene.toml`; `None` without this file, and for RDDL.

        Raises:
            RelgymError: The file is wrong. The message names the file and each wrong key.
        """
        return SCENES.beside(self.domain) if self.language == "pddl" else None

    def rddl_scene(self) -> RDDLScene | None:
        """Return the scene that draws states of RDDL, from `scene.toml`; `None` without this file, and for PDDL.

        Raises:
            RelgymError: The file is wrong. The message names the file and each wrong key.
        """
        return RDDL_SCENES.beside(self.domain) if self.language == "rddl" else None

    def axiom_files(self) -> tuple[Path, ...]:
        """Return the files that `axioms` and `seen` name.

        Raises:
            RelgymError: One does not exist.
        """
        named = {"axioms": self.axioms, "seen": self.seen}
        return tuple(self._axiom_file(key, name) for key, names in named.items() for name in names)

    def _axiom_file(self, key: str, name: str) -> Path:
        for folder in (self.folder, resources.kb("axioms")):
            path = inside(folder, name)
            if path is None:
                raise _outside(self.folder, key, name, "a file below this folder, or the name of one of kb/axioms")
            if path.is_file():
                return path
        known = sorted(path.name for path in resources.kb("axioms").glob("*.pddl"))
        raise RelgymError(
            f"{self.folder / 'env.toml'}: {key}: there is no file {name!r}",
            expected=f"a file of {self.folder}, or one of " + ", ".join(known),
        )

    def free_with(self, given: Free | None) -> Free:
        """Return `free` of `env.toml`, with some entries replaced.

        Args:
            given: The free parameters of some actions; `all` frees the parameters of all actions.

        >>> sokoban = spec("sokoban")
        >>> sokoban.free_with({"move": ["?to"]})
        {'move': ('?to',), 'push': ('?way',)}
        >>> sokoban.free_with("all")
        'all'
        """
        listed = listed_free(given or {})
        return listed if listed == ALL else {**self.free, **listed}

    def templates(self) -> Templates | None:
        """Return the words for the domain, from `text.toml`; `None` without this file.

        Raises:
            RelgymError: The file is wrong, or the domain is RDDL. The message names the file and each wrong key.
        """
        path = self.folder / TEXT
        if self.language == "rddl" and path.is_file():
            raise RelgymError(f"{path}: templates are for PDDL", hint="questions about RDDL have default words")
        return templates_beside(self.domain)

    def check(self) -> None:
        """Check that env.toml, scene.toml and text.toml fit the domain and its problems, the first of each split.

        Raises:
            RelgymError: A name is wrong; the message says file and key. A file is wrong, as for `relgym.load`.
        """
        # Imported late: a search for a domain does not need the readers.
        from relgym.read.pddl.loading import load_task
        from relgym.reasoning.pddl.sensing import sensed

        if self.language == "rddl":
            self.templates()
            self._check_rddl_scene()
            return
        for path in (path for split in SPLITS for path in self.problems(split)[:1]):
            task = load_task(self.domain, path, axioms=self.axiom_files())
            self._check_free(task.domain)
            if scene := self.scene():
                check_scene(scene, task)
            if templates := self.templates():
                check_templates(templates, task)
            if self.seen and not sensed(task):
                raise RelgymError(
                    f"{self.folder / 'env.toml'}: seen: no file says what is seen",
                    expected="derived predicates such as seen-p, where p is a predicate of the domain",
                )

    def _check_rddl_scene(self) -> None:
        from relgym.read.loading import load
        from relgym.reasoning.rddl.reasoner import RDDLReasoner
        from relgym.render.rddl.picture import Panels

        if (scene := self.rddl_scene()) is not None:
            for path in (path for split in SPLITS for path in self.problems(split)[:1]):
                with RDDLReasoner(load(self.domain, path)) as reasoner:
                    Panels(scene, reasoner)

    def _check_free(self, domain: Domain) -> None:
        for action, names in self.free.items():
            try:
                with_free(domain, {action: names})
            except ModelError as error:
                where = f"{self.folder / 'env.toml'}: free.{action}"
                raise RelgymError(f"{where}: {error.message}", expected=error.expected, hint=error.hint) from None


def read_spec(folder: Path | str) -> EnvSpec:
    """Read the `EnvSpec` of a domain's folder.

    Args:
        folder: The path of the folder.

    Returns:
        The specification; problems, scene and axioms are read when they are asked for.

    Raises:
        RelgymError: `env.toml` is missing or wrong; the message names the file and each wrong key.
    """
    folder = Path(folder)
    path = folder / "env.toml"
    data = read_toml(path, "a folder with domain.pddl or domain.rddl, problems/train/ and env.toml")
    spec = read_table(EnvSpec, data, str(path), folder=folder, language=_language(folder))
    if spec.language == "rddl":
        meaningless = [key for key in _PDDL_ONLY if key in data]
        if meaningless:
            raise RelgymError("\n".join(f"{path}: {key}: means nothing for RDDL" for key in meaningless))
    elif spec.max_episode_steps is None:
        raise RelgymError(f"{path}: max_episode_steps: Field required")
    spec.axiom_files()
    if spec.generator is not None:
        file = inside(folder.resolve().parent, f"{spec.generator}/generator.py")
        if file is None or len(Path(spec.generator).parts) != 1:
            raise _outside(folder, "generator", spec.generator, "the name of a folder beside this one")
        if not spec.generator_file.is_file():
            raise _no_generator(path, spec.generator)
    return spec


def _outside(folder: Path, key: str, name: str, expected: str) -> RelgymError:
    return RelgymError(f"{folder / 'env.toml'}: {key}: {name!r} leads out of the folder", expected=expected)


def _no_generator(path: Path, name: str) -> RelgymError:
    known = sorted(file.parent.name for file in path.parent.parent.glob("*/generator.py"))
    return RelgymError(
        f"{path}: generator: there is no generator.py in a folder {name!r} beside this one",
        expected="one of " + ", ".join(known) if known else "a folder with a generator.py",
        hint=did_you_mean(name, known),
    )


def _language(folder: Path) -> Language:
    """Return the language of the domain file in a folder. Raises `RelgymError` unless there is exactly one."""
    languages = [language for language in LANGUAGES if (folder / f"domain.{language}").is_file()]
    match languages:
        case [language]:
            return language
        case []:
            raise RelgymError(
                f"{folder} has no domain.pddl and no domain.rddl",
                hint="the domain of the problems stands in one of these files",
            )
        case _:
            raise RelgymError(f"{folder} has both domain.pddl and domain.rddl", expected="one of them")


@cache
def catalogue(language: Language | None = None) -> tuple[EnvSpec, ...]:
    """Return the domains that come with relgym, sorted by name.

    Args:
        language: `pddl` or `rddl`; by default both.
    """
    if language is not None:
        return tuple(each for each in catalogue() if each.language == language)
    return tuple(read_spec(path.parent) for path in sorted(resources.domains().glob("*/env.toml")))


def spec(name: str) -> EnvSpec:
    """Return a domain of the catalogue, or the domain of a folder.

    Args:
        name: The name of the domain, or the path of its folder.

    Raises:
        RelgymError: There is no such domain; the message lists those that exist.
    """
    known = {item.name: item for item in catalogue()}
    if name in known:
        return known[name]
    if Path(name).is_dir():
        return read_spec(name)
    raise RelgymError(
        f"there is no domain '{name}'",
        expected="one of " + ", ".join(known),
        hint=did_you_mean(name, known),
    )
