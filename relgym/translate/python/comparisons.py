"""Comparisons of numeric expressions as Python functions.

>>> from relgym.model.terms import Object
>>> fuel = FluentValue("fuel", (Object("truck"),))
>>> print(comparison(Names(), Test(">=", fuel, Number(2)), {})[0])
def compare_0():
    n0 = value_fuel.get(0)
    if n0 is None: return False
    return n0 >= 2
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import assert_never

from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number
from relgym.model.program import Test
from relgym.model.terms import Term
from relgym.translate.program.flatten import variables_of
from relgym.translate.python.names import Known, Names, key

LONG = 100
"""The largest number of operands in one expression."""


def comparison(names: Names, test: Test, known: Known) -> tuple[str, str]:
    """The text of a function that compares two expressions, false if a side is undefined, and the call of it."""
    assert isinstance(test.left, Expression) and isinstance(test.right, Expression)
    inside = variables_of(test)
    shared: dict[Term, str] = {term: name for term, name in known.items() if term in inside}
    name = f"compare_{names.helper()}"
    lines = [f"def {name}({', '.join(shared.values())}):"]
    numbers = count()
    left = _expression(names, test.left, shared, lines, numbers)
    right = _expression(names, test.right, shared, lines, numbers)
    operator = "==" if test.operator == "=" else test.operator
    lines.append(f"    return {left} {operator} {right}")
    return "\n".join(lines) + "\n", f"{name}({', '.join(shared.values())})"


def _expression(names: Names, expression: Expression, known: Known, lines: list[str], numbers: Iterator[int]) -> str:
    match expression:
        case Number(value):
            return (
                repr(value) if isinstance(value, int | float) else f"Fraction({value.numerator}, {value.denominator})"
            )
        case FluentValue(function, terms):
            name = f"n{next(numbers)}"
            place = key([names.term(term, known) for term in terms]) if terms else "()"
            lines.append(f"    {name} = {names.values(function)}.get({place})")
            lines.append(f"    if {name} is None: return False")
            return name
        case Arithmetic(operator, operands):
            parts = [_expression(names, operand, known, lines, numbers) for operand in operands]
            if operator == "-" and len(parts) == 1:
                return f"(-{parts[0]})"
            if operator != "/":
                # Python reads no expression of thousands of operands.
                while len(parts) > LONG:
                    name = f"n{next(numbers)}"
                    lines.append(f"    {name} = {f' {operator} '.join(parts[:LONG])}")
                    parts = [name, *parts[LONG:]]
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
