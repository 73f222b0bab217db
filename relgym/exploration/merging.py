"""Partitions joined to one state space, whose states are numbered by their depth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from relgym.exploration.expanders.expander import Expander
from relgym.exploration.messages import Content
from relgym.exploration.space import StateSpace
from relgym.exploration.transition_system import Stop
from relgym.model.pddl.problem import Task
from relgym.model.rddl.domain import Instance


def merged(
    model: Task | Instance,
    expander: Expander,
    before: Content | None,
    contents: Sequence[Content],
    stopped: Stop | None,
) -> StateSpace:
    """Return the space of some partitions.

    Args:
        model: The task or the instance.
        expander: The expander of its states.
        before: The states that were expanded before the division, if there are several partitions.
        contents: The contents of the partitions.
        stopped: The limit that was reached, or `None`.
    """
    content = contents[0] if before is None else _joined(before, contents)
    offsets = np.zeros(len(content.rows) + 1, np.int64)
    content.degrees.cumsum(out=offsets[1:])
    return StateSpace(
        model=model,
        code=expander.code,
        rows=content.rows,
        starts=len(expander.starts),
        depths=np.repeat(np.arange(len(content.sizes), dtype=np.int32), content.sizes),
        goals=content.goals,
        expanded=content.expanded,
        choices=content.choices,
        offsets=offsets,
        actions=content.actions,
        targets=content.targets,
        probabilities=content.probabilities,
        action_names=content.names,
        has_goal=expander.has_goal,
        stopped=stopped,
    )


def _joined(before: Content, contents: Sequence[Content]) -> Content:
    """Join partitions: of each depth, the states of the first partition come first, then those of the next one."""
    everyone = [before, *contents]
    names, actions = _actions(everyone)
    sizes = [content.sizes for content in everyone]
    sums = [content.degree_sums for content in everyone]
    shares = [content.probabilities for content in everyone if content.probabilities is not None]
    return Content(
        rows=_sorted([content.rows for content in everyone], sizes),
        sizes=[*before.sizes, *(sum(depth) for depth in zip(*sizes[1:], strict=True))],
        degree_sums=[*before.degree_sums, *(sum(depth) for depth in zip(*sums[1:], strict=True))],
        goals=_sorted([content.goals for content in everyone], sizes),
        expanded=_sorted([content.expanded for content in everyone], sizes),
        choices=_sorted([content.choices for content in everyone], sizes),
        degrees=_sorted([content.degrees for content in everyone], sizes),
        actions=_sorted(actions, sums),
        targets=_sorted([content.targets for content in everyone], sums),
        probabilities=_sorted(shares, sums) if shares else None,
        names=names,
    )


def _sorted(columns: Sequence[NDArray[Any]], sizes: Sequence[Sequence[int]]) -> NDArray[Any]:
    """Join columns: the first one as it is, all others depth by depth.

    Args:
        columns: For each partition an entry for each state, or for each transition.
        sizes: For each partition and depth the number of entries.
    """
    first, *others = columns
    parts = [np.split(column, np.cumsum(counts)[:-1]) for column, counts in zip(others, sizes[1:], strict=True)]
    return np.concatenate([first, *chain.from_iterable(zip(*parts, strict=True))])


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
