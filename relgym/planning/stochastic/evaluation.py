"""`relgym.evaluate`: the mean return of a policy by rollouts, with a confidence interval.

>>> Evaluation("cost", (2.0, 4.0, 3.0, 3.0), 4).mean
3.0
>>> [round(end, 2) for end in Evaluation("cost", (2.0, 4.0, 3.0, 3.0), 4).interval]
[1.7, 4.3]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isfinite, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any

from relgym.arguments import check_whole, wrong
from relgym.model.pddl.problem import Task
from relgym.model.rddl.domain import Instance
from relgym.planning.stochastic.criterion import Criterion
from relgym.planning.stochastic.policy import CallablePolicy, Policy
from relgym.planning.stochastic.process import ActionCosts
from relgym.planning.stochastic.solving import criterion_for, reasoner_of
from relgym.progress import tracked
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.pddl.rewards import GOAL_REWARD, StepRewards
from relgym.reasoning.randomness import Generator, seeded
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate.pddl import PDDLSimulator

EPISODE_STEPS = 1000
"""Number of steps of an evaluated episode of PDDL, and of RDDL without a horizon. Judged: ten times what an episode of
the catalogue has, so that few policies that reach the goal are cut off."""


CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The result of rollouts.

    Attributes:
        criterion: The name of the criterion in whose unit returns are: costs are positive.
        returns: The return of each episode.
        goals: The number of episodes that have reached the goal (PDDL) or a condition of termination (RDDL).
        interrupted: True if fewer episodes than asked for were played.
    """

    criterion: str
    returns: tuple[float, ...]
    goals: int
    interrupted: bool = False

    @property
    def mean(self) -> float:
        """The mean of the returns."""
        return fmean(self.returns)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the expected return.

        Wilson's score interval (Wilson, 1927) for probabilities, Student's t interval for others; one episode says
        nothing about other returns than probabilities.
        """
        count, mean = len(self.returns), self.mean
        if self.criterion == "probability":
            z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
            middle = (mean + z * z / (2 * count)) / (1 + z * z / count)
            half = z * sqrt(mean * (1 - mean) / count + z * z / (4 * count * count)) / (1 + z * z / count)
            # Rounding must not leave out a share that was seen.
            return max(0.0, min(mean, middle - half)), min(1.0, max(mean, middle + half))
        if count == 1:
            return -inf, inf
        half = student(count - 1) * stdev(self.returns) / sqrt(count)
        return mean - half, mean + half

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain data; ends of the interval that are not finite are `None`."""
        return {
            "criterion": self.criterion,
            "episodes": len(self.returns),
            "mean": self.mean,
            "interval": [end if isfinite(end) else None for end in self.interval],
            "goals": self.goals,
            "returns": list(self.returns),
            "interrupted": self.interrupted,
        }


