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
from relgym.tuning.batched import NODE_OPERANDS_LIMIT


class NodeKind(IntEnum):
    """The kind of a node; an integer for fast look-ups, which are made for every node."""

    CONSTANT = auto()
    LEAF = auto()
    AND = auto()
    OR = auto()
    NOT = auto()
    DEFINED = auto()
    DRAW = auto()
    OUTCOME = auto()


@dataclass(frozen=True, slots=True)
class SharedDraw:
    """Draws that share one uniform number, since at most one of them is made.

    Attributes:
        active: The node that is true where one of them is made.
        guards: The node of each draw that is true where it is made.
        spreads: The probabilities of each draw's outcomes.
        outcomes: The nodes of all outcomes, in the same order.
    """

    active: int
    guards: tuple[int, ...]
    spreads: tuple[tuple[float, ...], ...]
    outcomes: tuple[int, ...]


class Circuit:
    """Nodes by number, with their `kinds` and `operands`.

    A defined node may be used before it is defined, and may depend on itself. If there are no defined nodes (`defines`
    is false), nodes depend only on nodes with smaller numbers.
    """

    def __init__(self) -> None:
        self.kinds: list[NodeKind] = [NodeKind.CONSTANT, NodeKind.CONSTANT]
        self.operands: list[tuple[int, ...]] = [(), ()]
        self.leaves: dict[Hashable, int] = {}
        self.draws: dict[int, SharedDraw] = {}
        self._known: Mapping[NodeKind, dict[tuple[int, ...], int]] = {
            NodeKind.AND: {},
            NodeKind.OR: {},
            NodeKind.NOT: {},
        }
        self.defines = False

    def leaf(self, key: Hashable) -> int:
        """Return the node of an input."""
        node = self.leaves.get(key)
        if node is None:
            node = self.leaves[key] = self._new(NodeKind.LEAF, ())
        return node

    def defined(self) -> int:
        """Make a new node, which is false unless `define` gives it a definition."""
        self.defines = True
        return self._new(NodeKind.DEFINED, (FALSE,))

    def define(self, node: int, definition: int) -> None:
        self.operands[node] = (definition,)

    def all(self, nodes: Iterable[int]) -> int:
        """Return the conjunction of nodes."""
        return self._joined(NodeKind.AND, nodes, TRUE, FALSE)

    def any(self, nodes: Iterable[int]) -> int:
        """Return the disjunction of nodes."""
        return self._joined(NodeKind.OR, nodes, FALSE, TRUE)

    def negated(self, node: int) -> int:
        if node in (FALSE, TRUE):
            return TRUE if node == FALSE else FALSE
        if self.kinds[node] is NodeKind.NOT:
            return self.operands[node][0]
        return self._node(NodeKind.NOT, (node,))

    def draw(self, draws: Sequence[tuple[int, tuple[float, ...]]]) -> list[list[int]]:
        """Add draws that share a number, after all others; return for each draw the nodes of its outcomes.

        Args:
            draws: Guards that exclude each other, each with the probabilities of the outcomes.
        """
        guards, spreads = tuple(guard for guard, _ in draws), tuple(spread for _, spread in draws)
        active = self.any(guards)
        before = [*self.draws][-1:]
        number = self._new(NodeKind.DRAW, (*before, active, *guards))
        made = [[self._new(NodeKind.OUTCOME, (number,)) for _ in spread] for spread in spreads]
        self.draws[number] = SharedDraw(active, guards, spreads, tuple(node for nodes in made for node in nodes))
        return made

    def _joined(self, kind: NodeKind, nodes: Iterable[int], neutral: int, settled: int) -> int:
        kept = set(nodes)
        kept.discard(neutral)
        if settled in kept:
            return settled
        if len(kept) < 2:
            return kept.pop() if kept else neutral
        level = sorted(kept)
        while len(level) > NODE_OPERANDS_LIMIT:
            level = [
                self._several(kind, level[at : at + NODE_OPERANDS_LIMIT])
                for at in range(0, len(level), NODE_OPERANDS_LIMIT)
            ]
        return self._node(kind, tuple(level))

    def _several(self, kind: NodeKind, nodes: list[int]) -> int:
        return nodes[0] if len(nodes) == 1 else self._node(kind, tuple(nodes))

    def _node(self, kind: NodeKind, operands: tuple[int, ...]) -> int:
        known = self._known[kind]
        node = known.get(operands)
        if node is None:
            node = known[operands] = self._new(kind, operands)
        return node

    def _new(self, kind: NodeKind, operands: tuple[int, ...]) -> int:
        self.kinds.append(kind)
        self.operands.append(operands)
        return len(self.kinds) - 1
