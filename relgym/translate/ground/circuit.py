"""Ground formulas as a graph that shares equal nodes, from which nets are built.

>>> circuit = Circuit()
>>> a, b = circuit.leaf("a"), circuit.leaf("b")
>>> circuit.all([a, b]) == circuit.all([b, a, TRUE]), circuit.any([a, circuit.negated(FALSE)]) == TRUE
(True, True)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, auto

from relgym.model.pddl.grounded import FALSE, TRUE

WIDTH = 8
"""The largest number of operands of a node; wider formulas become several nodes."""


class Kind(IntEnum):
    """The kind of a node; an integer for fast look-ups, which are made for every node."""

    CONSTANT = auto()
    LEAF = auto()
    AND = auto()
    OR = auto()
    NOT = auto()
    DEFINED = auto()
    TURN = auto()
    OUTCOME = auto()


@dataclass(frozen=True, slots=True)
class Turn:
    """Draws that share one uniform number, since at most one of them is made.

    `points` are their guards with the probabilities of their outcomes, and `outcomes` the nodes of these outcomes in
    the same order.
    """

    active: int
    points: tuple[tuple[int, tuple[float, ...]], ...]
    outcomes: tuple[int, ...]


class Circuit:
    """Nodes by number, with their `kinds` and `operands`.

    A defined node may be used before it is defined, and may depend on itself. If there are no defined nodes (`defines`
    is false), nodes depend only on nodes with smaller numbers.
    """

    def __init__(self) -> None:
        self.kinds: list[Kind] = [Kind.CONSTANT, Kind.CONSTANT]
        self.operands: list[tuple[int, ...]] = [(), ()]
        self.leaves: dict[Hashable, int] = {}
        self.turns: dict[int, Turn] = {}
        self._known: Mapping[Kind, dict[tuple[int, ...], int]] = {Kind.AND: {}, Kind.OR: {}, Kind.NOT: {}}
        self.defines = False

    def leaf(self, key: Hashable) -> int:
        """Return the node of an input."""
        found = self.leaves.get(key)
        if found is None:
            found = self.leaves[key] = self._new(Kind.LEAF, ())
        return found

    def defined(self) -> int:
        """Make a new node, which is false unless `define` gives it a definition."""
        self.defines = True
        return self._new(Kind.DEFINED, (FALSE,))

    def define(self, node: int, definition: int) -> None:
        self.operands[node] = (definition,)

    def all(self, nodes: Iterable[int]) -> int:
        """Return the conjunction of nodes."""
        return self._joined(Kind.AND, nodes, TRUE, FALSE)

    def any(self, nodes: Iterable[int]) -> int:
        """Return the disjunction of nodes."""
        return self._joined(Kind.OR, nodes, FALSE, TRUE)

    def negated(self, node: int) -> int:
        if node in (FALSE, TRUE):
            return TRUE if node == FALSE else FALSE
        if self.kinds[node] is Kind.NOT:
            return self.operands[node][0]
        return self._node(Kind.NOT, (node,))

    def turn(self, points: Sequence[tuple[int, tuple[float, ...]]]) -> list[list[int]]:
        """Add draws that are made after those of all turns before; return for each point the nodes of its outcomes."""
        active = self.any(guard for guard, _ in points)
        before = [*self.turns][-1:]
        number = self._new(Kind.TURN, (*before, active, *(guard for guard, _ in points)))
        made = [[self._new(Kind.OUTCOME, (number,)) for _ in spread] for _, spread in points]
        self.turns[number] = Turn(active, tuple(points), tuple(node for nodes in made for node in nodes))
        return made

    def _joined(self, kind: Kind, nodes: Iterable[int], neutral: int, settled: int) -> int:
        kept = set(nodes)
        kept.discard(neutral)
        if settled in kept:
            return settled
        if not kept:
            return neutral
        level = sorted(kept)
        while len(level) > WIDTH:
            level = [self._several(kind, level[at : at + WIDTH]) for at in range(0, len(level), WIDTH)]
        return self._several(kind, level)

    def _several(self, kind: Kind, nodes: list[int]) -> int:
        return nodes[0] if len(nodes) == 1 else self._node(kind, tuple(nodes))

    def _node(self, kind: Kind, operands: tuple[int, ...]) -> int:
        known = self._known[kind]
        found = known.get(operands)
        if found is None:
            found = known[operands] = self._new(kind, operands)
        return found

    def _new(self, kind: Kind, operands: tuple[int, ...]) -> int:
        self.kinds.append(kind)
        self.operands.append(operands)
        return len(self.kinds) - 1
