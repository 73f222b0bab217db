"""Prove that a question has the same values, bit for bit, in lists and in arrays.

The two forms do the same IEEE operations on each value, but add up in different orders, and take functions such as
`exp` from different libraries. So they agree where every sum is exact, and no such function is called.

A sum is exact in any order if each of its terms is a whole multiple of `2**-digits` and all partial sums stay below
`2**53 / 2**digits`: a double holds those without rounding (Goldberg, What every computer scientist should know about
floating-point arithmetic, 1991).

>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> from relgym.translate.equations.equations import equations_of
>>> def agrees(reward):
...     domain = read_domain('domain d { types { t : object; }; pvariables { on(t) : { state-fluent, bool,'
...         ' default = false }; }; cpfs { on\\'(?x) = Bernoulli(0.7); }; reward = ' + reward + '; }')
...     text = "instance i { domain = d; objects { t : {a, b, c}; }; }"
...     program = equations_of(read_instance(text, domain))
...     return values_agree(program, program.equations)
>>> agrees("sum_{?x : t} [0.75 * on(?x)]"), agrees("sum_{?x : t} [0.7 * on(?x)]"), agrees("exp[1]")
(True, False, False)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite, prod
from typing import NamedTuple

from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.equations import Equation, Equations, Function, Part, as_list
from relgym.model.rddl.expressions import BOOL, INT, NUMBERS, REAL, Value
from relgym.model.rddl.traversal import parts_of, walk
from relgym.model.terms import Variable
from relgym.translate.equations.ranges import range_of

EXACT_BITS = 53
"""The bits of a double's significand: whole numbers up to 2 to this power are exact."""

_SAME_CALLS = frozenset({"abs", "sgn", "round", "floor", "ceil", "min", "max", "sqrt", "div", "mod"})
"""Functions that IEEE 754, or arithmetic on whole numbers, defines to the last bit."""

_SAME_DRAWS = frozenset({"Bernoulli", "Uniform", "Poisson", "Binomial", "NegativeBinomial"})
"""Distributions that both forms compute by the same operations, or by the same function."""


class BinaryGrid(NamedTuple):
    """All multiples of `2**-digits` from `-most` to `most`."""

    digits: int
    most: float

    @property
    def exact(self) -> bool:
        """True if a double holds each of them exactly."""
        return self.most <= 2.0 ** (EXACT_BITS - self.digits)


def values_agree(program: Equations, equations: Iterable[Equation]) -> bool:
    """Prove that lists and arrays compute the same values of some equations in every state.

    Args:
        program: The program of the equations.
        equations: Equations with all equations that they depend on.

    Returns:
        False if there is no proof.
    """
    prover = _Prover(program)
    return all(prover.agrees(part) for equation in equations for part in walk(equation.value))


