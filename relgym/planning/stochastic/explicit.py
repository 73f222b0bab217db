"""Reachable states of a decision process with all their actions and outcomes, as arrays.

Pairs of a state and an action have numbers; the outcomes of a pair lie side by side.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from relgym.errors import BackendError
from relgym.limits import Budget
from relgym.planning.stochastic.process import DecisionProcess
from relgym.reasoning.reachable_states import ReachableStates
from relgym.tuning.planning import EXPANSIONS_PER_LOOK

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(slots=True)
class ExplicitProcess:
    """All states that were reached, and what follows from each action.

    Attributes:
        states: The states, the starts first, in the order in which they were met.
        depths: The least number of steps to each state.
        is_over: By state, whether an episode ends there.
        actions: By state, its actions; empty if the state was not expanded.
        expanded: By state, whether it was expanded.
        pair_ends: By state, the number of pairs of this state and of those before.
        outcome_starts: By pair, the position of its first outcome.
        probabilities, rewards, successors: By outcome.
        reason: Why the exploration has stopped early; `None` if it has not.
    """

    states: list[Any]
    depths: list[int]
    is_over: NDArray[np.bool_]
    expanded: NDArray[np.bool_]
    actions: list[list[Any]]
    pair_ends: NDArray[np.int64]
    outcome_starts: NDArray[np.int64]
    probabilities: NDArray[np.float64]
    rewards: NDArray[np.float64]
    successors: NDArray[np.int64]
    reason: str | None = None


def explicit(process: DecisionProcess, budget: Budget, show: Callable[[int], None]) -> ExplicitProcess:
    """Explore all reachable states, up to the horizon of the criterion.

    Args:
        process: The process.
        budget: The limits; at one of them, the states that are known stay, and those not expanded have no actions.
        show: Called now and then with the number of states.

    Raises:
        ModelError: Actions or outcomes cannot be listed.
    """
    import numpy as np

    horizon = process.criterion.horizon
    states = ReachableStates(process.starts())
    over: list[bool] = []
    actions: list[list[Any]] = []
    expanded: list[bool] = []
    pair_ends, outcome_starts = [], []
    probabilities: list[float] = []
    rewards: list[float] = []
    successors: list[int] = []
    pairs = 0
    reason: str | None = None
    for current, state in states:
        of_state: list[Any] = []
        is_over = False
        known = reason is None
        if known:
            size = len(probabilities), pairs
            try:
                if current % EXPANSIONS_PER_LOOK == 0:
                    budget.look()
                    show(current)
                is_over = process.is_over(state)
                if not is_over and (horizon is None or states.depths[current] < horizon):
                    for action in process.actions(state):
                        outcome_starts.append(len(probabilities))
                        pairs += 1
                        of_state.append(action)
                        for probability, reward, after in process.outcomes(state, action):
                            probabilities.append(probability)
                            rewards.append(reward)
                            after_number = states.meet(after, current)
                            assert after_number is not None
                            successors.append(after_number)
                        budget.look()
            except (TimeoutError, KeyboardInterrupt, BackendError) as error:
                reason = _why(error, budget)
                # A state with only some known actions counts as one that was not expanded.
                del probabilities[size[0] :], rewards[size[0] :], successors[size[0] :], outcome_starts[size[1] :]
                pairs, of_state, known = size[1], [], False
        over.append(is_over)
        expanded.append(known)
        actions.append(of_state)
        pair_ends.append(pairs)
    return ExplicitProcess(
        states.listed,
        states.depths,
        np.array(over, dtype=np.bool_),
        np.array(expanded, dtype=np.bool_),
        actions,
        np.array(pair_ends, dtype=np.int64),
        np.array(outcome_starts, dtype=np.int64),
        np.array(probabilities, dtype=np.float64),
        np.array(rewards, dtype=np.float64),
        np.array(successors, dtype=np.int64),
        reason,
    )


def _why(error: BaseException, budget: Budget) -> str:
    match error:
        case TimeoutError():
            return budget.error().message
        case KeyboardInterrupt():
            return "the exploration was interrupted"
        case BackendError():
            return error.message
        case _:
            raise error
