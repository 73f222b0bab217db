"""The default choice of methods for RDDL: those that fit are tried in a few episodes, and the best one is taken.

No method is the best one for all instances: a tree search looks ahead, a learned policy sees far, and where actions do
harm, none of them may be best. The work of a trial is a fixed number of episodes and steps, so the choice repeats with
its seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from relgym.errors import RelgymError
from relgym.limits import Limits
from relgym.planning.stochastic.evaluation import evaluate
from relgym.planning.stochastic.method_choice import MethodChoice, Tried
from relgym.planning.stochastic.policy import Origin, Policy
from relgym.planning.stochastic.process import DecisionProcess
from relgym.planning.stochastic.solving import made

TRIED_EPISODES = 2
"""Number of episodes by which methods are compared where none is named. Judged, with TRIED_STEPS: the decisions of the
tree search take most of the time, 10 to 20 seconds for an instance of the catalogue."""

TRIED_STEPS = 200
"""Number of steps of such an episode at most. Judged: the longest horizon of the catalogue is 200."""

TRIED_GENERATIONS = 30
"""Number of generations of a policy that is learned in order to be compared. Judged: a third of the usual number; most
domains gain little after it."""


CANDIDATES: Mapping[str, Mapping[str, Any]] = {"learned": {"generations": TRIED_GENERATIONS}, "uct": {}, "noop": {}}
"""The methods that are tried, with their options; of equally good ones the first is taken."""

SEED_OFFSET = 1_000_003
"""The distance of the seeds of the trials from that of the caller, whose episodes must not be those of the choice."""


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
            measured = evaluate(process.reasoner, policy, episodes=episodes, seed=seed + SEED_OFFSET, horizon=steps)
        except RelgymError as error:
            errors.append(error)
            tried.append(Tried(name, None, error.message))
            continue
        tried.append(Tried(name, measured.mean))
        if best is None or measured.mean > best[0]:
            best = measured.mean, policy
    if best is None:
        raise errors[0]
    policy = best[1]
    tried.sort(key=lambda each: each.method != policy.method)
    policy.choice = MethodChoice(tuple(tried), episodes, steps)
    return policy
