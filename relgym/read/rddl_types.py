"""Which values an RDDL expression may have: `bool`, `int`, `real`, or the items of a type; checked when a file is read.

A truth value may stand where a number is wanted, and a whole number where a real one is; nothing else is converted.

>>> from relgym.model.rddl_expressions import Operation
>>> Typing({}, {}).range_of(Operation("+", (Constant(True), Constant(2))))
'int'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from relgym.errors import ModelError
from relgym.model.rddl import Declaration, ItemType
from relgym.model.rddl_expressions import (
    BOOL,
    INT,
    NUMBERS,
    REAL,
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
    Matrix,
    Operation,
    Slot,
    Switch,
    Value,
)
from relgym.model.span import Span
from relgym.model.terms import Object, Variable
from relgym.read.rddl_functions import DRAWN, FUNCTIONS, SAME, VECTORS

ANY = "any"
"""The range of an object before the instance is known that says what it is."""

_LOGIC = ("^", "|", "=>", "<=>", "~")
_WORDS = {BOOL: "a truth value", INT: "a whole number", REAL: "a number", ANY: "an object"}


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
        self._objects = objects
        self._enumerated: dict[str, list[str]] = {}
        for item in types.values():
            for value in item.values or ():
                self._enumerated.setdefault(value.name, []).append(item.name)

    def check(self, value: Value, wanted: str, what: str) -> None:
        """Raises `ModelError` if a value cannot stand where `wanted` is the range; `what` names the place."""
        found = self.range_of(value, wanted)
        if not self._fits(found, wanted):
            raise ModelError(
                f"{what} is {_words(wanted)}; this is {_words(found)}", span=value.span, expected=_words(wanted)
            )

    def range_of(self, value: Value, wanted: str | None = None) -> str:
        """The range of a value; `wanted` tells apart enumerated values that several types have."""
        match value:
            case Constant(constant):
                return BOOL if isinstance(constant, bool) else INT if isinstance(constant, int) else REAL
            case Variable(_, types):
                return types[0]
            case Object():
                return self._object(value, wanted)
            case Fluent():
                return self._fluent(value)
            case Operation():
                return self._operation(value)
            case Aggregate():
                return self._aggregate(value)
            case Matrix(_, row, column, body):
                if row.types != column.types:
                    raise ModelError("a matrix has rows and columns of one type", span=value.span)
                self.check(body, REAL, "an entry of a matrix")
                return REAL
            case If(condition, then, otherwise):
                self.check(condition, BOOL, "a condition")
                return self._joined([then, otherwise], wanted, "the branches of 'if'")
            case Switch():
                return self._switch(value, wanted)
            case Call(name, arguments):
                function = FUNCTIONS[name]
                widest = self._widest(arguments, f"an argument of '{name}'")
                return widest if function.range == SAME else function.range
            case Draw(name, arguments):
                return self._draw(value, wanted)
            case DrawItem():
                return self._draw_item(value)
            case DrawAny(variable, body):
                self.check(body, REAL, "a probability")
                return variable.types[0]
            case DrawVector(name, _, arguments):
                self._check_slots(arguments, VECTORS[name], name, value.span)
                return INT if name == "Multinomial" else REAL
            case External():
                self._check_slots(value.arguments, None, value.function, value.span)
                return REAL
            case _:
                assert_never(value)

    def _object(self, item: Object, wanted: str | None) -> str:
        if item.name.startswith("@"):
            types = self._enumerated[item.name]
            return wanted if wanted in types else types[0]
        if self._objects is None:
            return ANY
        of = self._objects.get(item.name)
        if of is None:
            raise ModelError(f"there is no fluent, object or enumerated value '{item.name}'", span=item.span)
        return of

    def _fluent(self, value: Fluent) -> str:
        declared = self._fluents[value.name]
        if len(value.arguments) != len(declared.parameters):
            raise ModelError(
                f"'{value.name}' takes {len(declared.parameters)} arguments, and has {len(value.arguments)} here",
                span=value.span,
                expected=f"{value.name}({', '.join(declared.parameters)})",
            )
        for argument, of in zip(value.arguments, declared.parameters, strict=True):
            self.check(argument, of, f"an argument of '{value.name}'")
        return declared.range

    def _operation(self, value: Operation) -> str:
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

    def _check_comparable(self, value: Operation) -> None:
        left, right = value.operands
        of = self.range_of(left)
        other = self.range_of(right, of)
        if of != other:
            # The left side may be an enumerated value of several types.
            of = self.range_of(left, other)
        if not (self._fits(of, other) or self._fits(other, of)):
            raise ModelError(
                f"{_words(of)} is never equal to {_words(other)}", span=value.span, expected="two values of one kind"
            )

    def _aggregate(self, value: Aggregate) -> str:
        operator, variables, body = value.operator, value.variables, value.body
        what = f"what '{operator}_' is over"
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
                        f"'{operator}_' finds one item", span=value.span, expected=f"{operator}_{{?x : type}}"
                    )
                return variables[0].types[0]
            case _:
                self.check(body, REAL, what)
                if len(variables) != 2 or variables[0].types != variables[1].types:
                    raise ModelError(
                        "a determinant is that of a square matrix",
                        span=value.span,
                        expected="det_{?row : type, ?column : type}",
                    )
                return REAL

    def _switch(self, value: Switch, wanted: str | None) -> str:
        of = self.range_of(value.subject)
        for label, _ in value.cases:
            self.check(label, of, "the label of a case")
            if not isinstance(label, Constant | Object):
                raise ModelError("the label of a case is a constant", span=label.span, expected="case @value : ...")
        branches = [branch for _, branch in value.cases]
        if value.default is not None:
            branches.append(value.default)
        else:
            self._check_covered(value, of)
        return self._joined(branches, wanted, "the branches of 'switch'")

    def _check_covered(self, value: Switch, of: str) -> None:
        labels = {str(label) for label, _ in value.cases}
        item = self._types.get(of)
        every = ["true", "false"] if of == BOOL else [] if item is None else [v.name for v in item.values or ()]
        missing = [name for name in every if name not in labels]
        if missing or not every:
            what = f"no case for {', '.join(missing)}" if missing else "no case for every value"
            raise ModelError(f"this switch has {what}, and no default", span=value.span, expected="default : ...")

    def _draw(self, value: Draw, wanted: str | None) -> str:
        name, arguments = value.distribution, value.arguments
        if name == "KronDelta":
            return self.range_of(arguments[0], wanted)
        self._widest(arguments, f"a parameter of '{name}'")
        return DRAWN.get(name, REAL)

    def _draw_item(self, value: DrawItem) -> str:
        weights = [weight for _, weight in value.weights if weight is not None]
        for item, _ in value.weights:
            self.check(item, value.type, f"an outcome of 'Discrete({value.type}, ...)'")
        for weight in weights:
            self.check(weight, REAL, "a probability")
        if len(weights) < len(value.weights) - 1 or (not value.normalised and len(weights) < len(value.weights)):
            raise ModelError("one outcome may have what is missing to 1, of probabilities only", span=value.span)
        return value.type

    def _check_slots(self, slots: Sequence[Slot], names: str | None, what: str, span: Span | None) -> None:
        wanted = None if names is None else names.split()
        if wanted is not None and len(slots) != len(wanted):
            raise ModelError(
                f"'{what}' takes {len(wanted)} arguments, and has {len(slots)} here",
                span=span,
                expected=", ".join(wanted),
            )
        for slot in slots:
            declared = self._fluents[slot.fluent]
            if len(slot.arguments) != len(declared.parameters):
                raise ModelError(
                    f"'{slot.fluent}' takes {len(declared.parameters)} arguments, and has {len(slot.arguments)} here",
                    span=slot.span,
                    expected=f"{slot.fluent}({', '.join(declared.parameters)}), with _ for an axis",
                )

    def _widest(self, values: Sequence[Value], what: str) -> str:
        """The widest range of some numbers, whole ones at least."""
        found = [INT]
        for value in values:
            of = self.range_of(value)
            if of not in NUMBERS:
                raise ModelError(f"{what} is a number; this is {_words(of)}", span=value.span, expected="a number")
            found.append(of)
        return max(found, key=NUMBERS.index)

    def _joined(self, values: Sequence[Value], wanted: str | None, what: str) -> str:
        """The range that all values fit."""
        joined = self.range_of(values[0], wanted)
        for value in values[1:]:
            of = self.range_of(value, wanted)
            if self._fits(joined, of):
                joined = of
            elif not self._fits(of, joined):
                raise ModelError(
                    f"{what} are {_words(joined)} and {_words(of)}", span=value.span, expected=_words(joined)
                )
        return joined

    def _fits(self, of: str, wanted: str) -> bool:
        if ANY in (of, wanted):
            other = wanted if of == ANY else of
            return other not in NUMBERS
        if of in NUMBERS and wanted in NUMBERS:
            return NUMBERS.index(of) <= NUMBERS.index(wanted)
        return of == wanted


def _words(of: str) -> str:
    return _WORDS.get(of) or f"of the type '{of}'"
