"""Ground numeric expressions as a graph of nodes, and the scales by which arrays compute them as whole numbers.

Numbers of files are exact, and stay exact in arrays of doubles: each is multiplied by a factor that makes it whole,
and doubles hold whole numbers up to 2**53 exactly. Expressions without such a factor (a division by a number that
changes, a number that is halved again and again) are refused.

>>> numbers = NumberGraph()
>>> fuel = numbers.leaf("fuel")
>>> half = numbers.combined("/", fuel, numbers.constant(Fraction(2)))
>>> third = numbers.combined("-", numbers.constant(1), numbers.constant(Fraction(2, 3)))
>>> numbers.factor(half, {"fuel": 3}), numbers.value(third)
(6, Fraction(1, 3))
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from relgym.errors import UnsupportedFeature
from relgym.model.arithmetic import combine
from relgym.model.pddl.grounded import NumberNet, Operations
from relgym.model.span import Span
from relgym.translate.ground.schedule import indices

if TYPE_CHECKING:
    from relgym.model.pddl.grounded import Operand

UNDEFINED = -1
"""The node of an expression without a value."""

EXACT_DOUBLE_LIMIT = 2**53
"""The bound up to which doubles hold every whole number exactly."""

SCALE_LIMIT = 10**6
"""The largest factor by which numbers are multiplied."""

INSTEAD = "play single environments, whose numbers are exact: gymnasium.make, or relgym.Reasoner"


Scales = Mapping[Hashable, int]
"""The factors by which leaves are multiplied; other leaves are whole numbers already."""


class NumberGraph:
    """Nodes by number: constants, leaves, and sums, differences and products of two nodes."""

    def __init__(self) -> None:
        self.leaves: dict[Hashable, int] = {}
        self._nodes: list[tuple[Any, ...]] = []
        self._known: dict[tuple[Any, ...], int] = {}

    def constant(self, value: int | Fraction | float) -> int:
        exact = Fraction(value) if isinstance(value, float) else value
        # Whole numbers are hashed and multiplied much faster as `int`.
        return self._node(("constant", int(exact) if exact.denominator == 1 else exact))

    def leaf(self, key: Hashable) -> int:
        """Return the node of an input."""
        found = self.leaves.get(key)
        if found is None:
            found = self.leaves[key] = self._node(("leaf", key))
        return found

    def value(self, node: int) -> int | Fraction | None:
        """Return the value of a node if it is a constant."""
        kind, *parts = self._nodes[node]
        return parts[0] if kind == "constant" else None

    def combined(self, operator: str, left: int, right: int, span: Span | None = None) -> int:
        """Return the node of an operation; raises `UnsupportedFeature` for a division by a number that changes."""
        if UNDEFINED in (left, right):
            return UNDEFINED
        first, second = self.value(left), self.value(right)
        if operator == "/":
            if second is None:
                raise UnsupportedFeature("arrays carry no division by a number that changes", span=span, hint=INSTEAD)
            if not second:
                return UNDEFINED
            return self.combined("*", left, self.constant(1 / Fraction(second)))
        if first is not None and second is not None:
            found = combine(operator, first, second)
            return UNDEFINED if found is None else self.constant(found)
        if operator != "-" and left > right:
            left, right = right, left
        return self._node((operator, left, right))

    def _node(self, node: tuple[Any, ...]) -> int:
        found = self._known.get(node)
        if found is None:
            found = self._known[node] = len(self._nodes)
            self._nodes.append(node)
        return found

    def factor(self, node: int, scales: Scales) -> int:
        """Return a factor that makes a node's value a whole number; `scales` are those of the leaves."""
        match self._nodes[node]:
            case ("constant", value):
                return int(value.denominator)
            case ("leaf", key):
                return scales.get(key, 1)
            case (operator, left, right):
                first, second = self.factor(left, scales), self.factor(right, scales)
                return first * second if operator == "*" else lcm(first, second)
            case _:
                raise AssertionError("no node of numbers")

    def settle(self, scales: dict[Hashable, int], assigned: Sequence[tuple[Hashable, int, Span | None]]) -> None:
        """Widen the scales of leaves until each makes every number whole that is added or assigned to its leaf.

        Raises `UnsupportedFeature` if the scales grow without end.
        """
        grown = True
        while grown:
            grown = False
            for key, node, span in assigned:
                wider = lcm(scales.get(key, 1), self.factor(node, scales))
                if wider > SCALE_LIMIT:
                    raise UnsupportedFeature(
                        "arrays carry no numbers whose fractions become smaller and smaller", span=span, hint=INSTEAD
                    )
                grown = grown or wider != scales.get(key, 1)
                scales[key] = wider

    def read(self, node: int) -> Iterator[int]:
        """Yield the leaves that a node's value depends on, some more than once; all of them must have values."""
        kind, *parts = self._nodes[node]
        if kind == "leaf":
            yield node
        elif kind != "constant":
            for part in parts:
                yield from self.read(part)

    def net(self, inputs: Sequence[Hashable], scales: Scales) -> NetWriter:
        """Make a net over these leaves, each times its scale, to which wanted nodes are added."""
        return NetWriter(self, inputs, scales)

    def node(self, number: int) -> tuple[Any, ...]:
        return self._nodes[number]


