"""RDDL as Python: a process and an instance as functions over flat lists, loops in place of aggregates.

What a branch does not take is not evaluated, as Python's own conditionals have it. Every stochastic node has a
uniform number of its own for each binding of the variables around it, so that what is drawn depends neither on
the order of evaluation nor on which branches are taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import assert_never

from relgym.errors import UnsupportedFeature
from relgym.model.rddl import Cpf, Kind
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
from relgym.model.rddl_walk import walk
from relgym.model.terms import Object, Variable
from relgym.read.rddl_order import evaluation_order
from relgym.read.rddl_types import Typing
from relgym.translate.rddl_layout import Layout

_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}
_OPERATORS = {"^": "and", "|": "or", "<=>": "==", "==": "==", "~=": "!="}


@dataclass(frozen=True, slots=True)
class Places:
    """The Python names of the variables in scope, with the sizes of their types, outermost first."""

    names: Mapping[str, str] = field(default_factory=dict)
    sizes: tuple[tuple[str, int], ...] = ()


class ProcessWriter:
    """Writes the functions of one instance; `uniforms` is how many numbers a step takes."""

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

    def constants(self) -> dict[str, object]:
        """The non-fluents' values by the names that the functions have for them."""
        fluents = self._layout.of_kind(Kind.NON, Kind.PARAMETER)
        return {self._fluents[fluent.name, False]: self._layout.start(fluent.name) for fluent in fluents}

    def step(self) -> str:
        """`step(state, action, u)`: the next state, the other fluents' values, and the reward."""
        return self._step("step", self._comprehension)

    def traced_step(self) -> str:
        """`traced_step(state, action, u, at)`: the same, which tells in the list `at` what it is about to compute."""
        return self._step("traced_step", self._loop)

    def _step(self, name: str, computed: Callable[[str, Cpf], list[str]]) -> str:
        self.uniforms = 0
        layout = self._layout
        further = ", at" if name == "traced_step" else ""
        lines = [f"def {name}(state, action, u{further}):"]
        lines += self._unpacked("state", Kind.STATE) + self._unpacked("action", Kind.ACTION)
        for cpf in evaluation_order(layout.process):
            declared = layout.process.declared[cpf.fluent]
            target = self._fluents[cpf.fluent, declared.kind is Kind.STATE]
            lines += computed(target, cpf)
            if declared.range == REAL:
                lines.append(f"    {'check_all' if cpf.parameters else 'check'}({target})")
        if further:
            lines.append("    at[:] = ['the reward']")
        reward = self._converted(layout.process.reward, REAL, Places())
        following = self._tuple([self._fluents[fluent.name, True] for fluent in layout.of_kind(Kind.STATE)])
        others = layout.of_kind(Kind.INTERMEDIATE, Kind.DERIVED, Kind.OBSERVED)
        seen = self._tuple([self._fluents[fluent.name, False] for fluent in others])
        return "\n".join(
            [*lines, f"    reward = {reward}", "    check(reward)", f"    return {following}, {seen}, reward", ""]
        )

    def _comprehension(self, target: str, cpf: Cpf) -> list[str]:
        """The line that computes all values of a fluent at once."""
        loops, places = self._loops(cpf.parameters, Places())
        value = self._converted(cpf.value, self._layout.process.declared[cpf.fluent].range, places)
        return [f"    {target} = [{value} {loops}]" if loops else f"    {target} = {value}"]

    def _loop(self, target: str, cpf: Cpf) -> list[str]:
        """The lines that compute the values of a fluent one by one."""
        _, places = self._loops(cpf.parameters, Places())
        of = self._layout.process.declared[cpf.fluent].range
        value = self._converted(cpf.value, of, places)
        if not cpf.parameters:
            return [f"    at[:] = [{cpf.fluent!r}]", f"    {target} = {value}"]
        lines = [f"    {target} = []"]
        for depth, (name, size) in enumerate(places.sizes, 1):
            lines.append("    " * depth + f"for {name} in range({size}):")
        inner = "    " * (len(places.sizes) + 1)
        lines.append(f"{inner}at[:] = [{cpf.fluent!r}, {', '.join(name for name, _ in places.sizes)}]")
        lines.append(f"{inner}{target}.append({value})")
        if of == REAL:
            lines.append(f"{inner}check({target}[-1])")
        return lines

    def first(self, name: str, formulas: Sequence[Value], wanted: bool) -> str:
        """`NAME(state, action)`: the number of the first formula that is as wanted, or `None`."""
        lines = [f"def {name}(state, action):"]
        lines += self._unpacked("state", Kind.STATE) + self._unpacked("action", Kind.ACTION)
        for number, formula in enumerate(formulas):
            test = self.value(formula, Places())
            lines.append(f"    if {test if wanted else f'not {test}'}: return {number}")
        return "\n".join([*lines, "    return None", ""])

    def distance(self, formulas: Sequence[Value]) -> str:
        """`distance(state, action)`: how far all formulas are from holding, 0 where they do."""
        lines = ["def distance(state, action):"]
        lines += self._unpacked("state", Kind.STATE) + self._unpacked("action", Kind.ACTION)
        terms = [self._distance(formula, True, Places()) for formula in formulas]
        return "\n".join([*lines, f"    return {' + '.join(terms) or '0'}", ""])

    def _distance(self, formula: Value, wanted: bool, places: Places) -> str:
        """How far a formula is from being as wanted: what its parts miss adds up, of several ways the nearest counts."""
        match formula:
            case Operation("~", (part,)):
                return self._distance(part, not wanted, places)
            case Operation("^" | "|" | "=>" as operator, (left, right)):
                first = self._distance(left, wanted != (operator == "=>"), places)
                second = self._distance(right, wanted, places)
                return f"({first} + {second})" if wanted == (operator == "^") else f"min({first}, {second})"
            case Aggregate("forall" | "exists" as operator, variables, body):
                loops, inner = self._loops(variables, places)
                total = "sum" if wanted == (operator == "forall") else "min"
                return f"{total}([{self._distance(body, wanted, inner)} {loops}])"
            case Operation("<" | "<=" | ">" | ">=" as operator, (left, right)):
                small, large = (left, right) if operator in ("<", "<=") else (right, left)
                strict = len(operator) == 1
                if not wanted:
                    small, large, strict = large, small, not strict
                return f"{'gap' if strict else 'excess'}({self.value(small, places)}, {self.value(large, places)})"
            case Operation("==" | "~=" as operator, (left, _)) if self._typing.range_of(left) in NUMBERS:
                sides = ", ".join(self._compared(formula, places))
                return f"{'apart' if wanted == (operator == '==') else 'same'}({sides})"
        return f"({self.value(formula, places)} != {wanted})"

    def bounds(self, formulas: Sequence[Value]) -> str:
        """`bounds(limit)`: `limit(fluent, place, operator, number)` for each bound that formulas set for actions."""
        lines = ["def bounds(limit):", "    pass"]
        for formula in formulas:
            lines += self._bounds(formula, Places(), 1)
        return "\n".join([*lines, ""])

    def _bounds(self, formula: Value, places: Places, depth: int) -> list[str]:
        indent = "    " * depth
        match formula:
            case Aggregate("forall", variables, body):
                _, inner = self._loops(variables, places)
                new = inner.sizes[len(places.sizes) :]
                loops = [
                    "    " * (depth + step) + f"for {name} in range({size}):" for step, (name, size) in enumerate(new)
                ]
                lines = self._bounds(body, inner, depth + len(new))
                return [*loops, *lines] if lines else []
            case Operation("^", (left, right)):
                return self._bounds(left, places, depth) + self._bounds(right, places, depth)
            case Operation(operator, (left, right)) if operator in _TURNED:
                for side, other, read in ((left, right, operator), (right, left, _TURNED[operator])):
                    if self._is_action(side) and self._is_fixed(other):
                        assert isinstance(side, Fluent)
                        parameters = self._layout.process.declared[side.name].parameters
                        place = self._place(side.arguments, parameters, places)
                        return [f"{indent}limit({side.name!r}, {place}, {read!r}, {self.value(other, places)})"]
        return []

    def _is_action(self, value: Value) -> bool:
        if not isinstance(value, Fluent) or self._layout.process.declared[value.name].kind is not Kind.ACTION:
            return False
        return all(map(self._is_fixed, value.arguments))

    def _is_fixed(self, value: Value) -> bool:
        """Whether a value is the same in all states."""
        kinds = self._layout.process.declared
        return all(
            not isinstance(part, Draw | DrawItem | DrawAny | DrawVector | External | Slot)
            and not (isinstance(part, Fluent) and kinds[part.name].kind not in (Kind.NON, Kind.PARAMETER))
            for part in walk(value)
        )

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
            case DrawVector() | External():
                kind = "distributions of vectors" if isinstance(value, DrawVector) else "functions of the caller"
                raise UnsupportedFeature(f"relgym does not carry {kind} yet", span=value.span)
            case _:
                assert_never(value)

    def _converted(self, value: Value, of: str, places: Places) -> str:
        """A value in the range of what it is given to."""
        text = self.value(value, places)
        found = self._typing.range_of(value, of)
        if found == of or of not in NUMBERS:
            return text
        return f"{'int' if of == INT else 'float'}({text})"

    def _fluent(self, value: Fluent, places: Places) -> str:
        name = self._fluents[value.name, value.primed]
        parameters = self._layout.process.declared[value.name].parameters
        return f"{name}[{self._place(value.arguments, parameters, places)}]" if parameters else name

    def _place(self, arguments: Sequence[Value], types: Sequence[str], places: Places) -> str:
        sizes = [self._layout.size(of) for of in types]
        terms, constant = [], 0
        for position, (argument, of) in enumerate(zip(arguments, types, strict=True)):
            stride = prod(sizes[position + 1 :])
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

    def _uniform(self, places: Places) -> str:
        """The number of this node for the bindings of the variables around it."""
        sizes = [size for _, size in places.sizes]
        terms = [str(self.uniforms)]
        for position, (name, _) in enumerate(places.sizes):
            stride = prod(sizes[position + 1 :])
            terms.append(name if stride == 1 else f"{stride}*{name}")
        self.uniforms += prod(sizes)
        return f"u[{'+'.join(terms)}]"

    def _unpacked(self, source: str, kind: Kind) -> list[str]:
        names = [self._fluents[fluent.name, False] for fluent in self._layout.of_kind(kind)]
        return [f"    {self._tuple(names)} = {source}"] if names else []

    def _tuple(self, names: Sequence[str]) -> str:
        return f"({', '.join(names)},)" if names else "()"

    def _fresh(self) -> str:
        self._count += 1
        return f"v{self._count}"