def student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t distribution.

    Exact for 1 and 2 degrees of freedom; else the expansion of Cornish and Fisher (Abramowitz and Stegun, 26.7.5).

    >>> [round(student(n), 2) for n in (1, 2, 5, 100)]
    [12.71, 4.3, 2.57, 1.98]
    """
    if freedom < 3:
        return (12.7062047, 4.3026527)[freedom - 1]
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return float(z + sum(term / freedom ** (power + 1) for power, term in enumerate(terms)))


def evaluate(
    model: Task | Instance | Reasoner,
    policy: Policy | Callable[[Any], Any],
    *,
    episodes: int = 100,
    seed: int = 0,
    horizon: int | None = None,
    criterion: str | None = None,
    penalty: float | None = None,
    discount: float | None = None,
) -> Evaluation:
    """Play episodes with a policy.

    Episode `k` draws what an environment draws after `reset(seed=seed + k)`. An episode ends at the goal, by
    termination, where the policy has no action, and after `horizon` steps. Under the criterion `cost`, an episode that
    does not reach the goal costs the penalty besides.

    Args:
        model: The task or the instance, or a reasoner of it.
        policy: The policy, or any function from states to actions.
        episodes: The number of episodes.
        seed: Seeds the episodes.
        horizon: The number of steps of an episode; by default the instance's, else 1,000.
        criterion: The criterion in whose unit returns are; by default the policy's own, else that of `relgym.solve`.
        penalty: The cost of giving up, for `cost`; by default as for the criterion.
        discount: The discount; by default as for the criterion.

    Returns:
        The returns. An interrupt (Ctrl-C) ends the evaluation with the episodes played so far.

    Raises:
        RelgymError: An argument is wrong.
        InvalidAction: The policy chose an action that is not valid.
    """
    reasoner = reasoner_of(model)
    check_whole("the number of episodes", episodes, 1)
    check_whole("the seed", seed)
    if not callable(policy):
        raise wrong("the policy", policy, "a Policy, or a function from states to actions")
    if not isinstance(policy, Policy):
        policy = CallablePolicy(policy)
    asked = policy.criterion
    if asked is None or (criterion, penalty, discount) != (None, None, None):
        name = criterion or (None if asked is None else asked.name)
        asked = criterion_for(reasoner, name, penalty=penalty, discount=discount)
    if horizon is not None:
        check_whole("the horizon", horizon, 1)
    steps = horizon or asked.horizon or EPISODE_STEPS
    play = _TaskEpisodes(reasoner, asked) if isinstance(reasoner, PDDLReasoner) else _InstanceEpisodes(reasoner, asked)
    returns: list[float] = []
    goals = 0
    interrupted = False
    try:
        for episode in tracked(range(episodes), "playing episodes"):
            policy.begin(seed + episode)
            total, reached = play.episode(policy, seeded(seed + episode), steps)
            returns.append(total)
            goals += reached
    except KeyboardInterrupt:
        if not returns:
            raise
        interrupted = True
    return Evaluation(asked.name, tuple(returns), goals, interrupted)


class _TaskEpisodes:
    """Episodes of a PDDL task."""

    def __init__(self, reasoner: PDDLReasoner, criterion: Criterion) -> None:
        self._reasoner, self._criterion = reasoner, criterion
        self._simulator = PDDLSimulator(reasoner)
        self._costs = ActionCosts(reasoner)
        self._rewards = StepRewards(reasoner) if criterion.name == "reward" else None

    def episode(self, policy: Policy, rng: Generator, steps: int) -> tuple[float, bool]:
        criterion = self._criterion
        state, goal, _ = self._simulator.go_to(self._reasoner.start(rng))
        total, taken = 0.0, 0
        while not goal and taken < steps:
            action = policy(state, taken)
            if action is None:
                break
            before = state
            state, goal, _ = self._simulator.step(action, rng)
            taken += 1
            if criterion.name == "cost":
                total += self._costs.of(before, state)
            elif self._rewards is not None:
                total += criterion.discount ** (taken - 1) * self._rewards.of(before, state, goal)
        match criterion.name:
            case "cost":
                return total + (0.0 if goal else criterion.penalty), goal
            case "reward":
                return total, goal
            case "discounted":
                return criterion.discount ** (taken - 1) * GOAL_REWARD[goal] if taken else 0.0, goal
            case _:
                return float(goal), goal


class _InstanceEpisodes:
    """Episodes of an RDDL instance."""

    def __init__(self, reasoner: Any, criterion: Criterion) -> None:
        self._reasoner, self._criterion = reasoner, criterion

    def episode(self, policy: Policy, rng: Generator, steps: int) -> tuple[float, bool]:
        reasoner = self._reasoner
        dynamics, values_of, results = reasoner.dynamics, reasoner.action_values.valid_values, reasoner.results
        values = dynamics.start
        total, weight = 0.0, 1.0
        for taken in range(steps):
            if dynamics.ended(values) is not None:
                return total, True
            if dynamics.broken(values) is not None:
                return total, False
            action = policy(dynamics.state(values), taken)
            if action is None:
                return total, False
            after = results.step(values, values_of(values, action), rng)
            total += weight * after.reward
            weight *= self._criterion.discount
            values = after.state
        return total, dynamics.ended(values) is not None