class _Prover:
    """Proves that values are the same, bit for bit, in lists and in arrays."""

    def __init__(self, program: Equations) -> None:
        self._program = program
        self._values = {equation.function: equation.value for equation in program.equations}
        self._grids: dict[Function, BinaryGrid | None] = {}

    def agrees(self, value: Value | rddl.Slot) -> bool:
        """Tell whether a value is the same in both forms if its parts are."""
        match value:
            case rddl.Aggregate("prod" | "det"):
                return self._range(value) == INT
            case rddl.Aggregate("sum" | "avg", variables, body):
                return self._range(body) != REAL or self._sum(variables, body) is not None
            case rddl.Operation("/" | "<" | "<=" | ">" | ">=" | "==" | "~=", operands):
                return not self._mixes(operands, quotient=value.operator == "/")
            case rddl.Operation(_, operands) if self._range(value) == REAL:
                return not self._mixes(operands, quotient=False)
            case rddl.Call(name, arguments):
                return name in _SAME_CALLS and not self._mixes(arguments, quotient=name == "sqrt")
            case rddl.Draw(name):
                return name in _SAME_DRAWS
            case rddl.DrawItem(_, weights):
                # With more than two, the remaining weight is rounded once in lists, and after each weight in arrays.
                given = [weight for _, weight in weights if weight not in (None, rddl.Constant(0))]
                return len(given) == len(weights) or len(given) <= 2
            case rddl.Matrix() | rddl.External() | rddl.DrawVector() | rddl.Slot():
                return False
            case _:
                return True

    def _mixes(self, operands: Iterable[Value], *, quotient: bool) -> bool:
        """Tell whether a whole number becomes real that a double may not hold exactly."""
        ranges = [self._range(operand) for operand in operands]
        if not quotient and REAL not in ranges:
            return False
        whole = [operand for operand, of in zip(operands, ranges, strict=True) if of == INT]
        return any((grid := self._grid(operand)) is None or not grid.exact for operand in whole)

    def _sum(self, variables: Sequence[Variable], body: Value) -> BinaryGrid | None:
        """Return the grid of a sum, if all partial sums are exact."""
        grid = self._grid(body)
        if grid is None:
            return None
        rows = prod(self._program.size(variable.types[0]) for variable in variables)
        grown = BinaryGrid(grid.digits, rows * grid.most)
        return grown if grown.exact else None

    def _grid(self, value: Value) -> BinaryGrid | None:
        """Return a grid that holds a number and all intermediate results; None where none is known."""
        grid = self._found(value)
        return grid if grid is not None and grid.exact else None

    def _found(self, value: Value) -> BinaryGrid | None:
        match value:
            case _ if self._range(value) not in NUMBERS:
                return None
            case rddl.Constant(number):
                return _grid_of([number])
            case rddl.Fluent(name, _, primed):
                return self._of_function(self._program.functions[name, primed])
            case _ if self._range(value) == BOOL:
                return BinaryGrid(0, 1)
            case rddl.Aggregate("sum", variables, body):
                return self._sum(variables, body)
            case (
                rddl.If()
                | rddl.Operation("+" | "-" | "*")
                | rddl.Call("abs" | "min" | "max")
                | rddl.Aggregate("min" | "max")
            ):
                return self._of_parts(value)
            case rddl.Switch():
                return _widest(map(self._grid, value.branches))
            case _:
                return None

    def _of_parts(self, value: Value) -> BinaryGrid | None:
        parts = parts_of(value)[1:] if isinstance(value, rddl.If) else parts_of(value)
        grids = [self._grid(part) for part in parts if not isinstance(part, rddl.Slot)]
        match value:
            case rddl.Operation("*", (_, _)) if None not in grids:
                left, right = (grid for grid in grids if grid is not None)
                return BinaryGrid(left.digits + right.digits, left.most * right.most)
            case rddl.Operation("+" | "-", (_, _)) if None not in grids:
                left, right = (grid for grid in grids if grid is not None)
                return BinaryGrid(max(left.digits, right.digits), left.most + right.most)
            case _:
                return _widest(grids)

    def _of_function(self, function: Function) -> BinaryGrid | None:
        if function not in self._grids:
            # None while it is being found; no function depends on itself.
            self._grids[function] = None
            self._grids[function] = self._computed(function)
        return self._grids[function]

    def _computed(self, function: Function) -> BinaryGrid | None:
        if function.range == BOOL:
            return BinaryGrid(0, 1)
        if function.part is Part.CONSTANT:
            values = self._program.constants[function]
            return _grid_of(as_list(values))
        value = self._values.get(function)
        return None if value is None else self._grid(value)

    def _range(self, value: Value | rddl.Slot) -> str:
        assert not isinstance(value, rddl.Slot)
        return range_of(value, self._program.functions)


def _grid_of(numbers: Iterable[float]) -> BinaryGrid | None:
    """Return the grid with the fewest digits that holds some numbers."""
    widest: BinaryGrid | None = BinaryGrid(0, 0)
    for number in {*numbers}:
        if not isfinite(number):
            return None
        # The denominator of a double is a power of 2.
        digits = float(number).as_integer_ratio()[1].bit_length() - 1
        widest = _widest([widest, BinaryGrid(digits, abs(float(number)))])
    return widest


def _widest(grids: Iterable[BinaryGrid | None]) -> BinaryGrid | None:
    """Return a grid that contains several grids."""
    digits, most = 0, 0.0
    for grid in grids:
        if grid is None:
            return None
        digits, most = max(digits, grid.digits), max(most, grid.most)
    return BinaryGrid(digits, most)
