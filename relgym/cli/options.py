"""The arguments and options that commands share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from relgym.backends import registry
from relgym.limits import Limits


def _existing(name: str) -> str:
    """The name of an engine, installed or not; another one is a mistake in the command line."""
    if name not in registry.names():
        raise typer.BadParameter(f"there is no engine '{name}'; the engines are {', '.join(registry.names())}")
    return name


DomainFile = Annotated[
    str, typer.Argument(metavar="DOMAIN", help="A domain file, or the name of a domain that comes with relgym.")
]

PROBLEM_HELP = "A problem file; for a domain that comes with relgym its number or name."

ProblemFile = Annotated[str, typer.Argument(metavar="PROBLEM", help=PROBLEM_HELP)]

BackendName = Annotated[
    str,
    typer.Option(
        "--backend",
        "-b",
        metavar="ENGINE",
        help="The engine that answers: builtin, sld, swipl, clingo or one that is installed besides.",
        autocompletion=registry.names,
        callback=_existing,
    ),
]

Limit = Annotated[
    float,
    typer.Option("--limit", metavar="SECONDS", min=0.0, help="How long the engine may take for one answer."),
]

Memory = Annotated[
    float,
    typer.Option("--memory", metavar="MB", min=0.0, help="How much memory one answer may add to the process."),
]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The engine that answers, by its name, and its limits."""

    name: str
    limits: Limits


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
        help="RDDL: where the instance's non-fluents stand, if in a file of their own; may be given several times.",
    ),
]

Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        "-s",
        metavar="N",
        min=0,
        help="Draw the start and all random outcomes with this seed. Without it: the likeliest start, and seed 0.",
    ),
]

Json = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else, on standard output.")]

DEFAULT_BACKEND = "builtin"

DEFAULT = Limits()
