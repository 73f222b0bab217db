"""Simulating an RDDL instance many times with an agent that chance leads."""

from __future__ import annotations

from statistics import fmean, stdev

import typer

from relgym.cli import forms
from relgym.cli.random_walks import RandomWalks, repeated
from relgym.envs.rddl.env import RDDLEnv
from relgym.errors import RelgymError


def random_episodes(env: RDDLEnv, count: int, most_steps: int | None, seed: int) -> RandomWalks[float]:
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

    def episode(number: int) -> tuple[float, int]:
        # One seed decides them all: the later ones go on drawing where the first has stopped.
        _, info = env.reset(seed=seed if number == 0 else None)
        total, taken, over = 0.0, 0, bool(info["ended"])
        while not over and taken < limit:
            _, reward, terminated, truncated, _ = env.step(env.action_space.sample())
            total += float(reward)
            taken += 1
            over = terminated or truncated
        return total, taken

    return repeated(episode, count)


def simulate_randomly(env: RDDLEnv, count: int, most_steps: int | None, seed: int, as_json: bool) -> None:
    """Print what random actions are worth, for comparison with an agent that does better."""
    played = random_episodes(env, count, most_steps, seed)
    returns = played.results
    deviation = stdev(returns) if count > 1 else 0.0
    if as_json:
        typer.echo(
            forms.text_of(
                {
                    "instance": env.dynamics.layout.instance.name,
                    "returns": list(returns),
                    "steps": list(played.steps),
                    "mean": fmean(returns),
                    "deviation": deviation,
                    "steps_per_second": played.speed,
                }
            )
        )
        return
    episodes = "1 episode" if count == 1 else f"{count} episodes"
    typer.echo(f"{env.dynamics.layout.instance.name}: {episodes} of random actions")
    typer.echo(
        f"   return: mean {fmean(returns):g}, standard deviation {deviation:.4g}, "
        f"from {min(returns):g} to {max(returns):g}"
    )
    typer.echo(f"   steps: {fmean(played.steps):g} an episode, {played.speed:,.0f} a second with the choice of actions")
