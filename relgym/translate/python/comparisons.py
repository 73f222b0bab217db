"""Comparisons of numeric expressions as Python functions.

>>> from relgym.model.program import Test
>>> from relgym.model.terms import Object
>>> truck = Object("truck")
>>> test = Test(">=", FluentValue("fuel", (truck,)), Number(2))
>>> print(comparison(Names(), Comparison("compare_0", test, ((truck, 0),))))
def compare_0():
    n0 = value_fuel.get(0)
    if n0 is None: return False
    return n0 >= 2
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import assert_never

from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number
from relgym.model.plan import Comparison, Operand
from relgym.model.terms import Term
from relgym.translate.python.names import Names, key
from relgym.tuning.plans import EXPRESSION_OPERANDS_LIMIT


def comparison(names: Names, function: Comparison) -> str:
    """Return the text of a function that compares two expressions, false if a side is undefined."""
    test, known = function.test, dict(function.known)
    lines = [f"def {function.name}({', '.join([name for name in known.values() if isinstance(name, str)])}):"]
    numbers = count()
    left, right = (_expression(names, side, known, lines, numbers) for side in test.sides)
    operator = "==" if test.operator == "=" else test.operator
    lines.append(f"    return {left} {operator} {right}")
    return "\n".join(lines) + "\n"


def _expression(
    names: Names, expression: Expression, known: Mapping[Term, Operand], lines: list[str], numbers: Iterator[int]
) -> str:
    match expression:
        case Number(value):
            return (
                repr(value) if isinstance(value, int | float) else f"Fraction({value.numerator}, {value.denominator})"
            )
        case FluentValue(function, terms):
            name = f"n{next(numbers)}"
            place = key(tuple([known[term] for term in terms]))
            lines.append(f"    {name} = {names.values(function)}.get({place})")
            lines.append(f"    if {name} is None: return False")
            return name
        case Arithmetic(operator, operands):
            parts = [_expression(names, operand, known, lines, numbers) for operand in operands]
            if operator == "-" and len(parts) == 1:
                return f"(-{parts[0]})"
            if operator != "/":
                # Python reads no expression of thousands of operands.
                while len(parts) > EXPRESSION_OPERANDS_LIMIT:
                    name = f"n{next(numbers)}"
                    lines.append(f"    {name} = {f' {operator} '.join(parts[:EXPRESSION_OPERANDS_LIMIT])}")
                    parts = [name, *parts[EXPRESSION_OPERANDS_LIMIT:]]
                return "(" + f" {operator} ".join(parts) + ")"
            result = parts[0]
            for divisor in parts[1:]:
                name = f"n{next(numbers)}"
                lines.append(f"    if {divisor} == 0: return False")
                lines.append(f"    {name} = divide({result}, {divisor})")
                result = name
            return result
        case _:
            assert_never(expression)
