"""Simulating an RDDL instance: with a plan, or many times with an agent that chance leads."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean, stdev
from time import perf_counter

import typer

from relgym.cli import forms
from relgym.cli.rddl.walk import RDDLWalk, form
from relgym.envs.rddl.env import RDDLEnv
from relgym.errors import RelgymError
from relgym.progress import tracked
from relgym.questions.rddl.lines import changes, table
from relgym.read.rddl.plans import read_steps
from relgym.reasoning.rddl.texts import action_text, text


@dataclass(frozen=True, slots=True)
class Episodes:
    """The return of each episode, without discount, how many steps it took, and the seconds that all took."""

    returns: tuple[float, ...]
    steps: tuple[int, ...]
    seconds: float

    @property
    def deviation(self) -> float:
        """The standard deviation of the returns, of a sample; 0 for one alone."""
        return stdev(self.returns) if len(self.returns) > 1 else 0.0


def random_episodes(env: RDDLEnv, count: int, most_steps: int | None, seed: int) -> Episodes:
    """Episodes of an agent that samples its actions; raises `RelgymError` where nothing limits how long they take."""
    horizon = env.dynamics.layout.instance.horizon
    if horizon is None and most_steps is None:
        raise RelgymError(
            f"'{env.dynamics.layout.instance.name}' has no horizon",
            expected="how many steps an episode takes at most",
            hint="--steps 100",
        )
    limit = min(number for number in (horizon, most_steps) if number is not None)
    env.action_space.seed(seed)
    returns, steps = [], []
    begun = perf_counter()
    for number in tracked(range(count), "simulating"):
        # One seed decides them all: the later ones go on drawing where the first has stopped.
        _, info = env.reset(seed=seed if number == 0 else None)
        total, taken, over = 0.0, 0, bool(info["ended"])
        while not over and taken < limit:
            _, reward, terminated, truncated, _ = env.step(env.action_space.sample())
            total += float(reward)
            taken += 1
            over = terminated or truncated
        returns.append(total)
        steps.append(taken)
    return Episodes(tuple(returns), tuple(steps), perf_counter() - begun)


def simulate_randomly(env: RDDLEnv, count: int, most_steps: int | None, seed: int, as_json: bool) -> None:
    """Print what random actions are worth, for comparison with an agent that does better."""
    found = random_episodes(env, count, most_steps, seed)
    speed = sum(found.steps) / found.seconds
    if as_json:
        typer.echo(
            forms.text_of(
                {
                    "instance": env.dynamics.layout.instance.name,
                    "returns": list(found.returns),
                    "steps": list(found.steps),
                    "mean": fmean(found.returns),
                    "deviation": found.deviation,
                    "steps_per_second": speed,
                }
            )
        )
        return
    episodes = "1 episode" if count == 1 else f"{count} episodes"
    typer.echo(f"{env.dynamics.layout.instance.name}: {episodes} of random actions")
    typer.echo(
        f"   return: mean {fmean(found.returns):g}, standard deviation {found.deviation:.4g}, "
        f"from {min(found.returns):g} to {max(found.returns):g}"
    )
    typer.echo(f"   steps: {fmean(found.steps):g} an episode, {speed:,.0f} a second with the choice of actions")


def simulate_plan(walk: RDDLWalk, plan: str, as_json: bool) -> None:
    """Print every moment of a plan, the start first."""
    _print(walk, 0, as_json)
    for number, _ in enumerate(walk.follow(read_steps(plan)), 1):
        _print(walk, number, as_json)


def _print(walk: RDDLWalk, number: int, as_json: bool) -> None:
    moment = walk.last
    if as_json:
        typer.echo(forms.text_of(form(number, moment)))
        return
    if number == 0 or moment.action is None:
        typer.echo("0: start")
        shown = table({name: text(value) for name, value in moment.values.items()})
    else:
        typer.echo(f"{number}: {action_text(moment.action)}, reward {moment.reward:g}")
        shown = changes(walk.history[-2].values, moment.values)
    for line in shown:
        typer.echo(line)
    if moment.ends is not None:
        typer.echo(f"The episode has ended, {moment.ends}. Return {walk.total:g}.")
