"""Nets of numbers: arrays that compute wanted nodes of a graph of numbers, times factors that make them whole.

>>> numbers = NumberGraph()
>>> half = numbers.combined("/", numbers.leaf("fuel"), numbers.constant(2))
>>> writer = NetWriter(numbers, ["fuel"], {})
>>> writer.row(half, 2)
1

Row 0 is the input, and row 1 the first operation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from relgym.errors import UnsupportedFeature
from relgym.model.numeric import EXACT_DOUBLE
from relgym.model.pddl.grounded import NumberNet, NumberOperations
from relgym.translate.ground.numbers import INSTEAD, NumberGraph, Scales
from relgym.translate.ground.schedule import indices

if TYPE_CHECKING:
    from relgym.model.pddl.grounded import Operand


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
        place = self._rows.get((node, factor))
        if place is None:
            place = self._rows[node, factor] = self._written(node, factor)
        return place

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
        if abs(value) > EXACT_DOUBLE:
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
            steps.append(NumberOperations(operator, one, other))
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
            operand = np.array([[self.constants[-1 - number]] for number in numbers], float)
            operand.setflags(write=False)
            return operand
        rows: Operand = indices([self.rows[number] for number in numbers])
        return rows
