"""The order in which a circuit's nodes are computed: level by level, many of them in one step.

>>> circuit = Circuit()
>>> a, b, c = (circuit.leaf(name) for name in "abc")
>>> net, row = scheduled(circuit, ["a", "b", "c"], [circuit.any([circuit.all([a, b]), c])])
>>> [step.operator for step in net.steps], net.rows
(['and', 'or'], 7)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from relgym.model.grounded import FALSE, TRUE, Draw, Fixpoint, Gates, Net, Step
from relgym.translate.ground_circuit import Circuit, Kind

ALONE = 64
"""From so many rows on it pays to compute those with fewer operands by themselves; a step has its price, too."""

TOGETHER = 2048
"""Rows that one step makes at most: for a thousand environments they and their operands fit into a core's cache."""

_PADDED = (0, 1, 2, 3, 4, 6, 6, 8, 8)
"""With how many operands a node is computed that has so many."""

_OPERATORS = {Kind.AND: "and", Kind.OR: "or", Kind.NOT: "not", Kind.DEFINED: "or"}
"""What the nodes do that gates compute."""


def scheduled(circuit: Circuit, inputs: Sequence[Hashable], wanted: Iterable[int]) -> tuple[Net, dict[int, int]]:
    """The net of the wanted nodes and of all turns, and the row of each node in it; inputs are keys of leaves."""
    return _Schedule(circuit, inputs).net([*wanted, *circuit.turns])


class _Schedule:
    """A net that grows."""

    def __init__(self, circuit: Circuit, inputs: Sequence[Hashable]) -> None:
        self._circuit = circuit
        self._inputs = len(inputs)
        self._row: dict[int, int] = {FALSE: FALSE, TRUE: TRUE}
        for place, key in enumerate(inputs):
            if key in circuit.leaves:
                self._row[circuit.leaves[key]] = 2 + place
        self._rows = 2 + len(inputs)
        self._steps: list[Step] = []

    def net(self, wanted: Sequence[int]) -> tuple[Net, dict[int, int]]:
        """All steps, each level after those that it rests on."""
        circuit = self._circuit
        level = dict.fromkeys(self._row, 0)
        plain: defaultdict[int, list[int]] = defaultdict(list)
        knots: defaultdict[int, list[int]] = defaultdict(list)
        turns: defaultdict[int, list[int]] = defaultdict(list)
        for component in components(circuit.operands, wanted):
            below = (level[other] for node in component for other in circuit.operands[node] if other in level)
            own = max(below, default=0) + 1
            for node in component:
                if node in self._row:
                    continue
                level[node] = own
                if len(component) > 1 or node in circuit.operands[node]:
                    knots[own].append(node)
                elif circuit.kinds[node] is Kind.TURN:
                    turns[own].append(node)
                elif circuit.kinds[node] is not Kind.OUTCOME:
                    plain[own].append(node)
        for own in sorted({*plain, *knots, *turns}):
            self._steps += self._gates(plain[own])
            if knots[own]:
                self._steps.append(self._fixpoint(knots[own]))
            for node in turns[own]:
                self._steps.append(self._draw(node))
        return Net(self._inputs, tuple(self._steps), self._rows), self._row

    def _number(self, nodes: Iterable[int]) -> None:
        """Give nodes the rows to come."""
        for node in nodes:
            self._row[node] = self._rows
            self._rows += 1

    def _gates(self, nodes: Collection[int]) -> list[Gates]:
        """Steps for nodes that rest on rows that there are already."""
        kinds, operands = self._circuit.kinds, self._circuit.operands
        groups: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
        for node in nodes:
            groups[_OPERATORS[kinds[node]], _PADDED[len(operands[node])]].append(node)
        found = []
        for (operator, width), group in _merged(groups):
            for at in range(0, len(group), TOGETHER):
                some = group[at : at + TOGETHER]
                # An operand more than once changes nothing.
                rows = [[self._row[other] for other in operands[node]] for node in some]
                filled = [[*row, *row[-1:] * (width - len(row))] for row in rows]
                found.append(Gates(operator, indices(filled).T.copy()))
                self._number(some)
        return found

    def _fixpoint(self, nodes: Sequence[int]) -> Fixpoint:
        """The step for nodes of which each rests on itself by way of others; the defined ones cut every circle."""
        kinds, operands = self._circuit.kinds, self._circuit.operands
        roots = [node for node in nodes if kinds[node] is Kind.DEFINED]
        self._number(roots)
        inner = [node for node in nodes if kinds[node] is not Kind.DEFINED]
        inside = set(inner)
        edges = {node: [other for other in operands[node] if other in inside] for node in inner}
        height: dict[int, int] = {}
        for (node,) in components(edges, inner):
            height[node] = 1 + max((height[other] for other in edges[node]), default=0)
        steps: list[Gates] = []
        for own in sorted({*height.values()}):
            steps += self._gates([node for node in inner if height[node] == own])
        return Fixpoint(indices([self._row[operands[root][0]] for root in roots]), tuple(steps))

    def _draw(self, node: int) -> Draw:
        turn = self._circuit.turns[node]
        spreads = tuple(dict.fromkeys(spread for _, spread in turn.points))
        first = {}
        count = 0
        for spread in spreads:
            first[spread] = count
            count += len(spread)
        guards = [self._row[guard] for guard, spread in turn.points for _ in spread]
        hits = [first[spread] + place for _, spread in turn.points for place in range(len(spread))]
        self._number(turn.outcomes)
        return Draw(self._row[turn.active], spreads, indices(guards), indices(hits))


def _merged(groups: Mapping[tuple[str, int], list[int]]) -> list[tuple[tuple[str, int], list[int]]]:
    """Groups by operator and width, small ones put into wider ones of the same operator."""
    found: list[tuple[tuple[str, int], list[int]]] = []
    waiting: list[int] = []
    ordered = sorted(groups.items())
    for place, (key, group) in enumerate(ordered):
        waiting = [*waiting, *group]
        last = place + 1 == len(ordered) or ordered[place + 1][0][0] != key[0]
        if last or len(waiting) >= ALONE:
            found.append((key, waiting))
            waiting = []
    return found


def indices(numbers: Any) -> Any:
    """Numbers of rows as an array that nobody changes."""
    array = np.array(numbers, np.intp)
    array.setflags(write=False)
    return array


def components(edges: Any, wanted: Iterable[int]) -> Iterator[list[int]]:
    """The components of mutual recursion that wanted nodes rest on, each after those that it rests on.

    `edges[node]` are the nodes that a node rests on (Tarjan, Depth-first search and linear graph algorithms, 1972).
    """
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    waiting: set[int] = set()
    for root in wanted:
        if root in index:
            continue
        walk = [(root, iter(edges[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        waiting.add(root)
        while walk:
            node, following = walk[-1]
            for other in following:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    waiting.add(other)
                    walk.append((other, iter(edges[other])))
                    break
                if other in waiting:
                    low[node] = min(low[node], index[other])
            else:
                walk.pop()
                if walk:
                    low[walk[-1][0]] = min(low[walk[-1][0]], low[node])
                if low[node] == index[node]:
                    found: list[int] = []
                    while not found or found[-1] != node:
                        found.append(stack.pop())
                        waiting.discard(found[-1])
                    yield found
