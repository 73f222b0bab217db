"""Partitions joined to one state space, whose states are numbered in the order of a breadth-first search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from relgym.exploration.expanders.expander import Expander
from relgym.exploration.graphs import Edges
from relgym.exploration.partition import Content
from relgym.exploration.space import StateSpace, Stop
from relgym.exploration.table import Rows
from relgym.model.pddl.problem import Task
from relgym.model.rddl.domain import Instance


def merged(model: Task | Instance, expander: Expander, contents: Sequence[Content], stopped: Stop | None) -> StateSpace:
    """Return the space of some partitions, with the same numbers whatever the number of partitions."""
    content = contents[0] if len(contents) == 1 else _joined(contents, expander.starts)
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


def _joined(contents: Sequence[Content], starts: Rows) -> Content:
    """Join partitions: states are numbered as one process would have found them."""
    firsts = np.cumsum([0, *(len(content.rows) for content in contents)])
    degrees = np.concatenate([_padded(content.degrees, len(content.rows)) for content in contents])
    targets = np.concatenate([_numbered(content, firsts) for content in contents])
    edges = Edges(np.concatenate([[0], np.cumsum(degrees, dtype=np.int64)]), targets)
    rows = np.concatenate([content.rows for content in contents])
    order, places, layers = _breadth_first(edges, _places(rows, contents, firsts, starts))
    numbers = edges.numbers(order)
    names, actions = _actions(contents, numbers)
    expanded = np.concatenate([np.arange(len(content.rows)) < len(content.degrees) for content in contents])
    shares = [content.probabilities for content in contents if content.probabilities is not None]
    return Content(
        rows=rows[order],
        layers=layers,
        goals=np.concatenate([content.goals for content in contents])[order],
        choices=np.concatenate([_padded(content.choices, len(content.rows)) for content in contents])[order],
        degrees=degrees[order],
        actions=actions,
        owners=None,
        targets=places[targets[numbers]],
        probabilities=np.concatenate(shares)[numbers] if shares else None,
        names=names,
        expanded=expanded[order],
    )


def _padded(numbers: NDArray[np.int32], count: int) -> NDArray[np.int32]:
    """Return numbers of the first states, and 0 for all others."""
    found = np.zeros(count, np.int32)
    found[: len(numbers)] = numbers
    return found


def _numbered(content: Content, firsts: NDArray[Any]) -> NDArray[np.int32]:
    """Return the targets of a partition's transitions by their numbers among the states of all partitions."""
    assert content.owners is not None
    found: NDArray[np.int32] = (content.targets + firsts[content.owners]).astype(np.int32)
    return found


def _places(rows: Rows, contents: Sequence[Content], firsts: NDArray[Any], starts: Rows) -> NDArray[Any]:
    """Return the places of the start states, in their order."""
    known = {
        rows[place].tobytes(): place
        for content, first in zip(contents, firsts[:-1].tolist(), strict=True)
        for place in range(first, first + min(len(starts), len(content.rows)))
    }
    return np.array([known[start.tobytes()] for start in starts], np.intp)


def _breadth_first(edges: Edges, starts: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int32], list[int]]:
    """Search from some nodes.

    Returns:
        The nodes in the order in which they are found, the place of each node in this order, and where each layer
        begins.
    """
    places = np.full(edges.nodes, -1, np.int32)
    order: list[NDArray[Any]] = []
    layers: list[int] = []
    nodes, count = starts, 0
    while len(nodes):
        places[nodes] = np.arange(count, count + len(nodes), dtype=np.int32)
        order.append(nodes)
        layers.append(count)
        count += len(nodes)
        after = edges.after(nodes)
        after = after[places[after] < 0]
        # Of several writes of one place the last one stays, which is to be the first of the node.
        numbers = np.arange(len(after), dtype=np.int32)
        places[after[::-1]] = numbers[::-1]
        nodes = after[places[after] == numbers]
    return np.concatenate(order), places, layers


def _actions(contents: Sequence[Content], numbers: NDArray[Any]) -> tuple[list[str], NDArray[np.int32]]:
    """Return the names of all actions, and the action of each transition, given the order of the transitions."""
    names = contents[0].names
    if all(content.names == names for content in contents):
        return names, np.concatenate([content.actions for content in contents])[numbers]
    # Reasoners name actions as they meet them.
    known: dict[str, int] = {}
    parts = []
    for content in contents:
        own = np.array([known.setdefault(name, len(known)) for name in content.names], np.int32)
        parts.append(own[content.actions])
    actions = np.concatenate(parts)[numbers]
    _, first, places = np.unique(actions, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.argsort(order).astype(np.int32)
    every, met = [*known], np.unique(actions)
    return [every[met[place]] for place in order], rank[places]


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
