"""The arguments and options that commands share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from relgym.backends import registry
from relgym.cli import completion
from relgym.errors import RelgymError, did_you_mean
from relgym.limits import Limits
from relgym.read.loading import given_problem
from relgym.tuning.limits import LOOK_SECONDS


def existing_engine(name: str | None) -> str | None:
    """Return the name of a known engine, installed or not, or None; raises `BadParameter` for an unknown one."""
    if name is not None and name not in registry.names():
        near = did_you_mean(name, registry.names())
        known = f"the engines are {', '.join(registry.names())}"
        raise typer.BadParameter(f"there is no engine '{name}'; " + (f"{near} {known.capitalize()}" if near else known))
    return name


DomainFile = Annotated[
    str,
    typer.Argument(
        metavar="DOMAIN",
        help="A domain file, or the name of a domain that comes with relgym.",
        autocompletion=completion.domains,
    ),
]

PROBLEM_HELP = (
    "A problem file, or nothing where the domain's file holds the problem, too; for a domain that comes with relgym "
    "its number or name (default: the first one)."
)

ProblemFile = Annotated[
    str | None,
    typer.Argument(metavar="PROBLEM", help=PROBLEM_HELP, show_default=False, autocompletion=completion.problems),
]


USAGE_ERROR: Any = typer.BadParameter.__mro__[1]
"""The parser's error for a missing argument: newer versions of Typer have a Click of their own."""


def last_word(problem: str | None, last: str | None, name: str) -> tuple[str | None, str]:
    """Return the problem and the last argument of a command, whose problem may be left out.

    Args:
        problem: The second word of the command line, which is the last argument if there is no third one.
        last: The third word.
        name: The name of the last argument.

    Raises:
        UsageError: The last argument is missing.
    """
    if last is not None:
        return problem, last
    # A plan is a file, too.
    if problem is None or (Path(problem).is_file() and name != "PLAN") or problem.isdecimal():
        raise USAGE_ERROR(f"Missing argument '{name}'.")
    return None, problem


def file_of_problem(domain: str, problem: str | None) -> Path:
    """Return the file of a problem: the one that is named, or the domain's, if that holds one."""
    if problem is None:
        given_problem(Path(domain), None)
    return Path(domain if problem is None else problem)


BackendName = Annotated[
    str,
    typer.Option(
        "--backend",
        "-b",
        metavar="ENGINE",
        help="The engine that answers: builtin, sld, swipl, clingo or one that is installed besides.",
        autocompletion=registry.names,
        callback=existing_engine,
    ),
]


def named_value(text: str) -> tuple[str, str]:
    """Return the name and the value of an option `--set NAME=VALUE`.

    Args:
        text: What was given.

    Raises:
        RelgymError: There is no value.
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise RelgymError(f"--set {text} gives no value", expected="NAME=VALUE, such as rows=8")
    return name.strip(), value.strip()


Limit = Annotated[
    float,
    typer.Option(
        "--limit",
        metavar="SECONDS",
        min=LOOK_SECONDS,
        help="How long the engine may take for one answer. It looks at the clock no more often than the minimum says.",
    ),
]

Memory = Annotated[
    float,
    typer.Option("--memory", metavar="MB", min=0.0, help="How much memory one answer may add to the process."),
]


After = Annotated[
    str | None,
    typer.Option(
        "--after",
        "-a",
        metavar="PLAN",
        help="Ask about the state after these actions: a plan file, or the actions themselves, '(pick a) (drop a)'; "
        "'go = true; noop' in RDDL.",
    ),
]

Axioms = Annotated[
    list[str] | None,
    typer.Option(
        "--axioms",
        "-x",
        metavar="AXIOMS",
        help="Further derived predicates: a file, the axioms themselves, '(:derived (p ?x) (q ?x))', or the name of "
        "ready-made ones, such as stacks; may be given several times.",
    ),
]

NonFluents = Annotated[
    list[Path] | None,
    typer.Option(
        "--non-fluents",
        metavar="FILE",
        help="RDDL: a file with non-fluents of the instance; may be given several times.",
    ),
]

Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        "-s",
        metavar="N",
        min=0,
        help="Draw the start and all random outcomes with this seed. Without it: seed 0, and the likeliest start; "
        "random actions begin at a drawn one.",
    ),
]

Json = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else, on standard output.")]

DEFAULT_BACKEND = "builtin"

DEFAULT = Limits()


@dataclass(frozen=True, slots=True, kw_only=True)
class StateOptions:
    """The options of commands that ask about a state: the engine that answers, its limits, and the way to the state."""

    backend: BackendName = DEFAULT_BACKEND
    limit: Limit = DEFAULT.seconds
    memory: Memory = DEFAULT.memory
    after: After = None
    axioms: Axioms = None
    non_fluents: NonFluents = None
    seed: Seed = None
    as_json: Json = False

    @property
    def limits(self) -> Limits:
        """The limits of one answer."""
        return Limits(seconds=self.limit, memory=self.memory)


def with_state_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of `StateOptions` in place of its parameter `options`, as Typer wants them."""
    hints = get_type_hints(StateOptions, include_extras=True)
    shared = [
        Parameter(each.name, Parameter.KEYWORD_ONLY, default=each.default, annotation=hints[each.name])
        for each in fields(StateOptions)
    ]
    first = [each for each in signature(command, eval_str=True).parameters.values() if each.name != "options"]

    def run(**given: Any) -> None:
        options = StateOptions(**{each.name: given.pop(each.name) for each in shared})
        command(**given, options=options)

    parameters = [*(each.replace(kind=Parameter.KEYWORD_ONLY) for each in first), *shared]
    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return run
