"""Ranges of RDDL expressions (`bool`, `int`, `real`, or the items of a type), checked when a file is read.

A truth value may stand where a number is wanted, and a whole number where a real one is; nothing else is converted.

>>> from relgym.model.rddl.expressions import Operation
>>> Typing({}, {}).range_of(Operation("+", (rddl.Constant(True), rddl.Constant(2))))
'int'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from relgym.errors import ModelError
from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.domain import Declaration, ItemType
from relgym.model.rddl.expressions import BOOL, INT, NUMBERS, REAL, Value
from relgym.model.terms import Object, Variable
from relgym.read.rddl.functions import DISTRIBUTIONS, DRAWN, FUNCTIONS, SAME, WHOLE
from relgym.read.rddl.ranges import ANY, NUMBER, DeclaredRanges
from relgym.read.rddl.vectors import axes_of, check_vector
from relgym.read.reporting import report

_LOGIC = ("^", "|", "=>", "<=>", "~")
_ROUNDING = 1e-6


class Typing:
    """The ranges of values over these fluents and types; `objects` are those of an instance, by their types.

    Without them, an object may be of any type.
    """

    def __init__(
        self,
        fluents: Mapping[str, Declaration],
        types: Mapping[str, ItemType],
        objects: Mapping[str, str] | None = None,
    ) -> None:
        self._fluents = fluents
        self._types = types
        self._ranges = DeclaredRanges(fluents, types, objects)

    def check(self, value: Value, wanted: str, what: str) -> None:
        """Raises `ModelError` if a value cannot stand where `wanted` is the range; `what` names the place."""
        try:
            actual = self.range_of(value, wanted)
            if not self._ranges.fits(actual, wanted):
                if isinstance(value, Object) and actual == ANY:
                    raise self._ranges.no_item(value, wanted)
                words = NUMBER if wanted == REAL else self._ranges.words(wanted)
                raise self._ranges.mismatch(value, actual, what, words)
        except ModelError as error:
            report(error)

    def range_of(self, value: Value, wanted: str | None = None) -> str:
        """The range of a value; `wanted` tells apart enumerated values that several types have."""
        match value:
            case rddl.Constant(constant):
                return BOOL if isinstance(constant, bool) else INT if isinstance(constant, int) else REAL
            case Variable(_, types):
                return types[0]
            case Object():
                return self._ranges.of_item(value, wanted)
            case rddl.Item(_, of):
                return of
            case rddl.Fluent():
                return self._fluent(value)
            case rddl.Operation():
                return self._operation(value)
            case rddl.Aggregate():
                return self._aggregate(value)
            case rddl.Matrix(_, row, column, body):
                if row.types != column.types:
                    raise ModelError(
                        f"the rows of a matrix are '{row.types[0]}' here, its columns '{column.types[0]}'",
                        span=value.span,
                        expected="rows and columns of one type",
                        code="E204",
                    )
                self.check(body, REAL, "an entry of a matrix")
                return REAL
            case rddl.If(condition, then, otherwise):
                self.check(condition, BOOL, "a condition")
                return self._joined([then, otherwise], wanted, "the branches of 'if'")
            case rddl.Switch():
                return self._switch(value, wanted)
            case rddl.Call(name, arguments):
                function = FUNCTIONS[name]
                widest = self._numbers(name, function.arguments, arguments)
                return widest if function.range == SAME else function.range
            case rddl.Draw(name, arguments):
                return self._draw(value, wanted)
            case rddl.DrawItem():
                return self._draw_item(value)
            case rddl.DrawAny(variable, body, normalised):
                self.check(body, REAL, "a probability" if normalised else "a weight")
                return variable.types[0]
            case rddl.DrawVector(name):
                check_vector(value, self._fluents, self._ranges)
                return INT if name == "Multinomial" else REAL
            case rddl.External():
                for slot in value.arguments:
                    axes_of(slot, self._fluents, self._ranges)
                return REAL
            case _:
                assert_never(value)

    def _fluent(self, value: rddl.Fluent) -> str:
        declared = self._fluents[value.name]
        self._ranges.check_count(declared, len(value.arguments), value.span)
        for index, (argument, of) in enumerate(zip(value.arguments, declared.parameters, strict=True), 1):
            self.check(argument, of, f"argument {index} of '{value.name}'")
        return declared.range

    def _operation(self, value: rddl.Operation) -> str:
        operator, operands = value.operator, value.operands
        if operator in _LOGIC:
            for operand in operands:
                self.check(operand, BOOL, f"an operand of '{operator}'")
            return BOOL
        if operator in ("==", "~="):
            self._check_comparable(value)
            return BOOL
        widest = self._widest(operands, f"an operand of '{operator}'")
        if operator in ("<", "<=", ">", ">="):
            return BOOL
        return REAL if operator == "/" else widest

    def _check_comparable(self, value: rddl.Operation) -> None:
        left, right = value.operands
        of, other = self.compared(left, right), self.range_of(right, self.decided(left) or self.decided(right))
        if self._ranges.fits(of, other) or self._ranges.fits(other, of):
            return
        for operand, kind in ((left, of), (right, other)):
            if isinstance(operand, Object) and kind == ANY:
                raise self._ranges.no_item(operand)
        raise ModelError(
            f"{self._ranges.words(of)} is never equal to {self._ranges.words(other)}",
            span=value.span,
            expected="two values of one kind",
            code="E204",
        )

    def compared(self, left: Value, right: Value) -> str:
        """Return the range of a comparison's left side, which gives the type of an enumerated value on the right."""
        return self.range_of(left, self.decided(left) or self.decided(right))

    def decided(self, value: Value) -> str | None:
        """The type of items that a value has wherever it stands, which that of an enumerated value may not be."""
        match value:
            case Variable(_, types):
                return types[0]
            case Object():
                return self._ranges.alone(value)
            case rddl.Fluent(name):
                return None if self._fluents[name].range in NUMBERS else self._fluents[name].range
            case rddl.If(_, then, otherwise):
                return self.decided(then) or self.decided(otherwise)
            case rddl.Switch():
                return next((of for of in map(self.decided, value.branches) if of is not None), None)
            case rddl.Draw("KronDelta", (drawn,)):
                return self.decided(drawn)
            case _:
                return None

    def _aggregate(self, value: rddl.Aggregate) -> str:
        operator, variables, body = value.operator, value.variables, value.body
        what = f"the body of '{operator}_'"
        match operator:
            case "forall" | "exists":
                self.check(body, BOOL, what)
                return BOOL
            case "sum" | "prod" | "min" | "max":
                return self._widest([body], what)
            case "avg":
                self.check(body, REAL, what)
                return REAL
            case "argmin" | "argmax":
                self.check(body, REAL, what)
                if len(variables) != 1:
                    raise ModelError(
                        f"'{operator}_' finds one item, and has {len(variables)} variables",
                        span=value.span,
                        expected=f"{operator}_{{?x : type}}",
                        code="E203",
                    )
                return variables[0].types[0]
            case _:
                self.check(body, REAL, what)
                if len(variables) != 2 or variables[0].types != variables[1].types:
                    raise ModelError(
                        "a determinant is that of a square matrix",
                        span=value.span,
                        expected="det_{?row : type, ?column : type}",
                        code="E203",
                    )
                return REAL

    def _switch(self, value: rddl.Switch, wanted: str | None) -> str:
        of = self.decided(value.subject) or self.range_of(value.subject)
        self.check(value.subject, of, "the subject of 'switch'")
        for label, _ in value.cases:
            if not isinstance(label, rddl.Constant | Object) and not _is_negative(label):
                raise ModelError(
                    "what follows 'case' is a constant", span=label.span, expected="case @value : ...", code="E204"
                )
            self.check(label, of, "a case of this 'switch'")
        if value.default is None:
            self._check_covered(value, of)
        return self._joined(value.branches, wanted, "the branches of 'switch'")

    def _check_covered(self, value: rddl.Switch, of: str) -> None:
        labels = {str(label) for label, _ in value.cases}
        item = self._types.get(of)
        every = ["true", "false"] if of == BOOL else [] if item is None else [v.name for v in item.values or ()]
        missing = [name for name in every if name not in labels]
        if missing or not every:
            what = f"no case for {', '.join(missing)}" if missing else "no case for every value"
            raise ModelError(
                f"this switch has {what}, and no default", span=value.span, expected="default : ...", code="E208"
            )

    def _draw(self, value: rddl.Draw, wanted: str | None) -> str:
        name, arguments = value.distribution, value.arguments
        if name == "KronDelta":
            return self.range_of(arguments[0], wanted)
        self._numbers(name, DISTRIBUTIONS[name], arguments)
        return DRAWN.get(name, REAL)

    def _numbers(self, name: str, names: str, arguments: Sequence[Value]) -> str:
        """The widest range of the arguments of a function or distribution."""
        ranges = []
        for index, (parameter, argument) in enumerate(zip(names.split(), arguments, strict=True), 1):
            what = f"argument {index} of '{name}'" if name in FUNCTIONS else f"the {parameter} of '{name}'"
            ranges.append(self._widest([argument], what))
            if (name, parameter) in WHOLE:
                self.check(argument, INT, what)
        return max(ranges, key=NUMBERS.index)

    def _draw_item(self, value: rddl.DrawItem) -> str:
        weights = [weight for _, weight in value.weights if weight is not None]
        what = "a probability" if value.normalised else "a weight"
        for item, _ in value.weights:
            self.check(item, value.type, f"an outcome of 'Discrete({value.type}, ...)'")
        for weight in weights:
            self.check(weight, REAL, what)
        missing = len(value.weights) - len(weights)
        if missing and not value.normalised:
            raise ModelError(
                "weights need no sum, so 'otherwise' has no meaning", span=value.span, expected="a weight", code="E207"
            )
        if missing > 1:
            raise ModelError(
                "'otherwise' stands here twice", span=value.span, expected="one outcome with the rest", code="E202"
            )
        self._check_constant(value, weights, missing > 0)
        return value.type

    def _check_constant(self, value: rddl.DrawItem, weights: Sequence[Value], rest: bool) -> None:
        """Probabilities that stand in the file are checked when it is read; others when they are drawn from."""
        known = [float(weight.value) for weight in weights if isinstance(weight, rddl.Constant)]
        total = sum(known)
        if not value.normalised or (total <= 1 + _ROUNDING and (rest or len(known) < len(weights))):
            return
        if abs(total - 1) > _ROUNDING:
            raise ModelError(
                f"the sum of these probabilities is {total:g}",
                span=value.span,
                expected="a sum of 1; one of them may be 'otherwise', which is what remains",
                code="E207",
            )

    def _widest(self, values: Sequence[Value], what: str) -> str:
        """The widest range of some numbers, whole ones at least."""
        ranges = [INT]
        for value in values:
            of = self.range_of(value)
            if of not in NUMBERS:
                raise self._ranges.mismatch(value, of, what, NUMBER)
            ranges.append(of)
        return max(ranges, key=NUMBERS.index)

    def _joined(self, values: Sequence[Value], wanted: str | None, what: str) -> str:
        """The range that all values fit."""
        wanted = wanted or next((of for of in map(self.decided, values) if of is not None), None)
        ranges = [self.range_of(value, wanted) for value in values]
        joined = ranges[0]
        for value, of in zip(values[1:], ranges[1:], strict=True):
            if self._ranges.fits(joined, of):
                joined = of
            elif not self._ranges.fits(of, joined):
                for other, kind in zip(values, ranges, strict=True):
                    if isinstance(other, Object) and kind == ANY:
                        raise self._ranges.no_item(other)
                raise ModelError(
                    f"{what} are {self._ranges.words(joined)} and {self._ranges.words(of)}",
                    span=value.span,
                    expected="values of one kind",
                    code="E204",
                )
        return joined


def _is_negative(value: Value) -> bool:
    """Return True if a value is a number with a sign."""
    return (
        isinstance(value, rddl.Operation) and len(value.operands) == 1 and isinstance(value.operands[0], rddl.Constant)
    )
