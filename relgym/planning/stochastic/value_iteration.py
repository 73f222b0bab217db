"""Value iteration: exact values of all reachable states (Bellman, 1957).

Without a horizon, all values are updated together until none changes by more than a tolerance. In tasks with goals they
begin with giving up everywhere, so they are what some policy reaches, and grow; where steps are free, the equation has
more than one solution, and a policy that goes round for nothing never arrives. With a horizon, values are computed
backwards from the last step, and are exact.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from relgym.errors import RelgymError
from relgym.limits import Budget, Limits
from relgym.planning.stochastic.criterion import VALUE_TOLERANCE, Criterion, bound_of, check_above_zero
from relgym.planning.stochastic.explicit import ExplicitProcess, explicit
from relgym.planning.stochastic.policy import Convergence
from relgym.planning.stochastic.process import DecisionProcess
from relgym.planning.stochastic.table import Decision, TablePolicy
from relgym.progress import counting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Reals = NDArray[np.float64]

LIMIT_SWEEPS = 50
"""Number of sweeps of value iteration over the states that are known when a limit has ended their exploration. Judged:
a sweep takes less than a hundredth of the time of the exploration."""

ROUNDING = 1e-12
"""The relative rounding error of a value."""


def value_iteration(
    process: DecisionProcess, limits: Limits, seed: int, *, tolerance: float = VALUE_TOLERANCE
) -> TablePolicy:
    """Compute the values of all reachable states.

    Args:
        process: The process.
        limits: Seconds and megabytes of the whole call.
        seed: Not used: nothing is drawn.
        tolerance: The residual at which it stops.

    Raises:
        RelgymError: There is no horizon and no discount.
        ModelError: Actions or outcomes cannot be listed.
    """
    began = monotonic()
    criterion = process.criterion
    check_above_zero("the tolerance", tolerance)
    if criterion.give_up is None and criterion.horizon is None and criterion.discount == 1:
        raise RelgymError(
            "value iteration needs a horizon or a discount: returns may have no bound",
            expected="horizon=..., or discount=... below 1",
        )
    budget = Budget("value_iteration", limits, "value iteration")
    with budget.call(), counting("value iteration", "states") as show:
        space = explicit(process, budget, show)
        backup = _Backup(space, criterion)
        if criterion.horizon is None:
            decisions, convergence = _converged(space, backup, budget, tolerance)
        else:
            decisions, convergence = _backwards(space, backup, budget, criterion.horizon)
    reason = space.reason or convergence.reason
    convergence = Convergence(
        "limit" if reason else "solved",
        None if space.reason else convergence.residual,
        len(space.states),
        convergence.iterations,
        monotonic() - began,
        reason,
        # Values begin with giving up.
        bound_of(criterion, upper=False) if reason else None,
    )
    return TablePolicy("value_iteration", process, dict(zip(space.states, decisions, strict=True)), convergence)


class _Backup:
    """Bellman's equation for all states at once."""

    def __init__(self, space: ExplicitProcess, criterion: Criterion) -> None:
        import numpy as np

        self._space = space
        self._discount = criterion.discount
        counts = np.diff(space.pair_ends, prepend=0)
        self.acting = np.flatnonzero(counts)
        self.first_pairs = (space.pair_ends - counts)[self.acting]
        self._counts = counts[self.acting]
        self._give_up = criterion.give_up
        # States without actions: the goal, dead ends, and those that were not expanded.
        floor = 0.0 if criterion.give_up is None else criterion.give_up
        self.still = np.where(space.is_over, criterion.at_goal, floor)
        # What a policy that gives up at once is worth: values move towards the solution from below.
        self.start = np.where(counts > 0, floor, self.still)

    def pairs(self, values: Reals) -> Reals:
        """Return the value of each pair of a state and an action."""
        import numpy as np

        space = self._space
        if not len(space.outcome_starts):
            return np.zeros(0)
        returns = space.probabilities * (space.rewards + self._discount * values[space.successors])
        sums: Reals = np.add.reduceat(returns, space.outcome_starts)
        return sums

    def best(self, pairs: Reals) -> Reals:
        """Return the values of all states after one backup."""
        import numpy as np

        values: Reals = self.still.copy()
        if len(self.acting):
            best = np.maximum.reduceat(pairs, self.first_pairs)
            values[self.acting] = best if self._give_up is None else np.maximum(best, self._give_up)
        return values

    def acts(self, values: Reals) -> NDArray[np.bool_]:
        """Return by acting state whether an action is better than giving up, by more than a rounding error."""
        import numpy as np

        at_acting = values[self.acting]
        if self._give_up is None:
            return np.ones(len(at_acting), dtype=np.bool_)
        better: NDArray[np.bool_] = at_acting > self._give_up + ROUNDING * abs(self._give_up)
        return better

    def wide(self, of_state: NDArray[Any]) -> NDArray[Any]:
        """Repeat a number of each acting state for each of its pairs."""
        import numpy as np

        return np.repeat(of_state, self._counts)


