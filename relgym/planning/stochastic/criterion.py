"""Criteria: the quantity that a policy optimises, and the sign of its values.

PDDL has no single meaning of a good policy, so a task has four criteria to choose from. An RDDL instance has one:
the expected return over its horizon with its discount.

>>> str(criterion_of(Task, "cost", penalty=100))
'lowest expected cost to the goal, 100 for a dead end'
>>> criterion_of(Task, None).shown(-3.5)
3.5
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal, assert_never

from relgym.arguments import check_one_of, check_whole, wrong
from relgym.errors import RelgymError
from relgym.model.pddl.problem import Task
from relgym.model.rddl.domain import Instance

SURE_PLAN_COST = 1e-6
"""Weight of a unit of cost, compared to the logarithm of a probability under the criterion `probability`: of equally
likely plans the cheaper one is better."""

VALUE_TOLERANCE = 1e-9
"""Residual at which value iteration and LRTDP stop, in the unit of values. The values of both then agree to better than
1e-6 on the problems of the catalogue."""

DEAD_END_PENALTY = 500.0
"""Cost of giving up, in the unit of action costs, under the criterion `cost`. Judged: five times the 100 steps that an
episode of the catalogue has, so a policy takes a detour of a hundred steps to lower the risk of a dead end by 0.2."""

CUT_OFF_SHARE = 0.99
"""Part of the cost of giving up that a random rollout counts where it ends before the goal. Judged: below 1, so that a
way that goes on is better than a dead end, and so near to 1 that it is no better than a way to the goal."""

GOAL_DISCOUNT = 0.99
"""Discount for each step under the criterion `discounted`. Judged: a goal after 100 steps still counts 0.37."""


CriterionName = Literal["cost", "probability", "discounted", "reward", "return"]
"""The criteria:

- `cost`: PDDL; the lowest expected cost to the goal. A `:metric` that is to be minimized gives the cost of an action;
  without one an action costs 1. At every state the agent may give up and pay `penalty`, so values are finite where
  dead ends cannot be avoided (fSSPUDE; Kolobov, Mausam and Weld, 2012).
- `probability`: PDDL; the highest probability of reaching the goal ever, whatever it costs (MAXPROB).
- `discounted`: PDDL; the highest expected `discount ** (n - 1)`, where step `n` reaches the goal.
- `reward`: PDDL; the highest expected sum of rewards until the goal, discounted by `discount`. Rewards are those of an
  environment with `reward='metric'`: changes of the `:metric` for the better, PPDDL's `(reward)` and `:goal-reward`.
