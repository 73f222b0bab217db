"""Which rows of items add something to a sum: the others are no terms of the list that it is computed from.

>>> from relgym.model.equations import Equations, Function, Part
>>> from relgym.model.rddl_expressions import Fluent
>>> from relgym.model.terms import Variable
>>> near = Function(Part.CONSTANT, "near", ("t",))
>>> ranges = ValueRanges(Equations({}, {("near", False): near}, {}, (), (), (), 0))
>>> condition, term = added(Operation("*", (Constant(0.5), Fluent("near", (Variable("?x", ("t",)),)))), ranges)
>>> print(condition, "adds", term)
near(?x) adds 0.5
"""

from __future__ import annotations

from functools import reduce

from relgym.model.rddl_expressions import BOOL, Constant, If, Operation, Value
from relgym.translate.asp_equations_ranges import ValueRanges


def added(body: Value, ranges: ValueRanges) -> tuple[Value | None, Value]:
    """The condition under which a body adds something, if there is one, and what it adds then.

    A product with a truth value adds nothing where that is false; but if it may fail, it must be computed.
    """
    match body:
        case If(condition, then, Constant(0)):
            return condition, then
        case Operation("*") if not ranges.may_fail(body):
            conditions, others = _factors(body, ranges)
            if conditions and others:
                return _joined("^", conditions), _joined("*", others)
    return None, body


def _factors(value: Value, ranges: ValueRanges) -> tuple[list[Value], list[Value]]:
    """The truth values among the factors of a product, and the others."""
    match value:
        case _ if ranges.range_of(value) == BOOL:
            return [value], []
        case Operation("*", (left, right)):
            conditions, others = _factors(left, ranges)
            more, rest = _factors(right, ranges)
            return conditions + more, others + rest
        case _:
            return [], [value]


def _joined(operator: str, values: list[Value]) -> Value:
    return reduce(lambda left, right: Operation(operator, (left, right)), values)
