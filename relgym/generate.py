"""Problems made by the generators of the domains.

The folder of a domain may hold a `generator.py` with

    def generate(seed: int, *, blocks: int = 4, ...) -> str

which returns the text of a problem. The parameters have defaults; their ranges are checked with `between`. Equal
arguments give equal texts on every machine: all chance comes from `random.Random(seed)`, and nothing depends on the
order of a set. Every problem is solvable; the docstring of the generator says why. The problems that lie in the
folder are those that `env.toml` lists: `python -m relgym.generate blocks` writes them again.

Folders that differ in their domains alone share a generator: the env.toml of the others says `generator = "blocks"`,
and `generate(seed, domain, *, ...)` is told the name of the folder whose problem it is to make.

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

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from textwrap import fill
from typing import Any

from relgym.catalogue import SPLITS, EnvSpec, Language, catalogue, spec
from relgym.errors import RelgymError
from relgym.write.rddl_lines import filled

Parameter = int | float | str

_WIDTH = 110

_COMMENT: Mapping[Language, str] = {"pddl": ";", "rddl": "//"}


def generate(domain: EnvSpec | str, seed: int, **parameters: Parameter) -> str:
    """The text of a problem of a domain, with a first line, a comment, that says how it was made.

    Raises `RelgymError` if the domain has no generator, or for parameters that it does not take.
    """
    own = spec(domain) if isinstance(domain, str) else domain
    function = _generator(own)
    _check_names(own, function, parameters)
    made = ", ".join(f"{name} = {value}" for name, value in {"seed": seed, **parameters}.items())
    text = function(seed, own.name, **parameters) if _serves_several(function) else function(seed, **parameters)
    return f"{_COMMENT[own.language]} made by generator.py: {made}\n{text}"


def listed(domain: EnvSpec) -> Iterator[tuple[Path, str]]:
    """The problem files that a domain's env.toml lists: where each belongs, and its text."""
    for split in SPLITS:
        tables = [table for table in domain.generate if table.split == split]
        wanted = [(seed, table.parameters) for table in tables for seed in table.seeds]
        for number, (seed, parameters) in enumerate(wanted, 1):
            path = domain.folder / "problems" / split / f"p{number:02}{domain.domain.suffix}"
            yield path, generate(domain, seed, **parameters)


def write(domain: EnvSpec) -> list[Path]:
    """Write the problem files that a domain's env.toml lists; returns their paths."""
    paths = []
    for path, text in listed(domain):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        paths.append(path)
    return paths


def between(name: str, value: Parameter, low: float, high: float) -> None:
    """Check a parameter of a generator; raises `RelgymError` if it is not a number from `low` to `high`.

    A whole number is expected where the limits are whole numbers.
    """
    whole = isinstance(low, int) and isinstance(high, int)
    is_number = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
    if not is_number or isinstance(value, str) or not low <= value <= high:
        kind = "a whole number" if whole else "a number"
        raise RelgymError(f"{name} = {value!r} is not possible", expected=f"{kind} from {low} to {high}")


def problem_text(
    name: str,
    domain: str,
    objects: Mapping[str, Sequence[str]],
    init: Iterable[str],
    goal: Iterable[str],
    metric: str | None = None,
) -> str:
    """A problem as PDDL text: objects by type, facts and goals as text such as `(on a b)`, all of which hold."""
    parts = [f"(define (problem {name})", f"  (:domain {domain})", "  (:objects"]
    parts += [_lines([*names, "-", kind], 4) for kind, names in objects.items() if names]
    parts += ["  )", "  (:init", _lines(init, 4), "  )", "  (:goal (and", _lines(goal, 4), "  ))"]
    parts += [f"  (:metric {metric})"] if metric else []
    return "\n".join([*parts, ")", ""])


def instance_text(
    name: str,
    domain: str,
    objects: Mapping[str, Sequence[str]],
    constants: Mapping[str, Parameter],
    start: Mapping[str, Parameter],
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
        # pyRDDLGym finds them in an instance only where there are objects.
        parts = [f"non-fluents {name}-constants {{", f"  domain = {domain};", *fixed, "}", "", *parts]
        fixed = [f"  non-fluents = {name}-constants;"]
    parts += [*fixed, *_section("init-state", _settings(start))]
    parts.append(f"  max-nondef-actions = {'pos-inf' if most_actions is None else most_actions};")
    return "\n".join([*parts, f"  horizon = {horizon};", f"  discount = {discount!r};", "}", ""])


def _section(word: str, lines: Sequence[str]) -> list[str]:
    return [f"  {word} {{", *lines, "  };"] if lines else []


def _settings(values: Mapping[str, Parameter]) -> list[str]:
    return [_lines([_setting(*item) for item in values.items()], 4)] if values else []


def _setting(fluent: str, value: Parameter) -> str:
    if isinstance(value, bool):
        return f"{fluent};" if value else f"~{fluent};"
    return f"{fluent} = {value};"


def _lines(words: Iterable[str], indent: int) -> str:
    # Spaces inside an atom must not be broken.
    text = " ".join(word.replace(" ", "\0") for word in words)
    margin = " " * indent
    lines = fill(text, _WIDTH, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False)
    return lines.replace("\0", " ")


def _generator(domain: EnvSpec) -> Callable[..., str]:
    path = domain.generator_file
    try:
        code = compile(path.read_text(encoding="utf-8"), str(path), "exec")
    except OSError as error:
        raise RelgymError(
            f"{path}: {error.strerror or error}",
            hint="a domain has a generator if its folder holds generator.py with generate(seed, ...)",
        ) from None
    except SyntaxError as error:
        raise RelgymError(f"{path}:{error.lineno}: {error.msg}") from None
    # Not imported: two folders may hold equal names, and no compiled file is to appear in them.
    names: dict[str, Any] = {"__name__": f"generator of {domain.name}", "__file__": str(path)}
    exec(code, names)
    function = names.get("generate")
    if not callable(function):
        raise RelgymError(f"{path} does not define 'generate'", expected="def generate(seed: int, *, ...) -> str")
    return function  # type: ignore[no-any-return]  # what it returns is known only by running it


def _serves_several(function: Callable[..., str]) -> bool:
    return "domain" in inspect.signature(function).parameters


def _check_names(domain: EnvSpec, function: Callable[..., str], parameters: Mapping[str, Parameter]) -> None:
    known = [name for name in inspect.signature(function).parameters if name not in ("seed", "domain")]
    for name in parameters:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            raise RelgymError(
                f"the generator of '{domain.name}' takes no '{name}'",
                expected="one of " + ", ".join(known) if known else "no parameters",
                hint=f"did you mean '{near[0]}'?" if near else None,
            )


def main(names: list[str]) -> int:
    """Write the problems of the domains named, or of all."""
    try:
        for own in [spec(name) for name in names] or catalogue():
            print(f"{own.name}: {len(write(own))} problems")
    except RelgymError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
