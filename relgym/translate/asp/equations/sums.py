"""The summands of a sum that may differ from 0: the other rows of items are left out of the list that is added.

>>> from relgym.model.rddl.equations import Equations, Function, Part
>>> from relgym.model.rddl.expressions import Fluent
>>> from relgym.model.terms import Variable
>>> near = Function(Part.CONSTANT, "near", ("t",))
>>> ranges = ValueRanges(Equations({}, {("near", False): near}, {}, (), (), (), 0))
>>> condition, term = added(Operation("*", (Constant(0.5), Fluent("near", (Variable("?x", ("t",)),)))), ranges)
>>> print(condition, "adds", term)
near(?x) adds 0.5
"""

from __future__ import annotations

from relgym.model.rddl.expressions import Constant, If, Operation, Value
from relgym.translate.asp.equations.bounds import ValueRanges


def added(body: Value, ranges: ValueRanges) -> tuple[Value | None, Value]:
    """The condition under which a body adds something, if there is one, and what it adds then.

    A product with a truth value adds nothing where that is false, and is not computed then.
    """
    match body:
        case If(condition, then, Constant(0)):
            return condition, then
        case Operation("*"):
            return ranges.bracketed(body) or (None, body)
    return None, body
