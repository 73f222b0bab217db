"""The commands that look for a plan and that check one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from relgym.cli import forms
from relgym.cli.codes import NoAnswer
from relgym.cli.options import (
    DEFAULT,
    DEFAULT_BACKEND,
    After,
    Axioms,
    BackendName,
    DomainFile,
    Json,
    ProblemFile,
    StateOptions,
    last_word,
)
from relgym.cli.options import Limit as AnswerLimit
from relgym.cli.options import Memory as AnswerMemory
from relgym.cli.output import write
from relgym.cli.rddl.files import rddl_files
from relgym.cli.session import pddl_walking
from relgym.errors import UnsupportedFeature
from relgym.limits import Limits
from relgym.planning import registry
from relgym.read.pddl.loading import read_steps

Limit = Annotated[float, typer.Option("--limit", metavar="SECONDS", min=0.0, help="How long the planner may take.")]

Memory = Annotated[float, typer.Option("--memory", metavar="MB", min=0.0, help="How much memory the planner may use.")]


def plan(
    domain: DomainFile,
    problem: ProblemFile = None,
    planner: Annotated[
        str | None,
        typer.Option(
            "--planner",
            "-P",
            metavar="PLANNER",
            help="The planner: search, or another one that is installed (default: the best one for the task).",
            autocompletion=registry.names,
        ),
    ] = None,
    optimal: Annotated[
        bool, typer.Option("--optimal", help="A plan of lowest cost: by the :metric, else with fewest actions.")
    ] = False,
    improve: Annotated[
        bool, typer.Option("--improve", help="Go on to cheaper plans until the limit, and print the best one.")
    ] = False,
    number: Annotated[int, typer.Option("-k", metavar="N", min=1, help="How many plans; the cheapest ones.")] = 1,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the plan to a file.")
    ] = None,
    backend: BackendName = DEFAULT_BACKEND,
    limit: Limit = DEFAULT.seconds,
    memory: Memory = DEFAULT.memory,
    after: After = None,
    axioms: Axioms = None,
    as_json: Json = False,
) -> None:
    """Look for a plan: actions that lead from the start to the goal. A reasoner replays it before it is printed.

    Exit codes: 0 with a plan, 2 without.

    \b
    relgym plan domain.pddl problem.pddl
    relgym plan domain.pddl problem.pddl --optimal --limit 60 --json
    relgym plan domain.pddl problem.pddl --improve --limit 60
    relgym plan blocks 0 --planner search -o plan.txt
    relgym plan blocks 0 --after "(unstack b2 b3)"
    """
    from relgym.planning.planning import plan as planned

    _only_pddl(domain, problem, "plans", f"relgym solve {' '.join(filter(None, (domain, problem)))} looks for a policy")
    # Before anything is read, so that a mistake in a name is reported at once.
    if planner is not None:
        registry.planner_class(planner)
    limits = Limits(seconds=limit, memory=memory)
    options = StateOptions(backend=backend, after=after, axioms=axioms)
    with pddl_walking(domain, problem, options) as walk:
        asked: dict[str, Any] = {"optimal": optimal, "improve": improve, "k": number}
        answer = planned(walk.reasoner, planner, **asked, state=walk.state, limits=limits)
    if answer.found and output is not None:
        write(output, f"{answer}\n".encode())
    if as_json:
        typer.echo(forms.text_of(answer.to_json()))
    else:
        for each in (answer, *answer.alternatives):
            typer.echo(str(each))
        if answer.found and answer.reason:
            typer.echo(f"; {answer.reason}")
        if answer.version:
            typer.echo(f"; {answer.planner} {answer.version}, {answer.seconds:.2f} s")
    if not answer.found:
        raise NoAnswer


def validate(
    domain: DomainFile,
    problem: ProblemFile = None,
    plan: Annotated[
        str | None,
        typer.Argument(metavar="PLAN", help="A plan file, or the actions themselves, '(pick-up a) (stack a b)'."),
    ] = None,
    backend: BackendName = DEFAULT_BACKEND,
    limit: AnswerLimit = DEFAULT.seconds,
    memory: AnswerMemory = DEFAULT.memory,
    after: After = None,
    axioms: Axioms = None,
    as_json: Json = False,
) -> None:
    """Carry out a plan and say whether it reaches the goal; if not, at which step it fails and why.

    Exit codes: 0 if the plan is valid, 2 if it is not.

    \b
    relgym validate domain.pddl problem.pddl plan.txt
    relgym validate blocks 0 "(unstack b2 b3) (stack b2 b1)" --json
    """
    from relgym.planning.validation import validate as validated

    problem, plan = last_word(problem, plan, "PLAN")
    hint = f"relgym simulate {domain} {problem or ''} --plan carries out actions of RDDL"
    _only_pddl(domain, problem, "plans", " ".join(hint.split()))
    options = StateOptions(backend=backend, limit=limit, memory=memory, after=after, axioms=axioms)
    with pddl_walking(domain, problem, options) as walk:
        result = validated(walk.reasoner, read_steps(plan, walk.reasoner.task), state=walk.state)
    if as_json:
        typer.echo(forms.text_of(result.to_json()))
    elif result.valid:
        typer.echo(f"the plan is valid: {result.steps} actions, cost {result.cost}")
    else:
        typer.echo(f"the plan is not valid: {result.reason}")
    if not result.valid:
        raise NoAnswer


def _only_pddl(domain: str, problem: str | None, what: str, hint: str) -> None:
    if rddl_files(domain, problem, None) is not None:
        raise UnsupportedFeature(
            f"{what} are for PDDL; '{problem or domain}' is an instance of RDDL, which has no goal", hint=hint
        )
