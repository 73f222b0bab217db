"""A transposition table: states that a walk has met, with their valid actions and the states that actions lead to.

Two states that differ only in accumulators (`accumulation.py`) are one node. The table holds a bounded number of nodes
and edges; a state beyond that gets a node that nobody else finds.
"""

from __future__ import annotations

from collections.abc import Sequence

from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Values
from relgym.model.program import Row
from relgym.tuning.simulate import IDS_PER_EDGE, NODE_EDGES, TABLE_EDGES_LIMIT

Look = tuple[State, bool, Sequence[int]]
"""The result of a step: the state, whether the goal holds, and the ids of all valid actions, the lowest first."""


Key = int | tuple[int, Values]
"""A state without accumulators; the atoms alone where there are no other numbers."""

Parts = list[Sequence[int]]
"""The ids of valid actions by groups, each at the group's index."""

_NONE: dict[int, CachedState] = {}
"""The links of a state without links yet; it stays empty."""


class CachedState:
    """A state with what was asked about it.

    Attributes:
        bits: The atoms that are true.
        values: The numbers without accumulators.
        more: The bits of derived atoms and comparisons that are true (`ground`), `None` if they are not known.
        parts: The ids of the valid actions by groups of schemas (`projections.py`), `None` if they are not known.
        ids: The ids of all valid actions, in no particular order.
        after: The nodes that actions lead to, by the actions' ids.
        goal: Whether the goal holds, `None` if nobody has asked.
        derived: The rows of the derived predicates, if somebody has asked.
        actions: The valid actions, if somebody has asked.
        look: What is seen there, if somebody has asked and there are no accumulators.
    """

    __slots__ = ("actions", "after", "bits", "derived", "goal", "ids", "look", "more", "parts", "values")

    def __init__(
        self, bits: int, values: Values, ids: Sequence[int], more: int | None = None, parts: Parts | None = None
    ) -> None:
        self.bits = bits
        self.values = values
        self.ids = ids
        self.more = more
        self.parts = parts
        self.after = _NONE
        self.goal: bool | None = None
        self.derived: list[list[Row]] | None = None
        self.actions: list[Action] | None = None
        self.look: Look | None = None


class TranspositionTable:
    """The nodes that are remembered, by atoms and values."""

    def __init__(self) -> None:
        self._nodes: dict[Key, CachedState] = {}
        self._size = 0
        # Find the node of a key, if there is one.
        self.find = self._nodes.get

    def __len__(self) -> int:
        return len(self._nodes)

    @staticmethod
    def key(bits: int, values: Values) -> Key:
        """Make the key of a state."""
        return (bits, values) if values else bits

    def add(self, key: Key, node: CachedState) -> None:
        """Remember a node if there is room."""
        if self._size < TABLE_EDGES_LIMIT:
            self._size += NODE_EDGES + len(node.ids) // IDS_PER_EDGE
            self._nodes[key] = node

    def link(self, before: CachedState, number: int, after: CachedState) -> None:
        """Remember where an action leads, if there is room."""
        if self._size < TABLE_EDGES_LIMIT:
            self._size += 1
            if before.after is _NONE:
                before.after = {number: after}
            else:
                before.after[number] = after
