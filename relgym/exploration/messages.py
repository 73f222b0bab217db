"""Messages of partitions: states, their numbers, reports of rounds, and contents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from relgym.exploration.table import Numbers, Rows

Boxes = Mapping[int, Rows]
"""States for a partition, by the number of the partition that has found them."""

Replies = Mapping[int, Numbers]
"""The numbers of the states of a box, by the number of the partition that answers."""


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a round.

    Attributes:
        boxes: States for other partitions, by their numbers.
        replies: The numbers of the states in the boxes that were taken, by the partitions that they came from.
        fresh: The number of states of this depth.
        known: The number of own states so far.
        expanded: The number of expanded states so far.
        is_whole: False if the partition has stopped before it has expanded all states of this depth.
        nbytes: The memory of the states and transitions.
    """

    boxes: Boxes
    replies: Replies
    fresh: int
    known: int
    expanded: int
    is_whole: bool
    nbytes: int


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a partition.

    Attributes:
        rows: The states, those of smaller depth first.
        sizes: For each depth the number of states.
        degree_sums: For each depth the number of transitions.
        goals: For each state True if the goal holds.
        expanded: For each state True if it is expanded.
        choices: For each state the number of its valid actions, 0 if it is not expanded.
        degrees: For each state the number of its transitions, 0 if it is not expanded.
        actions: For each transition the number of its action.
        targets: For each transition the number of the state after it in the whole space.
        probabilities: For each transition its probability, or `None`.
        names: The names of the actions.
    """

    rows: Rows
    sizes: list[int]
    degree_sums: list[int]
    goals: NDArray[np.bool_]
    expanded: NDArray[np.bool_]
    choices: NDArray[np.int32]
    degrees: NDArray[np.int32]
    actions: NDArray[np.int32]
    targets: Numbers
    probabilities: NDArray[np.float64] | None
    names: list[str]
