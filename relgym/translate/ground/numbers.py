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

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from relgym.errors import UnsupportedFeature
from relgym.model.arithmetic import combine
from relgym.model.span import Span

UNDEFINED = -1
"""The node of an expression without a value."""

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
        node = self.leaves.get(key)
        if node is None:
            node = self.leaves[key] = self._node(("leaf", key))
        return node

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
            value = combine(operator, first, second)
            return UNDEFINED if value is None else self.constant(value)
        if operator != "-" and left > right:
            left, right = right, left
        return self._node((operator, left, right))

    def _node(self, node: tuple[Any, ...]) -> int:
        place = self._known.get(node)
        if place is None:
            place = self._known[node] = len(self._nodes)
            self._nodes.append(node)
        return place

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

    def node(self, number: int) -> tuple[Any, ...]:
        return self._nodes[number]
