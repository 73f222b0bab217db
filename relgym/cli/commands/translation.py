"""The command that prints the programs of the engines."""

from __future__ import annotations

from typing import Annotated

import typer

from relgym.cli import forms
from relgym.cli.encoding import carries_all
from relgym.cli.languages import Language, ascii_program
from relgym.cli.options import DomainFile, ProblemFile, StateOptions, with_state_options
from relgym.cli.walking import walking


@with_state_options
def translate(
    domain: DomainFile,
    to: Annotated[Language, typer.Option("--to", "-t", help="The language.")],
    problem: ProblemFile = None,
    names: Annotated[
        bool,
        typer.Option(
            "--names/--numbers",
            help="asp and prolog: call objects by their names, or by the numbers of the engine, with a legend.",
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
        answer = walk.ask("translate", to=to.value, names=names)
    if options.as_json:
        typer.echo(forms.text_of(answer))
    else:
        text = answer["text"]
        typer.echo((text if carries_all() else ascii_program(text, to)).rstrip("\n"))
