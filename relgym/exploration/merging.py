"""Partitions joined to one state space, whose states are numbered by their depth."""

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
    """Return the space of some partitions."""
    content = contents[0] if len(contents) == 1 else _joined(contents)
    states = len(content.rows)
    offsets = np.full(states + 1, len(content.targets), np.int64)
    offsets[: len(content.degrees) + 1] = np.concatenate([[0], np.cumsum(content.degrees, dtype=np.int64)])
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
        expanded=np.arange(states) < len(content.degrees) if content.expanded is None else content.expanded,
        choices=choices,
        offsets=offsets,
        actions=content.actions,
        targets=content.targets,
        probabilities=content.probabilities,
        action_names=content.names,
        has_goal=expander.has_goal,
        stopped=stopped,
    )


def _joined(contents: Sequence[Content]) -> Content:
    """Join partitions: of each depth, the states of the first partition come first, then those of the next one."""
    layers = np.array([content.layers for content in contents])
    sizes = np.diff(layers)
    ends = sizes.T.cumsum().reshape(sizes.T.shape).T
    # The number of each state in the joined space, one partition after the other.
    shifts = np.repeat((ends - layers[:, 1:]).reshape(-1), sizes.reshape(-1))
    bases = np.cumsum([0, *layers[:-1, -1]], dtype=np.int32)
    numbers = (np.concatenate([np.arange(count) for count in layers[:, -1]]) + shifts).astype(np.int32)
    degrees = [_padded(content.degrees, len(content.rows)) for content in contents]
    edges = [np.concatenate([[0], own.cumsum()])[begins] for own, begins in zip(degrees, layers, strict=True)]
    shares = [content.probabilities for content in contents if content.probabilities is not None]
    names, actions = _actions(contents)
    return Content(
        rows=_sorted([content.rows for content in contents], layers),
        layers=[0, *ends[-1].tolist()],
        goals=_sorted([content.goals for content in contents], layers),
        choices=_sorted([_padded(content.choices, len(content.rows)) for content in contents], layers),
        degrees=_sorted(degrees, layers),
        actions=_sorted(actions, edges),
        owners=None,
        targets=_sorted([numbers.take(_places(each, bases)) for each in contents], edges),
        probabilities=_sorted(shares, edges) if shares else None,
        names=names,
        expanded=_sorted([np.arange(len(content.rows)) < len(content.degrees) for content in contents], layers),
    )


def _places(content: Content, bases: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the targets of a partition's transitions by their places in a list of all partitions' states."""
    assert content.owners is not None
    found: NDArray[np.int32] = content.targets + bases.take(content.owners)
    return found


def _sorted(columns: Sequence[NDArray[Any]], begins: Any) -> NDArray[Any]:
    """Join columns, depth by depth.

    Args:
        columns: For each partition an entry for each state, or for each transition.
        begins: For each partition and depth the first entry, and where the last depth ends.
    """
    parts = [*zip(columns, begins, strict=True)]
    return np.concatenate([own[at[depth] : at[depth + 1]] for depth in range(len(begins[0]) - 1) for own, at in parts])


def _padded(numbers: NDArray[np.int32], count: int) -> NDArray[np.int32]:
    """Return numbers of the first states, and 0 for all others."""
    found = np.zeros(count, np.int32)
    found[: len(numbers)] = numbers
    return found


def _actions(contents: Sequence[Content]) -> tuple[list[str], list[NDArray[np.int32]]]:
    """Return the names of all actions, and for each partition the action of each transition."""
    names = contents[0].names
    if all(content.names == names for content in contents):
        return names, [content.actions for content in contents]
    # Reasoners name actions as they meet them.
    known: dict[str, int] = {}
    tables = [np.array([known.setdefault(name, len(known)) for name in each.names], np.int32) for each in contents]
    return [*known], [table[content.actions] for table, content in zip(tables, contents, strict=True)]


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
