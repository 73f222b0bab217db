"""Bounds of values that hold exactly, without regard to rounding: those of constants, `-`, `min`, `max` and branches.

>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> from relgym.translate.equations.equations import equations_of
>>> domain = read_domain('''domain d { pvariables { x : { state-fluent, real, default = 0.0 }; };
...   cpfs { x' = max[min[x + 0.1, 2], -1.5]; }; }''')
>>> program = equations_of(read_instance("instance i { domain = d; }", domain))
>>> clamped = Clamped(program)
>>> [equation] = [each for each in program.equations if each.function.name == "x"]
>>> clamped.add(equation)
>>> clamped.interval(equation.value)
(-1.5, 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from relgym.model.rddl.equations import Equation, Equations, Function, as_list
from relgym.model.rddl.expressions import INT, REAL, Call, Constant, Fluent, If, Operation, Switch, Value
from relgym.translate.equations.intervals import Interval

_UNKNOWN: Interval = (-inf, inf)


class Clamped:
    """The exact bounds of numbers of one program."""

    def __init__(self, program: Equations) -> None:
        self._program = program
        self._functions: dict[Function, Interval] = {}

    def add(self, equation: Equation) -> None:
        """Note the bounds of an equation's values, for equations that read its function."""
        if equation.function.range in (INT, REAL):
            self._functions[equation.function] = self.interval(equation.value)

    def interval(self, value: Value) -> Interval:
        """Return the least and the largest possible number of a value; infinite where nothing is known."""
        match value:
            case Constant(int() | float() as number) if not isinstance(number, bool):
                return number, number
            case Fluent(name, _, primed):
                return self._of_function(self._program.functions[name, primed])
            case Operation("-", (part,)):
                low, high = self.interval(part)
                return -high, -low
            case Call("min" | "max" as name, (left, right)):
                chosen = min if name == "min" else max
                one, other = self.interval(left), self.interval(right)
                return chosen(one[0], other[0]), chosen(one[1], other[1])
            case If(_, then, otherwise):
                return self._hull([then, otherwise])
            case Switch():
                return self._hull(value.branches)
            case _:
                return _UNKNOWN

    def comparison(self, operator: str, left: Value, right: Value) -> bool | None:
        """Return the truth value that a comparison always has; None where it may have either."""
        (low, high), (least, most) = self.interval(left), self.interval(right)
        match operator:
            case ">=" | "<":
                always, never = low >= most, high < least
            case "<=" | ">":
                always, never = high <= least, low > most
            case _:
                return None
        if not always and not never:
            return None
        return always == (operator in (">=", "<="))

    def _hull(self, values: Sequence[Value]) -> Interval:
        intervals = [self.interval(value) for value in values]
        return min(low for low, _ in intervals), max(high for _, high in intervals)

    def _of_function(self, function: Function) -> Interval:
        known = self._functions.get(function)
        if known is None:
            known = _UNKNOWN
            if function in self._program.constants and function.range in (INT, REAL):
                values = self._program.constants[function]
                every = as_list(values)
                known = (min(every), max(every)) if every else _UNKNOWN
            self._functions[function] = known
        return known
