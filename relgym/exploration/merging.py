"""Partitions joined to one state space, whose states are numbered in the order of a breadth-first search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from relgym.exploration.expanders.expander import Expander
from relgym.exploration.partition import Content
from relgym.exploration.space import StateSpace, Stop
from relgym.model.pddl.problem import Task
from relgym.model.rddl.domain import Instance


def merged(model: Task | Instance, expander: Expander, contents: Sequence[Content], stopped: Stop | None) -> StateSpace:
    """Return the space of some partitions; a single one is in order already."""
    [content] = contents
    states = len(content.rows)
    degrees = np.zeros(states, np.int64)
    degrees[: len(content.degrees)] = content.degrees
    choices = np.zeros(states, np.int32)
    choices[: len(content.choices)] = content.choices
    # The last layer is that of states which were found, and not expanded.
    begins = np.minimum([*content.layers, states], states)
    return StateSpace(
        model=model,
        code=expander.code,
        rows=content.rows,
        starts=len(expander.starts),
        depths=np.repeat(np.arange(len(begins) - 1, dtype=np.int32), np.diff(begins)),
        goals=content.goals,
        expanded=np.arange(states) < len(content.degrees),
        choices=choices,
        offsets=np.concatenate([[0], np.cumsum(degrees)]),
        actions=content.actions,
        targets=content.targets,
        probabilities=content.probabilities,
        action_names=content.names,
        has_goal=expander.has_goal,
        stopped=stopped,
    )


def shortened(space: StateSpace, count: int) -> StateSpace:
    """Return the first `count` states of a space, and the transitions between them."""
    if len(space) <= count:
        return space
    kept: NDArray[Any] = space.targets[: int(space.offsets[count])] < count
    offsets = np.concatenate([[0], np.cumsum(kept)])[space.offsets[: count + 1]]
    is_whole = np.diff(offsets) == np.diff(space.offsets[: count + 1])
    probabilities = space.probabilities
    return replace(
        space,
        rows=space.rows[:count],
        starts=min(space.starts, count),
        depths=space.depths[:count],
        goals=space.goals[:count],
        expanded=space.expanded[:count] & is_whole,
        choices=space.choices[:count],
        offsets=offsets,
        actions=space.actions[: len(kept)][kept],
        targets=space.targets[: len(kept)][kept],
        probabilities=None if probabilities is None else probabilities[: len(kept)][kept],
        stopped="states",
    )
