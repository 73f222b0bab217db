"""The command that carries out a plan, or acts at random."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

import typer

from relgym.cli.options import DomainFile, ProblemFile, StateOptions, with_state_options
from relgym.cli.random_walks import STEPS, random_walks, show_random_walks
from relgym.cli.rddl.files import rddl_files
from relgym.cli.session import pddl_walking
from relgym.cli.walking import show_steps, walking
from relgym.errors import RelgymError

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
            "--episodes", "-e", metavar="N", min=1, help=f"How many, of random actions (default: {EPISODES})."
        ),
    ] = None,
    steps: Annotated[
        int | None,
        typer.Option(
            "--steps",
            metavar="N",
            min=1,
            help=f"The largest number in an episode (default: {STEPS}, in RDDL the horizon).",
        ),
    ] = None,
    *,
    options: StateOptions,
) -> None:
    """Carry out a plan and show every state on its way; with --json one object per line, the start first.

    Without a plan: take random actions, and say how often they reach the goal, or in RDDL what they are worth.

    \b
    relgym simulate blocks 0
    relgym simulate domain.pddl problem.pddl --plan plan.txt
    relgym simulate domain.pddl problem.pddl --plan "(pick-up a) (stack a b)" --json
    relgym simulate domain.rddl instance.rddl --episodes 100 --seed 1
    relgym simulate domain.rddl instance.rddl --plan "go___up = true; noop"
    """
    if plan is not None and (episodes, steps) != (None, None):
        raise RelgymError("--episodes and --steps go with random actions, and --plan says which to take")
    if plan is not None:
        with walking(domain, problem, options) as walk:
            show_steps(walk, walk.read_plan(plan), options.as_json)
        return
    files = rddl_files(domain, problem, options.non_fluents)
    if files is None:
        with pddl_walking(domain, problem, options) as pddl_walk:
            start = None if options.after is None else pddl_walk.state
            reasoner = pddl_walk.reasoner
            walks = random_walks(reasoner, start, episodes or EPISODES, steps or STEPS, options.seed or 0)
            show_random_walks(reasoner, walks, options.as_json)
        return
    if options.after is not None:
        raise RelgymError("random actions begin at the start", expected="--after together with --plan")
    # Gymnasium is imported for RDDL only, to keep the command line fast.
    from relgym.cli.rddl.simulation import simulate_randomly
    from relgym.cli.rddl.walk import opened

    with closing(opened(files, options)) as env:
        simulate_randomly(env, episodes or EPISODES, steps, options.seed or 0, options.as_json)
