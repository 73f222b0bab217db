"""RDDL's values as Python expressions: loops in place of aggregates, a conditional for every branch.

What a branch does not take is not evaluated, as Python's own conditionals have it. Every stochastic node has a
uniform number of its own for each binding of the variables around it, so that what is drawn depends neither on
the order of evaluation nor on which branches are taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import assert_never

from relgym.errors import UnsupportedFeature
from relgym.model.rddl_expressions import (
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
from relgym.model.terms import Object, Variable
from relgym.read.rddl_types import Typing
from relgym.translate.rddl_layout import Layout

_OPERATORS = {"^": "and", "|": "or", "<=>": "==", "==": "==", "~=": "!="}


@dataclass(frozen=True, slots=True)
class Places:
    """The Python names of the variables in scope, with the sizes of their types, outermost first."""

    names: Mapping[str, str] = field(default_factory=dict)
    sizes: tuple[tuple[str, int], ...] = ()


class ValueWriter:
    """Writes the values of one instance; `uniforms` is how many numbers those written so far take."""

    def __init__(self, layout: Layout) -> None:
        self.uniforms = 0
        self._layout = layout
        process = layout.process
        objects = {item.name: of for of, items in layout.instance.objects for item in items}
        self._typing = Typing(process.declared, {item.name: item for item in process.types}, objects)
        self._fluents: dict[tuple[str, bool], str] = {}
        self._count = 0
        for number, fluent in enumerate(process.fluents):
            self._fluents[fluent.name, False] = f"f{number}"
            self._fluents[fluent.name, True] = f"n{number}"

    def value(self, value: Value, places: Places) -> str:
        """A value as an expression in brackets, or an atom."""
        match value:
            case Constant(constant):
                return repr(constant)
            case Variable(name):
                return places.names[name]
            case Object():
                return str(self._layout.number(value, self._typing.range_of(value)))
            case Fluent():
                return self._fluent(value, places)
            case Operation():
                return self._operation(value, places)
            case Aggregate():
                return self._aggregate(value, places)
            case If(condition, then, otherwise):
                test, yes, no = (self.value(part, places) for part in (condition, then, otherwise))
                return f"({yes} if {test} else {no})"
            case Switch():
                return self._switch(value, places)
            case Call(function, arguments):
                return f"{function}_({', '.join(self.value(part, places) for part in arguments)})"
            case Draw(distribution, arguments):
                inner = [self.value(part, places) for part in arguments]
                if distribution in ("KronDelta", "DiracDelta"):
                    return inner[0]
                return f"{distribution}_({', '.join([*inner, self._uniform(places)])})"
            case DrawItem():
                return self._draw_item(value, places)
            case DrawAny(variable, body):
                loop, inner_places = self._loops((variable,), places)
                draw = "discrete" if value.normalised else "unnormalised"
                return f"{draw}_([{self.value(body, inner_places)} {loop}], {self._uniform(places)})"
            case Matrix():
                return self._matrix(value, places)
            case DrawVector():
                return self._draw_vector(value, places)
            case External(name):
                raise UnsupportedFeature(f"relgym does not carry functions of the caller yet: ${name}", span=value.span)
            case _:
                assert_never(value)

    def _converted(self, value: Value, of: str, places: Places) -> str:
        """A value in the range of what it is given to: no truth value for a number, no whole number for a real one."""
        match value:
            case If(condition, then, otherwise):
                yes, no = (self._converted(part, of, places) for part in (then, otherwise))
                return f"({yes} if {self.value(condition, places)} else {no})"
            case Draw("KronDelta" | "DiracDelta", (part,)):
                return self._converted(part, of, places)
            case Switch() | Call("min" | "max") | Aggregate("min" | "max") if of in (INT, REAL):
                return f"{'int' if of == INT else 'float'}({self.value(value, places)})"
        text = self.value(value, places)
        found = self._typing.range_of(value, of)
        if found == of or of not in NUMBERS:
            return text
        return f"{'int' if of == INT else 'float'}({text})"

    def _fluent(self, value: Fluent, places: Places) -> str:
        name = self._fluents[value.name, value.primed]
        return f"{name}[{self._place(value, places)}]" if value.arguments else name

    def _place(self, value: Fluent, places: Places) -> str:
        """Where the value of a fluent stands in its list."""
        parameters, strides = self._layout.process.declared[value.name].parameters, self._layout.strides(value.name)
        terms, constant = [], 0
        for argument, of, stride in zip(value.arguments, parameters, strides, strict=True):
            if isinstance(argument, Object):
                constant += stride * self._layout.number(argument, of)
            else:
                text = self.value(argument, places)
                terms.append(text if stride == 1 else f"{stride}*{text}")
        if constant or not terms:
            terms.append(str(constant))
        return "+".join(terms)

    def _operation(self, value: Operation, places: Places) -> str:
        operands = [self.value(part, places) for part in value.operands]
        operator = value.operator
        if operator in ("==", "~="):
            operands = self._compared(value, places)
        if len(operands) == 1:
            return f"(not {operands[0]})" if operator == "~" else f"({operator}{operands[0]})"
        left, right = operands
        if operator == "=>":
            return f"(not {left} or {right})"
        return f"({left} {_OPERATORS.get(operator, operator)} {right})"

    def _compared(self, value: Operation, places: Places) -> list[str]:
        """The sides of a comparison; an enumerated value of several types is of the other side's."""
        left, right = value.operands
        of = self._typing.range_of(right if isinstance(left, Object) else left)
        return [
            str(self._layout.number(part, of)) if isinstance(part, Object) else self.value(part, places)
            for part in (left, right)
        ]

    def _aggregate(self, value: Aggregate, places: Places) -> str:
        loops, inner = self._loops(value.variables, places)
        body = self.value(value.body, inner)
        match value.operator:
            case "forall":
                return f"all({body} {loops})"
            case "exists":
                return f"any({body} {loops})"
            case "sum" | "min" | "max":
                return f"{value.operator}([{body} {loops}])"
            case "prod":
                return f"product([{body} {loops}])"
            case "avg":
                return f"(sum([{body} {loops}])/{prod(self._layout.size(v.types[0]) for v in value.variables)})"
            case "argmin" | "argmax":
                name, size = inner.sizes[-1]
                return f"{value.operator.removeprefix('arg')}(range({size}), key=lambda {name}: {body})"
            case _:
                row, column = inner.sizes[-2:]
                return f"det_({self._entries(body, row, column)})"

    def _matrix(self, value: Matrix, places: Places) -> str:
        _, inner = self._loops((value.row, value.column), places)
        row, column = inner.sizes[-2:]
        entries = self._entries(self.value(value.body, inner), row, column)
        return f"{value.operator}_({entries})[{places.names[value.row.name]}][{places.names[value.column.name]}]"

    def _entries(self, body: str, row: tuple[str, int], column: tuple[str, int]) -> str:
        return f"[[{body} for {column[0]} in range({column[1]})] for {row[0]} in range({row[1]})]"

    def _loops(self, variables: Sequence[Variable], places: Places) -> tuple[str, Places]:
        names, sizes, loops = dict(places.names), list(places.sizes), []
        for variable in variables:
            name = self._fresh()
            size = self._layout.size(variable.types[0])
            names[variable.name] = name
            sizes.append((name, size))
            loops.append(f"for {name} in range({size})")
        return " ".join(loops), Places(names, tuple(sizes))

    def _switch(self, value: Switch, places: Places) -> str:
        subject = self._fresh()
        of = self._typing.range_of(value.subject)
        first = f"({subject} := {self.value(value.subject, places)})"
        branches = []
        for label, branch in value.cases:
            text = str(self._layout.number(label, of)) if isinstance(label, Object) else self.value(label, places)
            branches.append((text, self.value(branch, places)))
        # Where there is no default every value has a case, so the last one needs no test.
        last = branches.pop()[1] if value.default is None else self.value(value.default, places)
        parts = []
        for number, (label_text, branch_text) in enumerate(branches):
            parts.append(f"{branch_text} if {subject if number else first} == {label_text} else ")
        return f"({''.join(parts)}{last})"

    def _draw_item(self, value: DrawItem, places: Places) -> str:
        weights = {
            self._layout.number(item, value.type): None if weight is None else self.value(weight, places)
            for item, weight in value.weights
        }
        rest = [number for number, weight in weights.items() if weight is None]
        texts = [weights.get(number) or "0" for number in range(self._layout.size(value.type))]
        entries = f"[{', '.join(texts)}]"
        if rest:
            entries = f"completed_({entries}, {rest[0]})"
        draw = "discrete" if value.normalised else "unnormalised"
        return f"{draw}_({entries}, {self._uniform(places)})"

    def _draw_vector(self, value: DrawVector, places: Places) -> str:
        """One entry of a vector: each entry draws the whole, from the same numbers."""
        [index] = value.index
        assert index is not None
        arrays = [self._array(slot, places) for slot in value.arguments]
        if isinstance(index, Variable):
            of = index.types[0]
            entry = places.names[index.name]
        else:
            of = self._typing.range_of(index)
            entry = str(self._layout.number(index, of))
        size = self._layout.size(of)
        around = [(name, count) for name, count in places.sizes if name != entry]
        start = self._offset(Places(places.names, tuple(around)), size)
        return f"{value.distribution}_({', '.join([*arrays, f'u[{start}:{start}+{size}]'])})[{entry}]"

    def _array(self, slot: Slot, places: Places) -> str:
        """A fluent as a list, or a list of lists, over the arguments that stand for axes; a number without any."""
        parameters = self._layout.process.declared[slot.fluent].parameters
        names, loops = dict(places.names), []
        arguments: list[Value] = []
        for argument, of in zip(slot.arguments, parameters, strict=True):
            if argument is None:
                axis = Variable(f"?{self._fresh()}", (of,))
                names[axis.name] = axis.name[1:]
                loops.append(f"for {axis.name[1:]} in range({self._layout.size(of)})")
                arguments.append(axis)
            else:
                arguments.append(argument)
        text = self._fluent(Fluent(slot.fluent, tuple(arguments)), Places(names, places.sizes))
        for loop in reversed(loops):
            text = f"[{text} {loop}]"
        return text

    def _uniform(self, places: Places) -> str:
        """The number of this node for the bindings of the variables around it."""
        return f"u[{self._offset(places, 1)}]"

    def _offset(self, places: Places, count: int) -> str:
        """Where the numbers of a node begin that takes so many for each binding."""
        sizes = [size for _, size in places.sizes]
        terms = [str(self.uniforms)]
        for position, (name, _) in enumerate(places.sizes):
            stride = count * prod(sizes[position + 1 :])
            terms.append(name if stride == 1 else f"{stride}*{name}")
        self.uniforms += count * prod(sizes)
        return "+".join(terms)

    def _fresh(self) -> str:
        self._count += 1
        return f"v{self._count}"
