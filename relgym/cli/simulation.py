"""The command that carries out a plan."""

from __future__ import annotations

from typing import Annotated

import typer

from relgym.cli import forms
from relgym.cli.options import DEFAULT_BACKEND, After, AxiomFiles, BackendName, DomainFile, Json, ProblemFile, Seed
from relgym.cli.session import Walk, walking
from relgym.read.pddl import read_plan


def simulate(
    domain: DomainFile,
    problem: ProblemFile,
    plan: Annotated[
        str,
        typer.Option(
            "--plan", "-p", metavar="PLAN", help="A plan file, or the actions themselves, '(pick-up a) (stack a b)'."
        ),
    ],
    backend: BackendName = DEFAULT_BACKEND,
    after: After = None,
    axioms: AxiomFiles = None,
    seed: Seed = None,
    as_json: Json = False,
) -> None:
    """Carry out a plan and show every state on its way; with --json one object per line, the start first.

    \b
    relgym simulate domain.pddl problem.pddl --plan plan.txt
    relgym simulate domain.pddl problem.pddl --plan "(pick-up a) (stack a b)" --json
    """
    with walking(domain, problem, axioms, backend, after, seed) as walk:
        actions = read_plan(plan, walk.reasoner.task)
        first = len(walk.history)
        show(walk, first, as_json)
        for action in actions:
            walk.step(action)
            show(walk, first, as_json)


def show(walk: Walk, first: int, as_json: bool) -> None:
    """Print the last step of a walk; its state number `first` is where the simulation starts."""
    number = len(walk.history) - first
    action, state = walk.history[-1]
    form = forms.step(walk.reasoner, number, action if number else None, state)
    if as_json:
        typer.echo(forms.text_of(form))
        return
    typer.echo(f"{number}: {action if number else 'start'}{', the goal holds' if form['goal'] else ''}")
    if number:
        typer.echo(forms.difference(walk.history[-2][1], state))
    else:
        for text in form["atoms"]:
            typer.echo(f"   {text}")
        for fluent, value in form["fluents"].items():
            typer.echo(f"   (= {fluent} {value})")
