"""The contract of expanders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from numpy.typing import NDArray

from relgym.exploration.codes.code import StateCode
from relgym.exploration.table import Rows


@dataclass(frozen=True, slots=True)
class Expansion:
    """The transitions from some states, in the order of the states, those of one state by the order of its actions.

    Attributes:
        sources: For each transition the place of its state among those that were expanded.
        actions: For each transition the number of its action.
        rows: For each transition the state after it.
        probabilities: For each transition its probability, if chance decides; else `None`.
        choices: For each state the number of its valid actions.
        goals: For each state True if the goal holds.
    """

    sources: NDArray[Any]
    actions: NDArray[Any]
    rows: Rows
    probabilities: NDArray[Any] | None
    choices: NDArray[Any]
    goals: NDArray[Any]


class Expander(Protocol):
    """Expands states of one task or instance.

    Attributes:
        code: Writes states as rows.
        starts: The start states, as rows.
        actions: The names of the actions by their numbers; it may grow with each expansion.
        chunk: The largest number of states to expand together.
        shared: The smallest number of states of a depth for each worker at which several workers are faster than one.
        draws: True if chance decides among outcomes.
        has_goal: True if the task has a goal, or the instance termination conditions.
    """

    code: StateCode
    starts: Rows
    actions: list[str]
    chunk: int
    shared: int
    draws: bool
    has_goal: bool

    def expanded(self, rows: Rows) -> Expansion:
        """Expand states."""

    def goals(self, rows: Rows) -> NDArray[Any]:
        """Tell for each state whether the goal holds."""
