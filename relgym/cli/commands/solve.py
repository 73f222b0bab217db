"""The command that looks for a policy, and plays episodes with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, assert_never

import typer

from relgym.cli import forms
from relgym.cli.codes import NoAnswer
from relgym.cli.options import (
    DEFAULT,
    DEFAULT_BACKEND,
    Axioms,
    BackendName,
    DomainFile,
    Json,
    NonFluents,
    ProblemFile,
    named_value,
)
from relgym.cli.output import write
from relgym.cli.rddl.model import read_model
from relgym.errors import RelgymError
from relgym.limits import Limits
from relgym.planning.stochastic.policy import ValueIs
from relgym.planning.stochastic.solving import METHODS, method_named, options_of
from relgym.planning.stochastic.solving import solve as solved
from relgym.questions.asking import play_of
from relgym.reasoning.rddl.texts import action_text
from relgym.reasoning.reasoner import Reasoner

Limit = Annotated[
    float,
    typer.Option(
        "--limit",
        metavar="SECONDS",
        min=0.0,
        help="How long value_iteration, lrtdp, learned and gradient may take, "
        "or each decision of uct and each plan of replan.",
    ),
]

Memory = Annotated[float, typer.Option("--memory", metavar="MB", min=0.0, help="How much memory that may use.")]


def _methods() -> list[str]:
    return [*METHODS]


def solve(
    domain: DomainFile,
    problem: ProblemFile = None,
    method: Annotated[
        str | None,
        typer.Option(
            "--method",
            "-m",
            metavar="METHOD",
            help=f"{', '.join(METHODS)} (default: lrtdp for PDDL; "
            "for RDDL the best of learned, uct and noop in a few episodes).",
            autocompletion=_methods,
        ),
    ] = None,
    criterion: Annotated[
        str | None,
        typer.Option(
            "--criterion",
            metavar="NAME",
            help="PDDL: what to optimise: cost, probability, discounted or reward "
            "(default: reward where the problem has rewards, else cost).",
        ),
    ] = None,
    penalty: Annotated[
        float | None, typer.Option("--penalty", metavar="COST", help="The cost of a dead end, for cost (default: 500).")
    ] = None,
    discount: Annotated[
        float | None, typer.Option("--discount", metavar="D", help="The discount, for discounted, reward and RDDL.")
    ] = None,
    horizon: Annotated[
        int | None, typer.Option("--horizon", metavar="N", min=1, help="The number of steps of an episode.")
    ] = None,
    trials: Annotated[
        int | None, typer.Option("--trials", metavar="N", min=1, help="How many trials a decision of uct has.")
    ] = None,
    planner: Annotated[
        str | None, typer.Option("--planner", "-P", metavar="PLANNER", help="The planner that replan uses.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="An option of the method, such as plan=slp or updates=200; may be given several times.",
        ),
    ] = None,
    episodes: Annotated[
        int, typer.Option("--episodes", "-n", metavar="N", min=0, help="How many episodes to play with the policy.")
    ] = 0,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write the policy to a file, which `relgym record` plays."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="N", min=0, help="Seeds methods and episodes.")] = 0,
    backend: BackendName = DEFAULT_BACKEND,
    limit: Limit = DEFAULT.seconds,
    memory: Memory = DEFAULT.memory,
    axioms: Axioms = None,
    non_fluents: NonFluents = None,
    as_json: Json = False,
) -> None:
    """Look for a policy: an action for each state, where chance has a say. Say what it is worth at the start.

    Exit codes: 0 with a policy, 2 without one.

    Without --method, several are tried on RDDL in a few episodes; the last line says how good each was.

    \b
    relgym solve domain.pddl problem.pddl
    relgym solve tireworld 0 --criterion probability --episodes 100
    relgym solve tireworld 0 -o policy.json
    relgym solve sysadmin 0 --method uct --trials 50 --episodes 5 --json
    relgym solve uav 0 --method gradient --set plan=slp --set updates=500
    """
    from relgym.planning.stochastic.evaluation import evaluate

    given: dict[str, Any] = {"trials": trials, "planner": planner}
    options = dict(map(_setting, settings or [])) | {name: value for name, value in given.items() if value is not None}
    if method is not None:
        # Before anything is read, so that a mistake in a name is reported at once.
        options_of(method, method_named(method), options)
    limits = Limits(seconds=limit, memory=memory)
    with _reasoner(domain, problem, axioms, non_fluents, backend) as reasoner:
        of_pddl = hasattr(reasoner, "task")
        if of_pddl and horizon is not None and not episodes:
            raise RelgymError(
                "--horizon bounds the episodes of PDDL, and none are played",
                hint="add --episodes N, or leave --horizon out",
            )
        policy = solved(
            reasoner,
            method,
            criterion=criterion,
            penalty=penalty,
            discount=discount,
            horizon=None if of_pddl else horizon,
            limits=limits,
            seed=seed,
            **options,
        )
        if output is not None:
            write(output, (json.dumps(policy.to_json(), separators=(",", ":")) + "\n").encode())
        start = reasoner.initial_state
        action, value = policy(start), policy.value(start)
        action_form = None if action is None else play_of(reasoner).action_form(action)
        over = reasoner.goal(start)
        result = None
        if episodes:
            try:
                result = evaluate(reasoner, policy, episodes=episodes, seed=seed, horizon=horizon)
            except KeyboardInterrupt:
                # The policy and its value at the start are known.
                typer.echo("interrupted: no episode was played to its end", err=True)
    assert policy.criterion is not None
    form: dict[str, Any] = {
        "method": policy.method,
        "criterion": policy.criterion.to_json(),
        "convergence": None if policy.convergence is None else policy.convergence.to_json(),
        "action": action_form,
        "value": value,
        "value_is": None if value is None else policy.value_is,
        "choice": None if policy.choice is None else policy.choice.to_json(),
        "evaluation": None if result is None else result.to_json(),
    }
    if as_json:
        typer.echo(forms.text_of(form))
    else:
        _show(form, str(policy.criterion), not of_pddl)
        if policy.choice is not None:
            typer.echo(f"{policy.choice.tried[0].method} was chosen: {policy.choice}")
    if action is None and not over:
        raise NoAnswer


def _reasoner(
    domain: str, problem: str | None, axioms: list[str] | None, non_fluents: list[Path] | None, backend: str
) -> Any:
    limits = Limits()
    return Reasoner(read_model(domain, problem, axioms, non_fluents, limits), backend, limits)


def _setting(text: str) -> tuple[str, Any]:
    """Return an option of a method: its name, and its value as JSON or else as a text."""
    name, value = named_value(text)
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _value(value: float | None, value_is: ValueIs | None) -> str:
    match value_is:
        case None:
            return "value of the start: not known"
        case "exact":
            return f"value of the start: {value:.6g}"
        case "at least" | "at most":
            return f"value of the start: {value_is} {value:.6g}"
        case "estimate":
            return f"value of the start: about {value:.6g}"
        case _:
            assert_never(value_is)


def _show(form: dict[str, Any], criterion: str, rddl: bool) -> None:
    typer.echo(f"{form['method']}: {criterion}")
    match form["action"]:
        case None:
            typer.echo("no action at the start")
        case dict() as cells:
            typer.echo(f"first action: {action_text(cells)}")
        case action:
            typer.echo(f"first action: {action}")
    typer.echo(_value(form["value"], form["value_is"]))
    if (figures := form["convergence"]) is not None:
        unit, one = ("states", "state") if figures["states"] else ("iterations", "iteration")
        states = f"{figures[unit]} {one if figures[unit] == 1 else unit}"
        if figures["residual"] is not None:
            typer.echo(f"{states}, residual {figures['residual']:.1e}")
        else:
            typer.echo(f"{states}, not finished: {figures['reason']}")
    if (result := form["evaluation"]) is not None:
        low, high = ("?" if end is None else f"{end:.6g}" for end in result["interval"])
        count = result["episodes"]
        typer.echo(
            f"{count} {'episode' if count == 1 else 'episodes'}: mean {result['mean']:.6g}, "
            f"95 % interval {low} to {high}, {result['goals']} {'terminated' if rddl else 'reached the goal'}"
        )