def _converged(
    space: ExplicitProcess, backup: _Backup, budget: Budget, tolerance: float
) -> tuple[list[Decision], Convergence]:
    import numpy as np

    values, residual, sweeps, reason = backup.start, float("inf"), 0, None
    pairs = backup.pairs(values)
    # At a limit, some sweeps still find out what the known states are worth.
    most = LIMIT_SWEEPS if space.reason else inf
    try:
        while residual > tolerance and sweeps < most:
            if not space.reason:
                budget.look()
            after = backup.best(pairs)
            residual = float(np.max(np.abs(after - values), initial=0.0))
            values, sweeps = after, sweeps + 1
            pairs = backup.pairs(values)
    except TimeoutError:
        reason = budget.error().message
    except KeyboardInterrupt:
        reason = "the iteration was interrupted"
    chosen = _proper(space, backup, values, pairs, max(tolerance, min(residual, 1.0)))
    decisions = [
        Decision((actions[pair] if pair >= 0 else None,), (value,))
        for actions, pair, value in zip(space.actions, chosen, values.tolist(), strict=True)
    ]
    return decisions, Convergence("solved", residual, 0, sweeps, 0.0, reason)


def _proper(space: ExplicitProcess, backup: _Backup, values: Reals, pairs: Reals, slack: float) -> list[int]:
    """Choose a best action for each state, of equally good ones one that leads on towards an end.

    Without discount and costs, an action that leads round in a circle may be as good as the one to the goal: the states
    are taken in the order of their distance to the end by best actions.

    Returns:
        By state, the index of the action; -1 for none.
    """
    import numpy as np

    chosen = np.full(len(space.states), -1, dtype=np.int64)
    if not len(backup.acting):
        return chosen.tolist()
    acts = backup.acts(values)
    owner = backup.wide(np.arange(len(backup.acting)))
    room = slack * np.maximum(1.0, np.abs(values[backup.acting]))
    good = (pairs >= backup.wide(values[backup.acting] - room)) & backup.wide(acts)
    known = np.ones(len(space.states), dtype=np.bool_)
    known[backup.acting[acts]] = False
    if values.min() >= 0 and not space.rewards.any():
        # Of two ends, only the goal is worth going to.
        known = space.is_over.copy()
    index = np.arange(len(pairs)) - backup.wide(backup.first_pairs)
    numbers = backup.acting[owner]
    while True:
        leads = np.logical_or.reduceat(known[space.successors], space.outcome_starts) & good
        new = np.flatnonzero(leads & (chosen[numbers] < 0) & ~known[numbers])
        if not len(new):
            break
        # The last assignment of a state counts: the first action wins.
        chosen[numbers[new[::-1]]] = index[new[::-1]]
        known[numbers[new]] = True
    for place in np.flatnonzero(acts & (chosen[backup.acting] < 0)).tolist():
        # Nowhere to arrive: the best action.
        first = backup.first_pairs[place]
        of_state = pairs[first : first + int(backup._counts[place])]
        chosen[backup.acting[place]] = int(np.argmax(of_state))
    return chosen.tolist()


def _backwards(
    space: ExplicitProcess, backup: _Backup, budget: Budget, horizon: int
) -> tuple[list[Decision], Convergence]:
    import numpy as np

    count = len(space.states)
    depths = np.array(space.depths)
    values = backup.still
    chosen: list[list[Any]] = [[] for _ in range(count)]
    worth: list[list[float]] = [[] for _ in range(count)]
    reason = None
    done = 0
    step: Callable[[], None] = budget.look
    try:
        for remaining in range(1, horizon + 1):
            step()
            pairs = backup.pairs(values)
            values = backup.best(pairs)
            best = _first_best(backup, pairs)
            # Only states that can be met with this number of steps left.
            for state in np.flatnonzero(depths <= horizon - remaining).tolist():
                place = best[state]
                chosen[state].append(space.actions[state][place] if place >= 0 else None)
                worth[state].append(float(values[state]))
            done = remaining
    except TimeoutError:
        reason = budget.error().message
    except KeyboardInterrupt:
        reason = "the iteration was interrupted"
    decisions = [Decision(tuple(optimal), tuple(told)) for optimal, told in zip(chosen, worth, strict=True)]
    return decisions, Convergence("solved", 0.0 if done == horizon else None, 0, done, 0.0, reason)


def _first_best(backup: _Backup, pairs: Reals) -> list[int]:
    """By state, the index of its first best action; -1 for none."""
    import numpy as np

    firsts = np.full(len(backup.still), -1, dtype=np.int64)
    if len(backup.acting):
        best = backup.wide(np.maximum.reduceat(pairs, backup.first_pairs))
        hits = np.flatnonzero(pairs == best)[::-1]
        numbers = backup.wide(backup.acting)
        firsts[numbers[hits]] = (np.arange(len(pairs)) - backup.wide(backup.first_pairs))[hits]
    return firsts.tolist()
