"""The default choice of methods for RDDL: those that fit are tried in a few episodes, and the best one is taken.

No method is the best one for all instances: a tree search looks ahead, a learned policy sees far, and where actions do
harm, none of them may be best. The work of a trial is a fixed number of episodes and steps, so the choice repeats with
its seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from relgym.errors import RelgymError
from relgym.limits import Limits
from relgym.planning.stochastic.evaluation import evaluate
from relgym.planning.stochastic.policy import Origin, Policy
from relgym.planning.stochastic.process import DecisionProcess
from relgym.planning.stochastic.solving import made
from relgym.tuning.planning import TRIED_EPISODES, TRIED_GENERATIONS, TRIED_STEPS

CANDIDATES: Mapping[str, Mapping[str, Any]] = {"learned": {"generations": TRIED_GENERATIONS}, "uct": {}, "noop": {}}
"""The methods that are tried, with their options; of equally good ones the first is taken."""

SEED_OFFSET = 1_000_003
"""The distance of the seeds of the trials from that of the caller, whose episodes must not be those of the choice."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A method that was tried.

    Attributes:
        method: The name of the method.
        mean: The mean return of its episodes; `None` if it does not support the instance.
        reason: Why it does not; `None` if it does.
    """

    method: str
    mean: float | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class MethodChoice:
    """The methods among which one was chosen.

    Attributes:
        tried: The methods, the chosen one first.
        episodes: The number of episodes of each.
        steps: The number of steps of an episode.
    """

    tried: tuple[Tried, ...]
    episodes: int
    steps: int

    def __str__(self) -> str:
        means = (f"{each.method} {each.mean:.6g}" for each in self.tried if each.mean is not None)
        refused = (f"; {each.method}: {each.reason}" for each in self.tried if each.mean is None)
        episodes = "1 episode" if self.episodes == 1 else f"{self.episodes} episodes"
        return f"mean return of {episodes} of {self.steps} steps: {', '.join(means)}{''.join(refused)}"

    def to_json(self) -> dict[str, Any]:
        """Return the choice as plain data."""
        tried = [{"method": each.method, "mean": each.mean, "reason": each.reason} for each in self.tried]
        return {"tried": tried, "episodes": self.episodes, "steps": self.steps}


def best_policy(process: DecisionProcess, limits: Limits, seed: int) -> Policy:
    """Try the candidates, and return the policy of the best one; its `choice` says how good each of them was.

    Args:
        process: The process of an RDDL instance.
        limits: Seconds and megabytes: of each decision, or of the learning.
        seed: The seed of the policies.

    Raises:
        RelgymError: No candidate supports the instance.
    """
    horizon = process.criterion.horizon
    # Without random numbers, all episodes are equal.
    episodes = TRIED_EPISODES if process.reasoner.dynamics.uniforms else 1
    steps = TRIED_STEPS if horizon is None else min(horizon, TRIED_STEPS)
    best: tuple[float, Policy] | None = None
    tried: list[Tried] = []
    errors: list[RelgymError] = []
    for name, options in CANDIDATES.items():
        try:
            policy = made(Origin(made, process, name, limits, seed, options))
            found = evaluate(process.reasoner, policy, episodes=episodes, seed=seed + SEED_OFFSET, horizon=steps)
        except RelgymError as error:
            errors.append(error)
            tried.append(Tried(name, None, error.message))
            continue
        tried.append(Tried(name, found.mean))
        if best is None or found.mean > best[0]:
            best = found.mean, policy
    if best is None:
        raise errors[0]
    policy = best[1]
    tried.sort(key=lambda each: each.method != policy.method)
    policy.choice = MethodChoice(tuple(tried), episodes, steps)
    return policy
