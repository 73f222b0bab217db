"""The command that prints the programs of the engines."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, assert_never

import typer

from relgym.cli import forms
from relgym.cli.encoding import carries_all
from relgym.cli.languages import Language, ascii_program
from relgym.cli.options import DomainFile, ProblemFile, StateOptions, with_state_options
from relgym.cli.session import Walk
from relgym.cli.walking import walking
from relgym.errors import UnsupportedFeature
from relgym.model.pddl.problem import Problem
from relgym.model.pddl.state import State
from relgym.write.pddl import write_domain, write_problem


@with_state_options
def translate(
    domain: DomainFile,
    to: Annotated[Language, typer.Option("--to", "-t", help="The language.")],
    problem: ProblemFile = None,
    names: Annotated[
        bool,
        typer.Option(
            "--names/--numbers",
            help="asp and prolog: spell objects and predicates as the files do, or as the engine does, with a legend.",
        ),
    ] = True,
    *,
    options: StateOptions,
) -> None:
    """Print a task and its state as a program that runs without relgym, or in its own language again.

    The head of the program says how to run it and what to ask. Another state than the first: --after.

    \b
    relgym translate domain.pddl problem.pddl --to prolog > task.pl
      swipl -g "forall(applicable(Action), (writeq(Action), nl))" -t halt task.pl
    relgym translate domain.pddl problem.pddl --to asp > task.lp
      clingo task.lp
    relgym translate Blocks 0 --to asp --after "(unstack b2 b3)"
    relgym translate domain.pddl problem.pddl --to prolog --numbers > engine.pl
    relgym translate domain.pddl problem.pddl --to pddl --after plan.txt
    relgym translate domain.rddl instance.rddl --to prolog > instance.pl
      swipl -g "forall(value(Name, Items, Value), (writeq(Name-Items=Value), nl))" -t halt instance.pl
    relgym translate domain.rddl instance.rddl --to asp > instance.lp
      python -m clingo --enable-python instance.lp
    """
    with walking(domain, problem, options) as walk:
        if isinstance(walk, Walk):
            text = translated(walk, to, names)
        else:
            from relgym.cli.rddl.translation import rddl_translated

            text = rddl_translated(walk, to, names)
    if options.as_json:
        typer.echo(forms.text_of({"to": to.value, "text": text}))
    else:
        typer.echo((text if carries_all() else ascii_program(text, to)).rstrip("\n"))


def translated(walk: Walk, to: Language, names: bool) -> str:
    """The text of a walk's task, with its present state as the one to begin in."""
    reasoner, state = walk.reasoner, walk.state
    task, steps = reasoner.task, len(walk.history) - 1
    # Only the wanted printer is imported, to keep the command line fast.
    match to:
        case Language.PROLOG:
            from relgym.translate.program.origins import sources
            from relgym.translate.prolog.listing import translate_prolog

            said = sources(reasoner.translation, steps)
            return translate_prolog(reasoner.translation.program, state, names, said)
        case Language.ASP:
            from relgym.translate.asp.listing import translate_asp
            from relgym.translate.program.origins import sources

            said = sources(reasoner.translation, steps)
            return translate_asp(reasoner.translation.program, state, names, said)
        case Language.PYTHON:
            from relgym.reasoning.pddl.listing import python_listing

            return python_listing(task)
        case Language.PDDL:
            start = task.problem if not steps else starting_in(task.problem, state)
            return f"{write_domain(task.domain)}\n{write_problem(start)}"
        case Language.RDDL:
            raise UnsupportedFeature("a task of PDDL is not written as RDDL", hint="--to pddl writes it back")
        case _:
            assert_never(to)


def starting_in(problem: Problem, state: State) -> Problem:
    """The problem with another start."""
    atoms = tuple(sorted(state.atoms, key=str))
    values = tuple(sorted(state.fluents.items(), key=str))
    return replace(problem, init=atoms, values=values, chances=())