- `return`: RDDL; the highest expected sum of rewards over the horizon, discounted by `discount`.
"""

TASK_CRITERIA = ("cost", "probability", "discounted", "reward")


@dataclass(frozen=True, slots=True)
class Criterion:
    """An aim of a policy.

    Inside relgym, values are returns that are maximised: a cost is a negative return.

    Attributes:
        name: The name of the criterion.
        penalty: The cost of giving up, for `cost`.
        discount: The factor by which a reward counts less for each step before it.
        horizon: The number of steps of an episode; `None` for no end.
    """

    name: CriterionName
    penalty: float = DEAD_END_PENALTY
    discount: float = 1.0
    horizon: int | None = None

    @property
    def give_up(self) -> float | None:
        """The return of giving up; `None` if the agent cannot give up."""
        match self.name:
            case "cost":
                return -self.penalty
            case "probability" | "discounted":
                return 0.0
            case "reward" | "return":
                return None
            case _:
                assert_never(self.name)

    @property
    def cut_off(self) -> float:
        """The return of what follows where a search looks no further, and nobody knows.

        It is almost that of giving up: an episode that goes on for ever pays the penalty, even if its steps are free.
        """
        return 0.0 if self.give_up is None else CUT_OFF_SHARE * self.give_up

    @property
    def at_goal(self) -> float:
        """The value of a state in which the goal or a condition of termination holds."""
        return 1.0 if self.name == "probability" else 0.0

    def shown(self, value: float) -> float:
        """Return a return in the unit of the criterion: costs are positive."""
        return -value + 0.0 if self.name == "cost" else value

    def __str__(self) -> str:
        match self.name:
            case "cost":
                return f"lowest expected cost to the goal, {self.penalty:g} for a dead end"
            case "probability":
                return "highest probability of reaching the goal"
            case "discounted":
                return f"highest discounted goal reward, discount {self.discount:g}"
            case "reward":
                return f"highest expected reward, discount {self.discount:g}"
            case "return":
                steps = "no horizon" if self.horizon is None else f"horizon {self.horizon}"
                return f"highest expected return, {steps}, discount {self.discount:g}"
            case _:
                assert_never(self.name)

    def to_json(self) -> dict[str, Any]:
        """Return the criterion as plain data."""
        form: dict[str, Any] = {"name": self.name, "discount": self.discount, "horizon": self.horizon}
        if self.name == "cost":
            form["penalty"] = self.penalty
        return form


def bound_of(criterion: Criterion, upper: bool) -> Literal["at least", "at most"] | None:
    """Return what a bound of the best return is in the unit of a criterion; `None` where an agent cannot give up.

    >>> bound_of(Criterion("cost"), upper=True), bound_of(Criterion("probability"), upper=True)
    ('at least', 'at most')

    Args:
        criterion: The criterion.
        upper: True for an upper bound of returns, False for a lower one.
    """
    if criterion.give_up is None:
        return None
    return "at least" if upper == (criterion.name == "cost") else "at most"


def criterion_of(
    language: type[Task] | type[Instance],
    name: str | None,
    *,
    penalty: float | None = None,
    discount: float | None = None,
    horizon: int | None = None,
    rewarded: bool = False,
    instance: Instance | None = None,
) -> Criterion:
    """Return the criterion that a caller asks for.

    Args:
        language: `Task` or `Instance`.
        name: The name of the criterion; by default `return` for RDDL, `reward` for a task of PDDL with rewards, and
            `cost` for others.
        penalty: The cost of giving up, for `cost`.
        discount: The discount; by default 0.99 for `discounted` and `reward`, and that of the instance for `return`.
        horizon: RDDL only. The number of steps; by default that of the instance.
        rewarded: PDDL only. True if the task has rewards.
        instance: The instance, for its horizon and discount.

    Raises:
        RelgymError: The language has no such criterion, or the criterion has no such number.
    """
    if language is Task:
        criterion = _task_criterion(name or ("reward" if rewarded else "cost"), penalty, discount)
        if horizon is not None:
            raise RelgymError("a policy for PDDL has no horizon", hint="evaluate() bounds the steps of an episode")
        return criterion
    assert instance is not None
    check_one_of("criterion", name or "return", ("return",))
    _check_unused("return", penalty, None)
    chosen = instance.discount if discount is None else _share("the discount", discount)
    if horizon is not None:
        check_whole("the horizon", horizon, 1)
    return Criterion("return", discount=chosen, horizon=instance.horizon if horizon is None else horizon)


def _task_criterion(name: str, penalty: float | None, discount: float | None) -> Criterion:
    """Return a criterion of PDDL."""
    check_one_of("criterion", name, TASK_CRITERIA)
    match name:
        case "cost":
            _check_unused(name, None, discount)
            chosen = DEAD_END_PENALTY if penalty is None else check_above_zero("the penalty", penalty)
            return Criterion("cost", penalty=chosen)
        case "probability":
            _check_unused(name, penalty, discount)
            return Criterion("probability")
        case "reward":
            _check_unused(name, penalty, None)
            return Criterion("reward", discount=GOAL_DISCOUNT if discount is None else _share("the discount", discount))
        case _:
            _check_unused(name, penalty, None)
            chosen = GOAL_DISCOUNT if discount is None else _number("the discount", discount)
            if not 0 < chosen < 1:
                raise wrong("the discount", discount, "a number between 0 and 1")
            return Criterion("discounted", discount=chosen)


def _check_unused(name: str, penalty: float | None, discount: float | None) -> None:
    """Refuse numbers that a criterion does not have."""
    if penalty is not None:
        raise RelgymError(f"the criterion '{name}' has no penalty", expected="penalty for the criterion 'cost' alone")
    if discount is not None:
        raise RelgymError(f"the criterion '{name}' has no discount", hint="criterion='discounted' has one")


def _share(what: str, value: object) -> float:
    share = _number(what, value)
    if not 0 < share <= 1:
        raise wrong(what, value, "a number above 0, and 1 at most")
    return share


def _number(what: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise wrong(what, value, "a number")
    return float(value)


def check_above_zero(what: str, value: object) -> float:
    """Return a number above 0; raises `RelgymError` for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value) or value <= 0:
        raise wrong(what, value, "a number above 0")
    return float(value)
