"""Problems made by the generators of the domains.

The folder of a domain may hold a `generator.py` with

    def generate(seed: int, *, blocks: Annotated[int, Between(2, 500)] = 4) -> str

which returns the text of a problem; `relgym.catalogue.generators` says what is asked of it. Every problem is solvable;
the docstring of the generator says why. The problems that lie in the folder are those that `env.toml` lists:
`python -m relgym.catalogue.generate blocks` writes them again; a path in the place of the name stands for a folder of
one's own, whose environments play its generator once it is registered (`relgym.register_folder`).

Folders that differ in their domains alone share a generator: the env.toml of the others says `generator = "blocks"`,
and `generate(seed, domain, *, ...)` gets the name of the folder whose problem it makes.

>>> print(generate("blocks", seed=1, blocks=2).splitlines()[0])
; made by generator.py: seed = 1, blocks = 2

For a domain in RDDL the text is an instance, and what it asks for can always be played on: some action is allowed
in every state that can be reached. `problem_text` writes problems of PDDL, `instance_text` instances of RDDL:

>>> constants = {"CONNECTED(c1, c2)": True, "REBOOT-PROB": 0.05}
>>> print(instance_text("pair", "sysadmin", {"computer": ["c1", "c2"]}, constants, {"running(c1)": True}, 40), end="")
instance pair {
  domain = sysadmin;
  objects {
    computer : { c1, c2 };
  };
  non-fluents {
    CONNECTED(c1, c2); REBOOT-PROB = 0.05;
  };
  init-state {
    running(c1);
  };
  max-nondef-actions = pos-inf;
  horizon = 40;
  discount = 1.0;
}
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import fill

from relgym.catalogue.difficulty import difficulty
from relgym.catalogue.domains import SPLITS, EnvSpec, catalogue, spec
from relgym.catalogue.generators import Between, ProblemGenerator, Value
from relgym.errors import RelgymError
from relgym.write.rddl_lines import filled

__all__ = ["Between", "generate", "instance_text", "listed", "problem_text", "write"]

_WIDTH = 110


def generate(domain: EnvSpec | str, seed: int, **parameters: Value) -> str:
    """The text of a problem of a domain, with a first line, a comment, that says how it was made.

    Raises `RelgymError` if the domain has no generator, or for parameters that are not possible.
    """
    return ProblemGenerator.of(spec(domain) if isinstance(domain, str) else domain).text(seed, parameters)


def listed(domain: EnvSpec) -> Iterator[tuple[Path, str]]:
    """The problem files that a domain's env.toml lists: where each belongs, and its text.

    The first line notes how long a plan is, if that was measured.
    """
    generator, known = ProblemGenerator.of(domain), difficulty(domain)
    for split in SPLITS:
        number = 0
        for index, table in enumerate(domain.generate):
            for seed in table.seeds if table.split == split else ():
                number += 1
                path = domain.folder / "problems" / split / f"p{number:02}{domain.domain.suffix}"
                try:
                    text = generator.text(seed, table.parameters)
                except RelgymError as error:
                    where = f"{domain.folder / 'env.toml'}: generate.{index}.parameters"
                    raise RelgymError(f"{where}: {error.message}", expected=error.expected, hint=error.hint) from error
                head, _, rest = text.partition("\n")
                yield path, f"{head}{known.note(split, path.stem)}\n{rest}"


def write(domain: EnvSpec) -> list[Path]:
    """Write the problem files that a domain's env.toml lists; returns their paths."""
    paths = []
    for path, text in listed(domain):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        paths.append(path)
    return paths


def problem_text(
    name: str,
    domain: str,
    objects: Mapping[str, Sequence[str]],
    init: Iterable[str],
    goal: Iterable[str],
    metric: str | None = None,
) -> str:
    """Write a problem as PDDL text: objects by type, facts and conjunctive goals as text such as `(on a b)`."""
    parts = [f"(define (problem {name})", f"  (:domain {domain})", "  (:objects"]
    parts += [_lines([*names, "-", kind], 4) for kind, names in objects.items() if names]
    parts += ["  )", "  (:init", _lines(init, 4), "  )", "  (:goal (and", _lines(goal, 4), "  ))"]
    parts += [f"  (:metric {metric})"] if metric else []
    return "\n".join([*parts, ")", ""])


def instance_text(
    name: str,
    domain: str,
    objects: Mapping[str, Sequence[str]],
    constants: Mapping[str, Value],
    start: Mapping[str, Value],
    horizon: int,
    *,
    most_actions: int | None = None,
    discount: float = 1.0,
) -> str:
    """An instance as RDDL text: objects by type, values of non-fluents and state-fluents by text such as `at(a, b)`.

    The values are truth values, numbers, and names of objects; `most_actions` is how many action-fluents may differ
    from their defaults in a step, by default any number.
    """
    listed = [line for kind, names in objects.items() for line in filled(f"{kind} : {{ {', '.join(names)} }};")]
    fixed = _section("non-fluents", _settings(constants))
    parts = [f"instance {name} {{", f"  domain = {domain};", *_section("objects", [f"    {line}" for line in listed])]
    if fixed and not listed:
        # pyRDDLGym finds them in an instance only if it has objects.
        parts = [f"non-fluents {name}-constants {{", f"  domain = {domain};", *fixed, "}", "", *parts]
        fixed = [f"  non-fluents = {name}-constants;"]
    parts += [*fixed, *_section("init-state", _settings(start))]
    parts.append(f"  max-nondef-actions = {'pos-inf' if most_actions is None else most_actions};")
    return "\n".join([*parts, f"  horizon = {horizon};", f"  discount = {discount!r};", "}", ""])


def _section(word: str, lines: Sequence[str]) -> list[str]:
    return [f"  {word} {{", *lines, "  };"] if lines else []


def _settings(values: Mapping[str, Value]) -> list[str]:
    return [_lines([_setting(*item) for item in values.items()], 4)] if values else []


def _setting(fluent: str, value: Value) -> str:
    if isinstance(value, bool):
        return f"{fluent};" if value else f"~{fluent};"
    return f"{fluent} = {value};"


def _lines(words: Iterable[str], indent: int) -> str:
    # Spaces inside an atom must not be broken.
    text = " ".join(word.replace(" ", "\0") for word in words)
    margin = " " * indent
    lines = fill(text, _WIDTH, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False)
    return lines.replace("\0", " ")


def main(names: list[str]) -> int:
    """Write the problems of the domains named, or of all."""
    try:
        for each in [spec(name) for name in names] or catalogue():
            print(f"{each.name}: {len(write(each))} problems")
    except RelgymError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
