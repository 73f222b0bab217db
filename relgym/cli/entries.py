"""Domains that come with relgym, or lie in a folder like theirs, as the command line names them.

>>> found = entry("relgym/BlocksTest-v0")
>>> found.spec.name, found.split
('blocks', 'test')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from relgym.catalogue.domains import SPLITS, EnvSpec, Split, catalogue, read_spec
from relgym.envs.pddl.problems import Problems
from relgym.errors import ModelError, RelgymError, did_you_mean
from relgym.model.pddl.problem import Task
from relgym.read.loading import given_problem
from relgym.read.source import PathOrText


@dataclass(frozen=True, slots=True)
class Entry:
    """One split of a domain's problems."""

    spec: EnvSpec
    split: Split

    def files(self) -> tuple[Path, ...]:
        """The domain and all problems of the split."""
        return self.spec.domain, *self.spec.problems(self.split)

    def task(self, problem: str, axioms: Sequence[str] = ()) -> Task:
        """The task of a problem, given by its number, `0` first, or its name, `test/` before it for the other split."""
        split, which = self._named(problem)
        files = self.spec.problems(split)
        if not files:
            raise RelgymError(f"{self.spec.folder} has no problems for {split}")
        further: list[PathOrText] = [*self.spec.axiom_files(), *axioms]
        try:
            problems = Problems(self.spec.domain, files, further, self.spec.free)
            return problems.task(problems.index(which))
        except ModelError:
            # If env.toml is wrong, this reports it.
            self.spec.check()
            raise

    def instance(self, problem: str) -> Path:
        """The file of an RDDL instance, given in the same way."""
        return self.spec.problem(*self._named(problem))

    def _named(self, problem: str) -> tuple[Split, str | int]:
        split = self.split
        for other in SPLITS:
            if problem.startswith(f"{other}/"):
                split, problem = other, problem.removeprefix(f"{other}/")
        return split, int(problem) if problem.isdecimal() else problem


def find(name: str) -> Entry | None:
    """The entry of a folder with an env.toml, of a domain's name, or of an environment's id; `None` if there is none.

    Raises `RelgymError` for a folder whose env.toml is wrong.
    """
    if (Path(name) / "env.toml").is_file():
        return Entry(read_spec(Path(name)), "train")
    for spec in catalogue():
        if name in (spec.name, spec.id):
            return Entry(spec, "train")
        for split, identity in spec.ids.items():
            if name == identity:
                return Entry(spec, split)
    return None


def entry(name: str) -> Entry:
    """Return the entry of a name; raises `RelgymError` with the list of existing ones."""
    found = find(name)
    if found is not None:
        return found
    known = [spec.name for spec in catalogue()]
    identities = (identity for spec in catalogue() for identity in spec.ids.values())
    raise RelgymError(
        f"the folder '{name}' has no env.toml" if Path(name).is_dir() else f"there is no environment '{name}'",
        expected="a folder with an env.toml, or one of " + ", ".join(known),
        hint=did_you_mean(name, [*known, *identities]),
    )


def file_of_problem(domain: str, problem: str | None) -> Path:
    """Return the file of a problem: the one that is named, or the domain's, if that holds one."""
    if problem is None:
        given_problem(Path(domain), None)
    return Path(domain if problem is None else problem)


FIRST = "0"
"""The problem of a domain that comes with relgym, where none is named."""


def meant(word: str) -> Entry | None:
    """The entry that a word of the command line stands for, where a file may stand as well; `None` for a path.

    Raises `RelgymError` for a word that is no path and no name, and for a folder without an env.toml.
    """
    path = Path(word)
    if path.is_file():
        return None
    return find(word) if {"/", "\\", "."} & set(word) and not path.is_dir() else entry(word)
