"""Simulating an RDDL instance many times with an agent that chance leads."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean, stdev
from time import perf_counter

import typer

from relgym.cli import forms
from relgym.envs.rddl.env import RDDLEnv
from relgym.errors import RelgymError
from relgym.progress import tracked


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
