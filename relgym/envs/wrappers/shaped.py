"""Rewards on the way to a goal, which leave the best policies as they are.

>>> import relgym
>>> env = ShapedReward(relgym.make("blocks", problem=0), "relaxed-plan", discount=0.5)
>>> _ = env.reset()
>>> [env.step(action)[1] for action in ("(unstack b2 b3)", "(stack b2 b3)", "(pick-up b1)", "(stack b1 b2)")]
[-0.1875, 0.0, 0.0, 0.5]
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite, nan
from typing import Any, Literal, get_args

import gymnasium as gym
from gymnasium.utils import RecordConstructorArgs

from relgym.arguments import check_one_of, wrong
from relgym.envs.wrappers.core import core_of
from relgym.errors import RelgymError
from relgym.model.pddl.state import State
from relgym.model.pddl.traversal import conjuncts
from relgym.reasoning.pddl.reasoner import PDDLReasoner

Potential = Callable[[State], float]
"""The worth of a state on the way to the goal: the larger, the nearer."""

Source = Literal["goals", "relaxed-plan"]

SOURCES: tuple[Source, ...] = get_args(Source)

LARGEST_BASE = 0.99
"""The largest number whose power is a potential: with 1 all states would have the same."""


class ShapedReward(gym.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """A wrapper that adds `discount * potential(after) - potential(before)` to each reward.

    The potential of a state in which the episode has terminated is 0. Whatever the potential is, a policy that is best
    for an agent with this discount stays the best (Ng, Harada and Russell, 1999; Grzes, 2017, for episodes). Infos have
    the reward of the environment below as `unshaped_reward`.

    The best potential is the value of the state. So a distance `d` to the goal becomes `discount ** d`, the value of a
    reward of 1 in `d` steps: a step towards the goal gets nothing, all others and standing still get less, and the goal
    pays the part of its reward that the potential has not paid. Minus the distance would pay an agent with a discount
    for standing still.

    Args:
        env: An environment of PDDL problems, with or without other wrappers.
        potential: Where the distance comes from: `goals`, the number of conjuncts of the goal that do not hold;
            `relaxed-plan`, the cost of a plan that ignores what actions delete (FF), where an action costs 1 or what
            the `:metric` says; or a function of a state, which is the potential itself.
        discount: The discount of the agent that learns, from 0 to 1. Distances count by 0.99 where it is 1.
        scale: The number by which the potential is multiplied: the reward of the goal.

    Raises:
        RelgymError: The environment plays RDDL, or an argument is out of range; later, at a reset, there are too many
            actions for relaxed plans, or a function returns something else than a finite number.
    """

    def __init__(
        self,
        env: gym.Env[Any, Any],
        potential: Source | Potential = "goals",
        discount: float = 0.99,
        scale: float = 1.0,
    ) -> None:
        if not callable(potential):
            check_one_of("potential", potential, SOURCES)
        if isinstance(discount, bool) or not isinstance(discount, (int, float)) or not 0 <= discount <= 1:
            raise wrong("discount", discount, "a number from 0 to 1")
        if isinstance(scale, bool) or not isinstance(scale, (int, float)) or not 0 <= scale < float("inf"):
            raise wrong("scale", scale, "a number from 0 on")
        RecordConstructorArgs.__init__(self, potential=potential, discount=discount, scale=scale)
        gym.Wrapper.__init__(self, env)
        self.core = core_of(env, "RDDL rewards each step; gymnasium.wrappers.TransformReward changes these rewards")
        self._source, self._discount, self._scale = potential, discount, scale
        self._reasoner: PDDLReasoner | None = None
        self._potential: Potential = potential if callable(potential) else _nothing
        # The worth of the state before the next step; unknown after a step that was broken off.
        self._before: float | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode, as the environment below does."""
        self._before = None
        observation, info = self.env.reset(seed=seed, options=options)
        if self.core.reasoner is not self._reasoner:
            self._reasoner = self.core.reasoner
            if not callable(self._source):
                self._potential = potential_of(self._reasoner, self._source, self._discount)
        self._before = self._worth()
        return observation, info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carry out an action, as the environment below does, and shape its reward."""
        before, self._before = self._before, None
        if before is None:
            before = self._worth()
        observation, reward, terminated, truncated, info = self.env.step(action)
        after = 0.0 if terminated else self._worth()
        shaped = float(reward) + self._discount * after - before
        self._before = after
        return observation, shaped, terminated, truncated, {**info, "unshaped_reward": float(reward)}

    def _worth(self) -> float:
        worth = self._potential(self.core.get_state())
        try:
            number = float(worth)
        except (TypeError, ValueError):
            number = nan
        if not isfinite(number):
            raise wrong("the potential of a state", worth, "a finite number")
        return self._scale * number


def potential_of(reasoner: PDDLReasoner, source: Source, discount: float) -> Potential:
    """Return the potential of the states of a problem, from 0 to 1.

    Args:
        reasoner: The reasoner of the problem.
        source: `goals` or `relaxed-plan`, as for `ShapedReward`.
        discount: The discount; 1 counts as 0.99.

    Raises:
        RelgymError: There are too many actions for relaxed plans, or their costs depend on the state.
    """
    distance = _missing_goals(reasoner) if source == "goals" else _relaxed_plans(reasoner)
    base = min(discount, LARGEST_BASE)
    return lambda state: float(base ** distance(state))


def _missing_goals(reasoner: PDDLReasoner) -> Callable[[State], float]:
    conditions = tuple(conjuncts(reasoner.task.problem.goal))
    return lambda state: sum(not reasoner.holds(state, condition) for condition in conditions)


def _relaxed_plans(reasoner: PDDLReasoner) -> Callable[[State], float]:
    # The estimates bring the parts of planning, which take a while to import.
    from relgym.planning.stochastic.criterion import Criterion
    from relgym.planning.stochastic.goal_estimates import goal_estimates
    from relgym.planning.stochastic.process import TaskProcess

    estimates = goal_estimates(TaskProcess(reasoner, Criterion("cost")))
    if estimates is None:
        raise RelgymError(
            f"{reasoner.task.problem.name}: there are too many actions for relaxed plans, or costs that change",
            hint="potential='goals' counts the goals that are missing",
        )
    # The worth is an expected return, and a return is minus a cost.
    return lambda state: 0.0 if reasoner.goal(state) else -estimates.worth(state)[0]


def _nothing(state: State) -> float:
    """The potential before the first reset, which nobody asks for."""
    return 0.0
