"""The command that carries out a plan, or, in RDDL, acts at random."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

import typer

from relgym.cli import forms
from relgym.cli.options import DomainFile, ProblemFile, StateOptions, with_state_options
from relgym.cli.rddl.files import rddl_files
from relgym.cli.session import Walk, pddl_walking
from relgym.errors import RelgymError
from relgym.questions.pddl.states import difference
from relgym.read.pddl.loading import read_steps

EPISODES = 20
"""The default number of simulated episodes."""


@with_state_options
def simulate(
    domain: DomainFile,
    problem: ProblemFile = None,
    plan: Annotated[
        str | None,
        typer.Option(
            "--plan",
            "-p",
            metavar="PLAN",
            help="A plan file, or the actions themselves, '(pick-up a) (stack a b)'; 'go = true; noop' in RDDL.",
        ),
    ] = None,
    episodes: Annotated[
        int | None,
        typer.Option(
            "--episodes", "-e", metavar="N", min=1, help=f"RDDL: how many, of random actions (default: {EPISODES})."
        ),
    ] = None,
    steps: Annotated[
        int | None,
        typer.Option(
            "--steps", metavar="N", min=1, help="RDDL: the largest number in an episode (default: the horizon)."
        ),
    ] = None,
    *,
    options: StateOptions,
) -> None:
    """Carry out a plan and show every state on its way; with --json one object per line, the start first.

    RDDL without a plan: take random actions, and say what they are worth.

    \b
    relgym simulate domain.pddl problem.pddl --plan plan.txt
    relgym simulate domain.pddl problem.pddl --plan "(pick-up a) (stack a b)" --json
    relgym simulate domain.rddl instance.rddl --episodes 100 --seed 1
    relgym simulate domain.rddl instance.rddl --plan "go___up = true; noop"
    """
    files = rddl_files(domain, problem, options.non_fluents)
    if plan is not None and (episodes, steps) != (None, None):
        raise RelgymError("--episodes and --steps go with random actions, and --plan says which to take")
    if files is not None:
        # Gymnasium is imported for RDDL only, to keep the command line fast.
        from relgym.cli.rddl.simulation import simulate_plan, simulate_randomly
        from relgym.cli.rddl.walk import opened, rddl_walking

        if plan is not None:
            with rddl_walking(files, options) as played:
                simulate_plan(played, plan, options.as_json)
        elif options.after is not None:
            raise RelgymError("random actions begin at the start", expected="--after together with --plan")
        else:
            with closing(opened(files, options)) as env:
                simulate_randomly(env, episodes or EPISODES, steps, options.seed or 0, options.as_json)
        return
    if plan is None:
        raise RelgymError(
            "there is no plan to carry out; random actions are for RDDL",
            expected="--plan PLAN, a plan file or the actions themselves",
        )
    with pddl_walking(domain, problem, options) as walk:
        actions = read_steps(plan, walk.reasoner.task)
        first = len(walk.history)
        show(walk, first, options.as_json)
        for action in actions:
            walk.step(action)
            show(walk, first, options.as_json)


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
        for line in difference(walk.history[-2][1], state):
            typer.echo(line)
    else:
        for text in form["atoms"]:
            typer.echo(f"   {text}")
        for fluent, value in form["fluents"].items():
            typer.echo(f"   (= {fluent} {value})")
