"""Schedule the nodes of a circuit: level by level, with many nodes in one step.

>>> circuit = Circuit()
>>> a, b, c = (circuit.leaf(name) for name in "abc")
>>> net, row = scheduled(circuit, ["a", "b", "c"], [circuit.any([circuit.all([a, b]), c])])
>>> [step.operator for step in net.steps], net.rows
(['and', 'or'], 7)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

import numpy as np

from relgym.model.graphs import components
from relgym.model.pddl.grounded import FALSE, TRUE, DrawGates, Fixpoint, GateNet, Gates, NetStep
from relgym.translate.ground.circuit import Circuit, NodeKind
from relgym.tuning.batched import STEP_OPERANDS, STEP_ROWS_LIMIT

_OPERATORS = {NodeKind.AND: "and", NodeKind.OR: "or", NodeKind.NOT: "not", NodeKind.DEFINED: "or"}
"""The operators of the kinds of nodes that gates compute."""


def scheduled(
    circuit: Circuit, inputs: Sequence[Hashable], wanted: Iterable[int], last: Sequence[int] = ()
) -> tuple[GateNet, dict[int, int]]:
    """Schedule the wanted nodes and all draws; return the net, and the row of each node in it.

    `inputs` are keys of leaves. The last rows of the net are the nodes of `last`, in their order.
    """
    conjunctions = [_in_place(circuit, node) for node in last]
    width = _width(conjunctions)
    at_once = [parts if len(parts) <= width else (node,) for node, parts in zip(last, conjunctions, strict=True)]
    below = [node for operands in at_once for node in operands]
    schedule = _Schedule(circuit, inputs)
    schedule.add([*wanted, *circuit.draws, *below])
    schedule.end(at_once)
    return schedule.net(), schedule.row


def _in_place(circuit: Circuit, node: int) -> tuple[int, ...]:
    """Return the nodes whose conjunction a node is."""
    return circuit.operands[node] if circuit.kinds[node] is NodeKind.AND else (node,)


def _width(conjunctions: Sequence[Sequence[int]]) -> int:
    """Find the cheapest width of the gates of some conjunctions, if wider ones are computed before and then copied."""
    widths = [len(operands) for operands in conjunctions]

    def cost(width: int) -> int:
        wider = [larger for larger in widths if larger > width]
        return width * len(widths) + sum(wider) + (STEP_OPERANDS if wider else 0)

    return min(sorted({*widths}), key=cost, default=1)


class _Schedule:
    """Builds a net step by step."""

    def __init__(self, circuit: Circuit, inputs: Sequence[Hashable]) -> None:
        self._circuit = circuit
        self._inputs = len(inputs)
        self.row: dict[int, int] = {FALSE: FALSE, TRUE: TRUE}
        for place, key in enumerate(inputs):
            if key in circuit.leaves:
                self.row[circuit.leaves[key]] = 2 + place
        self._rows = 2 + len(inputs)
        self._steps: list[NetStep] = []

    def net(self) -> GateNet:
        return GateNet(self._inputs, tuple(self._steps), self._rows)

    def add(self, wanted: Sequence[int]) -> None:
        """Add steps for the wanted nodes, each level after those that it depends on."""
        circuit = self._circuit
        level = [0] * len(circuit.kinds)
        plain: defaultdict[int, list[int]] = defaultdict(list)
        knots: defaultdict[int, list[int]] = defaultdict(list)
        draws: defaultdict[int, list[int]] = defaultdict(list)
        for component in components(circuit.operands, wanted) if circuit.defines else self._ordered(wanted):
            depth = 1 + max([level[other] for node in component for other in circuit.operands[node]], default=0)
            for node in component:
                if node in self.row:
                    continue
                level[node] = depth
                if len(component) > 1 or self._is_recursive(node):
                    knots[depth].append(node)
                elif circuit.kinds[node] is NodeKind.DRAW:
                    draws[depth].append(node)
                elif circuit.kinds[node] is not NodeKind.OUTCOME:
                    plain[depth].append(node)
        for depth in sorted({*plain, *knots, *draws}):
            self._steps += self._gates(plain[depth])
            if knots[depth]:
                self._steps.append(self._fixpoint(knots[depth]))
            for node in draws[depth]:
                self._steps.append(self._draw(node))

    def _is_recursive(self, node: int) -> bool:
        return self._circuit.kinds[node] is NodeKind.DEFINED and node in self._circuit.operands[node]

    def _ordered(self, wanted: Iterable[int]) -> Iterator[tuple[int]]:
        """Yield the nodes that wanted ones depend on, each as a component; none depends on one with a larger number."""
        operands = self._circuit.operands
        met = set(self.row)
        todo = [*wanted]
        while todo:
            node = todo.pop()
            if node not in met:
                met.add(node)
                todo += operands[node]
        return zip(sorted(met.difference(self.row)))

    def end(self, conjunctions: Sequence[Sequence[int]]) -> None:
        """Add steps for conjunctions whose rows are the last of the net, side by side."""
        width = max(map(len, conjunctions), default=1)
        self._steps += self._together("and", width, conjunctions)
        self._rows += len(conjunctions)

    def _number(self, nodes: Iterable[int]) -> None:
        """Assign the next rows to nodes."""
        for node in nodes:
            self.row[node] = self._rows
            self._rows += 1

    def _gates(self, nodes: Collection[int]) -> list[Gates]:
        """Make steps for nodes that depend on existing rows only."""
        kinds, operands = self._circuit.kinds, self._circuit.operands
        groups: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
        for node in nodes:
            groups[_OPERATORS[kinds[node]], len(operands[node])].append(node)
        gates: list[Gates] = []
        for (operator, width), group in _merged(groups):
            gates += self._together(operator, width, [operands[node] for node in group])
            self._number(group)
        return gates

    def _together(self, operator: str, width: int, operands: Sequence[Sequence[int]]) -> Iterator[Gates]:
        """Make steps for gates of one operator with at most `width` operands."""
        for at in range(0, len(operands), STEP_ROWS_LIMIT):
            rows = [[self.row[other] for other in inputs] for inputs in operands[at : at + STEP_ROWS_LIMIT]]
            # Repeating an operand does not change the result.
            filled = [[*row, *row[-1:] * (width - len(row))] for row in rows]
            yield Gates(operator, indices(np.array(filled, np.intp).T))

    def _fixpoint(self, nodes: Sequence[int]) -> Fixpoint:
        """Make the step for mutually recursive nodes; the defined nodes cut every cycle."""
        kinds, operands = self._circuit.kinds, self._circuit.operands
        roots = [node for node in nodes if kinds[node] is NodeKind.DEFINED]
        self._number(roots)
        inner = [node for node in nodes if kinds[node] is not NodeKind.DEFINED]
        inside = set(inner)
        edges = {node: [other for other in operands[node] if other in inside] for node in inner}
        height: dict[int, int] = {}
        for (node,) in components(edges, inner):
            height[node] = 1 + max((height[other] for other in edges[node]), default=0)
        steps: list[Gates] = []
        for rank in sorted({*height.values()}):
            steps += self._gates([node for node in inner if height[node] == rank])
        return Fixpoint(indices([self.row[operands[root][0]] for root in roots]), tuple(steps))

    def _draw(self, node: int) -> DrawGates:
        shared = self._circuit.draws[node]
        spreads = tuple(dict.fromkeys(shared.spreads))
        first = {}
        count = 0
        for spread in spreads:
            first[spread] = count
            count += len(spread)
        pairs = [*zip(shared.guards, shared.spreads, strict=True)]
        guards = [self.row[guard] for guard, spread in pairs for _ in spread]
        hits = [first[spread] + place for _, spread in pairs for place in range(len(spread))]
        self._number(shared.outcomes)
        return DrawGates(self.row[shared.active], spreads, indices(guards), indices(hits))


def _merged(groups: Mapping[tuple[str, int], list[int]]) -> Iterator[tuple[tuple[str, int], list[int]]]:
    """Merge groups by operator and width into wider ones of the same operator where that saves time."""
    for operator, some in groupby(sorted(groups.items()), key=lambda item: item[0][0]):
        widths, members = zip(*((width, nodes) for (_, width), nodes in some), strict=True)
        # For each prefix of the groups, the cheapest partition: its cost and the starts of its parts.
        best: list[tuple[int, tuple[int, ...]]] = [(0, ())]
        for end, width in enumerate(widths, 1):
            best.append(
                min(
                    (
                        best[begin][0] + STEP_OPERANDS + width * sum(map(len, members[begin:end])),
                        (*best[begin][1], begin),
                    )
                    for begin in range(end)
                )
            )
        for begin, end in pairwise([*best[-1][1], len(widths)]):
            yield (operator, widths[end - 1]), [node for nodes in members[begin:end] for node in nodes]


def indices(numbers: Any) -> Any:
    """Return numbers of rows as a read-only array."""
    array = np.array(numbers, np.intp, order="C")
    array.setflags(write=False)
    return array
