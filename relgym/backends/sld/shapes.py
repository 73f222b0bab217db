"""Aggregates that say the same, whatever their variables are called: for the same items they have the same value.

Equations often say something many times over, as where each branch divides a weight by the sum of all weights.

>>> a, b, n, m = (Variable(name, ("place",)) for name in ("?a", "?b", "?n", "?m"))
>>> one = Aggregate("sum", (n,), Fluent("road", (a, n)))
>>> other = Aggregate("sum", (m,), Fluent("road", (b, m)))
>>> shapes = Shapes()
>>> shapes.of(one).number == shapes.of(other).number, str(*shapes.of(one).free), str(*shapes.of(other).free)
(True, '?a', '?b')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from relgym.model.rddl.equations import Equations
from relgym.model.rddl.expressions import REAL, Aggregate, Call, Constant, Fluent, If, Item, Operation, Slot, Value
from relgym.model.rddl.traversal import parts_of
from relgym.model.terms import Variable
from relgym.translate.equations.conditions import bracketed
from relgym.translate.equations.ranges import range_of


@dataclass(frozen=True, slots=True)
class AggregateShape:
    """An aggregate's content as a number, and its free variables in the order of their positions."""

    number: int
    free: tuple[Variable, ...]


Product = tuple[Value, Value, int | float]
"""The truth values of a product, its other factors, and what it is where one of the former is false."""


class Shapes:
    """The shapes of aggregates and of products, each found once."""

    def __init__(self) -> None:
        self._products: dict[int, tuple[Operation, Product | None]] = {}
        self._numbers: dict[tuple[Any, ...], int] = {}
        # By identity, since to hash an aggregate takes as long as to read it; it stays alive with its shape.
        self._known: dict[int, tuple[Aggregate, AggregateShape | None]] = {}

    def product(self, value: Operation, program: Equations) -> Product | None:
        """A product as truth values and other factors; none where no factor is a truth value."""
        known = self._products.get(id(value))
        if known is None:
            split = bracketed(value, program)
            nothing = 0.0 if range_of(value, program.functions) == REAL else 0
            known = self._products[id(value)] = value, None if split is None else (*split, nothing)
        return known[1]

    def of(self, value: Aggregate) -> AggregateShape | None:
        """The shape of an aggregate; none where draws, matrices or other arrays are in it."""
        known = self._known.get(id(value))
        if known is None:
            known = self._known[id(value)] = value, self._shape(value)
        return known[1]

    def _shape(self, value: Aggregate) -> AggregateShape | None:
        names: dict[Variable, int] = {}
        bound: set[Variable] = set()
        said: list[tuple[Any, ...]] = []
        # Hundreds of operands may be nested, so this code is not recursive.
        left: list[Value | Slot] = [value]
        while left:
            part = left.pop()
            match part:
                case Variable():
                    said.append(("variable", names.setdefault(part, len(names)), part.types))
                case Constant(constant):
                    # 1, 1.0 and true are equal.
                    said.append(("constant", repr(constant)))
                case Item(_, of, number):
                    said.append(("item", of, number))
                case Fluent(name, arguments, primed):
                    said.append(("fluent", name, primed, len(arguments)))
                case Operation(operator, operands):
                    said.append(("operation", operator, len(operands)))
                case Call(function, arguments):
                    said.append(("call", function, len(arguments)))
                case If():
                    said.append(("if",))
                case Aggregate(operator, variables):
                    bound.update(variables)
                    places = [(names.setdefault(variable, len(names)), variable.types) for variable in variables]
                    said.append(("aggregate", operator, *places))
                case _:
                    return None
            left += reversed(parts_of(part))
        number = self._numbers.setdefault(tuple(said), len(self._numbers))
        return AggregateShape(number, tuple(variable for variable in names if variable not in bound))