class NetWriter:
    """Collects the rows of a net of numbers, which have provisional numbers until it is finished.

    Inputs are numbered from 0 on, operations follow in the order in which they are made, and constants have the numbers
    -1, -2, ...
    """

    def __init__(self, numbers: NumberGraph, inputs: Sequence[Hashable], scales: Scales) -> None:
        self._numbers = numbers
        self._scales = scales
        self._inputs = {key: row for row, key in enumerate(inputs)}
        self._constants: dict[int, int] = {}
        self._made: dict[tuple[str, int, int], int] = {}
        self._levels: list[int] = []
        self._rows: dict[tuple[int, int], int] = {}

    def row(self, node: int, factor: int) -> int:
        """Return the provisional number of a node times `factor`, which makes its value whole."""
        found = self._rows.get((node, factor))
        if found is None:
            found = self._rows[node, factor] = self._written(node, factor)
        return found

    def _written(self, node: int, factor: int) -> int:
        match self._numbers.node(node):
            case ("constant", value):
                return self._constant(int(value * factor))
            case ("leaf", key):
                return self._times(self._inputs[key], factor // self._scales.get(key, 1))
            case ("*", left, right):
                first, second = (self._numbers.factor(side, self._scales) for side in (left, right))
                product = self._operation("*", self.row(left, first), self.row(right, second))
                return self._times(product, factor // (first * second))
            case (operator, left, right):
                return self._operation(operator, self.row(left, factor), self.row(right, factor))
            case _:
                raise AssertionError("no node of numbers")

    def _times(self, row: int, factor: int) -> int:
        return row if factor == 1 else self._operation("*", row, self._constant(factor))

    def as_row(self, number: int) -> int:
        """Return the number of a row that holds the value of a provisional number, which may be a constant."""
        return number if number >= 0 else self._operation("+", number, self._constant(0))

    def _constant(self, value: int) -> int:
        if abs(value) > EXACT_DOUBLE_LIMIT:
            raise UnsupportedFeature(f"arrays carry no numbers as large as {value}", hint=INSTEAD)
        return -1 - self._constants.setdefault(value, len(self._constants))

    def _operation(self, operator: str, left: int, right: int) -> int:
        key = (operator, left, right)
        if key not in self._made:
            self._made[key] = len(self._inputs) + len(self._made)
            self._levels.append(1 + max(self._level(left), self._level(right)))
        return self._made[key]

    def _level(self, row: int) -> int:
        return 0 if row < len(self._inputs) else self._levels[row - len(self._inputs)]

    def finished(self) -> tuple[NumberNet, NumberOperands]:
        """Return the net, and the operands of provisional numbers in it."""
        count = len(self._inputs)
        operands = NumberOperands({row: row for row in range(count)}, [*self._constants])
        # Rows and constants are operands of different kinds.
        groups: defaultdict[tuple[int, str, bool, bool], list[tuple[int, int, int]]] = defaultdict(list)
        for (operator, left, right), row in self._made.items():
            groups[self._level(row), operator, left < 0, right < 0].append((left, right, row))
        steps = []
        for (_, operator, _, _), some in sorted(groups.items()):
            one, other = (operands.of([sides[n] for sides in some]) for n in (0, 1))
            steps.append(Operations(operator, one, other))
            for _, _, row in some:
                operands.rows[row] = len(operands.rows)
        return NumberNet(count, tuple(steps)), operands


@dataclass(frozen=True, slots=True)
class NumberOperands:
    """The rows and constants of a net, by their provisional numbers."""

    rows: dict[int, int]
    constants: Sequence[int]

    def of(self, numbers: Sequence[int]) -> Operand:
        """Return the operand of some provisional numbers, which are all rows or all constants."""
        if numbers and numbers[0] < 0:
            found = np.array([[self.constants[-1 - number]] for number in numbers], float)
            found.setflags(write=False)
            return found
        rows: Operand = indices([self.rows[number] for number in numbers])
        return rows
