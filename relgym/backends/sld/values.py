"""The values of a program's functions, one by one, each when it is first asked for: equations as they are written.

One `match` defines the meaning of values; functions, distributions and matrices are those of `relgym.runtime`.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, assert_never

from relgym.backends.evaluator import Externals
from relgym.backends.sld.shapes import Shapes
from relgym.limits import multiplied
from relgym.model.rddl.equations import Equation, Equations, Function, Number, Values
from relgym.model.rddl.expressions import (
    Aggregate,
    Call,
    Constant,
    Draw,
    DrawAny,
    DrawItem,
    DrawVector,
    External,
    Fluent,
    If,
    Item,
    Matrix,
    Operation,
    Slot,
    Switch,
    Uniform,
    Value,
    drawn_by,
)
from relgym.model.terms import Object, Variable
from relgym.runtime import functions, matrices
from relgym.runtime.draw_vectors import VECTORS
from relgym.runtime.draws import QUANTILES, completed, discrete, unnormalised
from relgym.runtime.scope import check, entry
from relgym.translate.equations.finiteness import may_be_infinite, takes_tested
from relgym.tuning.prolog import OPEN_EQUATIONS_LIMIT, STEPS_PER_LOOK

Row = tuple[int, ...]
"""The items that a function is asked for, as numbers."""

Cell = tuple[Function, Row]

Items = Mapping[Variable, int]
"""The items of the variables in scope."""

_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "==": operator.eq,
    "<=>": operator.eq,
    "~=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
"""Those that need both of their operands."""

_COMPARISONS = frozenset({"==", "~=", "<", "<=", ">", ">="})

_CHAINS = (("^",), ("|",), ("+", "-"), ("*", "/"))
"""Operators that may occur hundreds of times in a chain."""


class _PutOff(Exception):
    """A value that has to be found first, or else equations would call each other too deeply."""

    def __init__(self, cell: Cell) -> None:
        self.cell = cell


_FOLDS: Mapping[str, Callable[[list[Any]], Any]] = {
    "sum": sum,
    "avg": lambda values: sum(values) / len(values),
    "min": min,
    "max": max,
    "argmin": lambda values: min(range(len(values)), key=values.__getitem__),
    "argmax": lambda values: max(range(len(values)), key=values.__getitem__),
}

_DRAWN = {"discrete": discrete, "unnormalised": unnormalised}


class Reading:
    """The values that follow from those given: constants, a state, an action, uniform numbers."""

    def __init__(
        self,
        program: Equations,
        equations: Mapping[Function, Equation],
        given: Mapping[Function, Values],
        uniforms: Sequence[float],
        externals: Externals,
        shapes: Shapes,
    ) -> None:
        self.program = program
        self._equations = equations
        self._given = given
        self._uniforms = uniforms
        self._externals = externals
        self._shapes = shapes
        self._found: dict[Cell, Number] = {}
        # The values of aggregates, by the numbers of their shapes and the items of their free variables.
        self._said: dict[tuple[int, Row], Any] = {}
        self._open = 0
        self._steps = 0
        self.look: Callable[[], None] = _unlimited
        """Called now and then; it raises an error when the time is over."""

    def all(self, function: Function) -> Values:
        """All values of a function."""
        rows = product(*map(range, self.program.sizes(function)))
        values = [self.one(function, row) for row in rows]
        return values if function.parameters else values[0]

    def one(self, function: Function, row: Row) -> Number:
        """The value of a function for some items; raises `ArithmeticError`, `ValueError` where there is none."""
        waiting = [(function, row)]
        while waiting:
            try:
                self.cell(waiting[-1])
                waiting.pop()
            except _PutOff as reason:
                # The interrupted computation starts again afterwards.
                waiting.append(reason.cell)
        return self.cell((function, row))

    def cell(self, cell: Cell) -> Number:
        """A value, as equations read it: given, or computed once."""
        function, row = cell
        given = self._given.get(function)
        if given is not None:
            return given[self._place(function, row)] if isinstance(given, list) else given
        if cell not in self._found:
            if self._open == OPEN_EQUATIONS_LIMIT:
                raise _PutOff(cell)
            self._open += 1
            try:
                self._found[cell] = self.computed(self._equations[function], row)
            finally:
                self._open -= 1
        return self._found[cell]

    def computed(self, equation: Equation, row: Row) -> Number:
        """Compute an equation for some items, and convert the result to the range of its function."""
        value: Number = self.value(equation.value, dict(zip(equation.variables, row, strict=True)))
        match equation.function.range:
            case "real":
                value = float(value)
                check(value)
            case "int":
                value = int(value)
        return value

    def value(self, value: Value, items: Items) -> Any:
        """Evaluate an expression for the items of the variables in scope."""
        self._step()
        match value:
            case Constant(constant):
                return constant
            case Variable():
                return items[value]
            case Item(_, _, number):
                return number
            case Fluent(name, arguments, primed):
                row = tuple(self._each(arguments, items))
                return self.cell((self.program.functions[name, primed], row))
            case Operation("~", (operand,)):
                return not self.value(operand, items)
            case Operation("-", (operand,)):
                return -self.value(operand, items)
            case Operation("+", (operand,)):
                return +self.value(operand, items)
            case Operation("*") if (split := self._shapes.product(value, self.program)) is not None:
                condition, rest, nothing = split
                return self.value(rest, items) if self.value(condition, items) else nothing
            case Operation():
                return self._chain(value, items)
            case Aggregate():
                return self.aggregate(value, items)
            case If(condition, then, otherwise):
                return self.value(then if self.value(condition, items) else otherwise, items)
            case Switch():
                return self._switch(value, items)
            case Call(function, arguments):
                asked = self._finite if takes_tested(value) else self.value
                return functions.CALLS[function](*(asked(part, items) for part in arguments))
            case Draw(distribution, arguments):
                parameters = self._each(arguments, items)
                return QUANTILES[distribution](*parameters, *self.uniforms(drawn_by(value), items))
            case DrawItem():
                return self._draw_item(value, items)
            case DrawAny(variable, body):
                weights = [self.value(body, inner) for inner in self._inside((variable,), items)]
                return _DRAWN[value.quantile](weights, *self.uniforms(drawn_by(value), items))
            case Matrix(name, row_variable, column, body):
                rows = matrices.CALLS[name](self._entries(row_variable, column, body, items))
                return _entry(rows, [items[place] for place in value.places])
            case DrawVector(distribution, index, slots):
                arrays = [self._array(slot, items) for slot in slots]
                vector = VECTORS[distribution](*arrays, self.uniforms(drawn_by(value), items))
                return _entry(vector, self._index(index, items))
            case External(name, index, slots):
                made = self._externals[name](*(self._array(slot, items) for slot in slots))
                return entry(made, *self._index(index, items))
            case Object():
                raise AssertionError(f"not plain: {value}")
            case _:
                assert_never(value)

    def uniforms(self, uniform: Uniform, items: Items) -> Sequence[float]:
        """The numbers that decide a draw."""
        place = 0
        for variable, size in zip(uniform.around, uniform.sizes, strict=True):
            place = place * size + items[variable]
        start = uniform.start + uniform.count * place
        return self._uniforms[start : start + uniform.count]

    def _finite(self, value: Value, items: Items) -> Any:
        """A value that is compared or handed to a function; raises `ValueError` for an infinite result."""
        result = self.value(value, items)
        if isinstance(result, float) and not math.isfinite(result) and may_be_infinite(value, self.program):
            check(result)
        return result

    def _each(self, values: Sequence[Value], items: Items) -> list[Any]:
        return [self.value(value, items) for value in values]

    def _chain(self, value: Operation, items: Items) -> Any:
        """Two operands, or as many as follow each other without brackets; from the left, and no further than needed."""
        if value.operator in _COMPARISONS:
            return _OPERATORS[value.operator](*(self._finite(part, items) for part in value.operands))
        left, later = self._links(value)
        truth = self.value(left, items)
        for sign, right in reversed(later):
            match sign:
                case "^":
                    truth = truth and self.value(right, items)
                case "|":
                    truth = truth or self.value(right, items)
                case "=>":
                    truth = not truth or self.value(right, items)
                case "/":
                    truth = truth / self._finite(right, items)
                case _:
                    truth = _OPERATORS[sign](truth, self.value(right, items))
        return truth

    def _links(self, value: Operation) -> tuple[Value, list[tuple[str, Value]]]:
        """The first operand of a chain, and the others with the operators before them, from the right."""
        kin = next((chain for chain in _CHAINS if value.operator in chain), (value.operator,))
        left: Value = value
        later: list[tuple[str, Value]] = []
        while isinstance(left, Operation) and len(left.operands) == 2 and left.operator in kin:
            if left.operator == "*" and self._shapes.product(left, self.program) is not None:
                break
            later.append((left.operator, left.operands[1]))
            left = left.operands[0]
        return left, later

    def aggregate(self, value: Aggregate, items: Items) -> Any:
        """Return the value of an aggregate; aggregates with the same content are computed once."""
        shape = self._shapes.of(value)
        if shape is None:
            return self.aggregated(value, items)
        said = shape.number, tuple([items[variable] for variable in shape.free])
        if said not in self._said:
            self._said[said] = self.aggregated(value, items)
        return self._said[said]

    def aggregated(self, value: Aggregate, items: Items) -> Any:
        """Compute the value of an aggregate."""
        body = value.body
        rows = self._inside(value.variables, items)
        match value.operator:
            case "forall":
                return all(self.value(body, inner) for inner in rows)
            case "exists":
                return any(self.value(body, inner) for inner in rows)
            case "det":
                row, column = value.variables
                return matrices.CALLS["det"](self._entries(row, column, body, items))
        asked = self._finite if value.operator in ("min", "max", "argmin", "argmax") else self.value
        values = [asked(body, inner) for inner in rows]
        return multiplied(values, self.look) if value.operator == "prod" else _FOLDS[value.operator](values)

    def _switch(self, value: Switch, items: Items) -> Any:
        subject = self.value(value.subject, items)
        for label, branch in value.cases:
            if subject == self.value(label, items):
                return self.value(branch, items)
        assert value.default is not None, f"no case for {subject}: {value}"
        return self.value(value.default, items)

    def _draw_item(self, value: DrawItem, items: Items) -> int:
        given = [weight for _, weight in value.weights]
        weights = [0 if weight is None else self.value(weight, items) for weight in given]
        if None in given:
            weights = completed(weights, given.index(None))
        return _DRAWN[value.quantile](weights, *self.uniforms(drawn_by(value), items))

    def _inside(self, variables: Sequence[Variable], items: Items) -> Iterator[Items]:
        """Yield the items in scope with all items of further variables, in row-major order."""
        for row in product(*(range(self.program.size(variable.types[0])) for variable in variables)):
            yield {**items, **dict(zip(variables, row, strict=True))}

    def _entries(self, row: Variable, column: Variable, body: Value, items: Items) -> list[list[Any]]:
        rows = self._inside((row,), items)
        return [[self.value(body, inner) for inner in self._inside((column,), of)] for of in rows]

    def _array(self, slot: Slot, items: Items) -> Any:
        """A fluent as lists within each other, one for each argument that is left open."""
        function = self.program.functions[slot.fluent, False]
        known = [None if argument is None else self.value(argument, items) for argument in slot.arguments]
        return self._opened(function, known)

    def _opened(self, function: Function, known: list[int | None]) -> Any:
        if None not in known:
            return self.cell((function, tuple(number for number in known if number is not None)))
        at = known.index(None)
        size = self.program.size(function.parameters[at])
        return [self._opened(function, [*known[:at], number, *known[at + 1 :]]) for number in range(size)]

    def _index(self, index: Sequence[Value | None], items: Items) -> list[int]:
        return [self.value(part, items) for part in index if part is not None]

    def _place(self, function: Function, row: Row) -> int:
        return sum(number * stride for number, stride in zip(row, self.program.strides(function), strict=True))

    def _step(self) -> None:
        self._steps += 1
        if self._steps % STEPS_PER_LOOK == 0:
            self.look()


def _unlimited() -> None:
    """No limit at all."""


def _entry(array: Any, index: Sequence[int]) -> Any:
    for number in index:
        array = array[number]
    return array
