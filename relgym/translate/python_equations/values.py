"""Plain values as Python expressions: loops in place of aggregates, a conditional for every branch.

As in Python's own conditionals, a branch that is not taken is not evaluated. Fixed values are computed once
(`python_equations/fixed.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import assert_never

from relgym.limits import BLOCK_VALUES
from relgym.model.rddl.equations import Equations, Function
from relgym.model.rddl.expressions import (
    INT,
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
    Item,
    Matrix,
    Operation,
    Slot,
    Switch,
    Uniform,
    Value,
)
from relgym.model.rddl.traversal import parts_of
from relgym.model.terms import Object, Variable
from relgym.translate.equations.finiteness import finite_parts, may_be_infinite, takes_tested
from relgym.translate.equations.ranges import is_exact, range_of
from relgym.tuning.equations import AGGREGATE_LIST_LIMIT

Names = Mapping[Variable, str]
"""The Python names of the variables in scope."""

_OPERATORS = {"^": "and", "|": "or", "<=>": "==", "==": "==", "~=": "!="}

_LEVELS = {"+": "+-", "-": "+-", "*": "*/", "/": "*/", "^": "^", "|": "|"}
"""The operators that Python computes from left to right without brackets between them."""


class ValueWriter:
    """Writes the values of one program."""

    def __init__(self, program: Equations) -> None:
        self.program = program
        self._count = 0
        self._unlooked: dict[int, tuple[Value | Slot, int]] = {}
        # The Python name of the place of a row, by the names of its variables with their strides.
        self.flat: dict[tuple[tuple[str, int], ...], str] = {}
        known = [*program.constants, *program.states, *program.actions]
        functions = dict.fromkeys([*known, *(item.function for item in program.equations)])
        self._names = {function: f"f{number}" for number, function in enumerate(functions)}

    def name(self, function: Function) -> str:
        """Return the Python name of the values of a function."""
        found = self._names.get(function)
        if found is None:
            found = self._names[function] = f"f{len(self._names)}"
        return found

    def range_of(self, value: Value) -> str:
        return range_of(value, self.program.functions)

    def value(self, value: Value, names: Names) -> str:
        """Write a value as an expression in brackets, or as an atom."""
        match value:
            case Constant(constant):
                return repr(constant)
            case Variable():
                return names[value]
            case Item(_, _, number):
                return str(number)
            case Fluent():
                return self._fluent(value, names)
            case Operation():
                return self._operation(value, names)
            case Aggregate():
                return self._aggregate(value, names)
            case If(condition, then, otherwise):
                test, yes, no = (self.value(part, names) for part in (condition, then, otherwise))
                return f"({yes} if {test} else {no})"
            case Switch():
                return self._switch(value, names)
            case Call(function, arguments):
                written = self.finite if takes_tested(value) else self.value
                return f"{function}_({', '.join(written(part, names) for part in arguments)})"
            case Draw(distribution, arguments):
                inner = [self.value(part, names) for part in arguments]
                return f"{distribution}_({', '.join([*inner, self._uniform(value.uniform, names)])})"
            case DrawItem():
                return self._draw_item(value, names)
            case DrawAny(variable, body):
                loops, inner_names = self.loops((variable,), names, body)
                draw = "discrete" if value.normalised else "unnormalised"
                return f"{draw}_([{self.value(body, inner_names)} {loops}], {self._uniform(value.uniform, names)})"
            case Matrix():
                return self._matrix(value, names)
            case DrawVector():
                return self._draw_vector(value, names)
            case External(function, index):
                arrays = ", ".join(self._array(slot, names) for slot in value.arguments)
                places = "".join(f"[{self.value(part, names)}]" for part in index if part is not None)
                return f"external_{function}({arrays}){places}"
            case Object():
                raise AssertionError(f"not plain: {value}")
            case _:
                assert_never(value)

    def finite(self, value: Value, names: Names) -> str:
        """Write a value that is compared or passed to a function, with an error if a real number is not finite."""
        text = self.value(value, names)
        if not may_be_infinite(value, self.program):
            return text
        name = self._fresh()
        return f"({name} if isfinite({name} := {text}) else check({name}))"

    def converted(self, value: Value, of: str, names: Names) -> str:
        """Write a value with the type of a range: truth values become numbers, and whole numbers real ones."""
        match value:
            case If(condition, then, otherwise):
                yes, no = (self.converted(part, of, names) for part in (then, otherwise))
                return f"({yes} if {self.value(condition, names)} else {no})"
        text = self.value(value, names)
        if of not in (INT, REAL) or (self.range_of(value) == of and is_exact(value, self.program.functions)):
            return text
        return f"{'int' if of == INT else 'float'}({text})"

    def loops(self, variables: Sequence[Variable], names: Names, *bodies: Value) -> tuple[str, Names]:
        """Write the clauses of a comprehension over variables, and return them with the names in it.

        If the clauses compute many values of the bodies within, one of them visits its items in blocks, and checks the
        clock before each block.
        """
        inner = dict(names)
        sizes = [self.program.size(variable.types[0]) for variable in variables]
        at, step = self._looking(sizes, sum(map(self.unlooked, bodies)))
        clauses = []
        for place, (variable, size) in enumerate(zip(variables, sizes, strict=True)):
            name = inner[variable] = self._fresh()
            if place == at:
                block = self._fresh()
                clauses.append(f"for {block} in blocks({size}, {step}) for {name} in {block}")
            else:
                clauses.append(f"for {name} in range({size})")
        return " ".join(clauses), inner

    def block(self, rows: int, body: Value) -> int | None:
        """Return the number of rows between two checks of the clock, or None if the loop over them needs no check."""
        place, step = self._looking([rows], self.unlooked(body))
        return None if place is None else step

    def items(self, variables: Sequence[Variable], *bodies: Value) -> list[str]:
        """Return the iterables of loops over variables, where each loop is a statement of its own."""
        sizes = [self.program.size(variable.types[0]) for variable in variables]
        at, step = self._looking(sizes, sum(map(self.unlooked, bodies)))
        texts = [f"range({size})" for size in sizes]
        if at is not None:
            texts[at] = f"watched({texts[at]}, {step})"
        return texts

    @staticmethod
    def _looking(sizes: Sequence[int], inside: int) -> tuple[int | None, int]:
        """Find the innermost loop that computes many values, if any, and the number of its items in a block."""
        inside = max(1, inside)
        for place in reversed(range(len(sizes))):
            if inside * sizes[place] >= BLOCK_VALUES:
                return place, max(1, BLOCK_VALUES // inside)
            inside *= sizes[place]
        return None, 0

    def unlooked(self, value: Value | Slot) -> int:
        """Return the largest number of values computed for one value between two checks of the clock."""
        known = self._unlooked.get(id(value))
        if known is None:
            match value:
                case Aggregate(_, variables):
                    around = [self.program.size(variable.types[0]) for variable in variables]
                case DrawAny(variable):
                    around = [self.program.size(variable.types[0])]
                case Matrix(_, row, column):
                    around = [self.program.size(variable.types[0]) for variable in (row, column)]
                case _:
                    around = []
            total = sum(map(self.unlooked, parts_of(value)))
            place, _ = self._looking(around, total)
            # The entry keeps the value alive, so that its identity stays unique.
            known = value, 1 + (prod(around) * total if place is None else BLOCK_VALUES)
            self._unlooked[id(value)] = known
        return known[1]

    def _fluent(self, value: Fluent, names: Names) -> str:
        function = self.program.functions[value.name, value.primed]
        name = self.name(function)
        return f"{name}[{self._place(function, value.arguments, names)}]" if value.arguments else name

    def _place(self, function: Function, arguments: Sequence[Value], names: Names) -> str:
        """Write the place of a function's value in its list."""
        terms, constant = [], 0
        if self.flat:
            pairs = zip(arguments, self.program.strides(function), strict=True)
            found = self.flat.get(tuple((names[a] if isinstance(a, Variable) else "", stride) for a, stride in pairs))
            if found is not None:
                return found
        for argument, stride in zip(arguments, self.program.strides(function), strict=True):
            if isinstance(argument, Item):
                constant += stride * argument.number
            else:
                text = self.value(argument, names)
                if text.isdecimal():
                    constant += stride * int(text)
                else:
                    terms.append(text if stride == 1 else f"{stride}*{text}")
        if constant or not terms:
            terms.append(str(constant))
        return "+".join(terms)

    def _operation(self, value: Operation, names: Names) -> str:
        operator = value.operator
        if len(value.operands) == 1:
            [text] = [self.value(part, names) for part in value.operands]
            return f"(not {text})" if operator == "~" else f"({operator}{text})"
        if operator == "=>":
            left, right = [self.value(part, names) for part in value.operands]
            return f"(not {left} or {right})"
        # A chain of operands needs no brackets; Python allows only about a hundred nested ones.
        followers: list[str] = []
        operation = value
        while True:
            before, after = operation.operands
            tested = finite_parts(operation)
            right = self.finite(after, names) if after in tested else self.value(after, names)
            followers.append(f"{_OPERATORS.get(operation.operator, operation.operator)} {right}")
            if not isinstance(before, Operation) or not self._goes_on(before, operator):
                left = self.finite(before, names) if before in tested else self.value(before, names)
                return f"({' '.join([left, *reversed(followers)])})"
            operation = before

    def _goes_on(self, value: Operation, operator: str) -> bool:
        """Tell whether an operation may be the left operand of another one without brackets."""
        return len(value.operands) == 2 and value.operator in _LEVELS.get(operator, "")

    def _aggregate(self, value: Aggregate, names: Names) -> str:
        loops, inner = self.loops(value.variables, names, value.body)
        return self.folded(value, value.body, loops, inner)

    def folded(self, value: Aggregate, body: Value, loops: str, inner: Names) -> str:
        """Write an aggregate over a body, given the clauses of a comprehension."""
        written = self.finite if value.operator in ("min", "max", "argmin", "argmax") else self.value
        text = written(body, inner)
        rows = prod(self.program.size(variable.types[0]) for variable in value.variables)
        # A list is faster than a generator expression, but takes memory.
        every = f"[{text} {loops}]" if rows <= AGGREGATE_LIST_LIMIT else f"({text} {loops})"
        match value.operator:
            case "forall":
                return f"all({text} {loops})"
            case "exists":
                return f"any({text} {loops})"
            case "sum" | "min" | "max":
                return f"{value.operator}({every})"
            case "prod":
                return f"product({every})"
            case "avg":
                return f"(sum({every})/{rows})"
            case "argmin" | "argmax":
                [variable] = value.variables
                size = self.program.size(variable.types[0])
                place, step = self._looking([size], self.unlooked(body))
                items = f"range({size})" if place is None else f"flat(blocks({size}, {step}))"
                return f"{value.operator.removeprefix('arg')}({items}, key=lambda {inner[variable]}: {text})"
            case _:
                row, column = value.variables
                return f"det_({self._entries(text, row, column, inner)})"

    def _matrix(self, value: Matrix, names: Names) -> str:
        _, inner = self.loops((value.row, value.column), names)
        entries = self._entries(self.value(value.body, inner), value.row, value.column, inner)
        row, column = (names[place] for place in value.places)
        return f"{value.operator}_({entries})[{row}][{column}]"

    def _entries(self, body: str, row: Variable, column: Variable, names: Names) -> str:
        size = self.program.size(row.types[0])
        return f"[[{body} for {names[column]} in range({size})] for {names[row]} in range({size})]"

    def _switch(self, value: Switch, names: Names) -> str:
        subject = self._fresh()
        first = f"({subject} := {self.value(value.subject, names)})"
        branches = [(self.value(label, names), self.value(branch, names)) for label, branch in value.cases]
        # Without a default every value has a case, so the last case needs no test.
        last = branches.pop()[1] if value.default is None else self.value(value.default, names)
        parts = []
        for number, (label, branch) in enumerate(branches):
            parts.append(f"{branch} if {subject if number else first} == {label} else ")
        return f"({''.join(parts)}{last})"

    def _draw_item(self, value: DrawItem, names: Names) -> str:
        texts = ["0" if weight is None else self.value(weight, names) for _, weight in value.weights]
        entries = f"[{', '.join(texts)}]"
        rest = [number for number, (_, weight) in enumerate(value.weights) if weight is None]
        if rest:
            entries = f"completed_({entries}, {rest[0]})"
        draw = "discrete" if value.normalised else "unnormalised"
        return f"{draw}_({entries}, {self._uniform(value.uniform, names)})"

    def _draw_vector(self, value: DrawVector, names: Names) -> str:
        """Write one entry of a random vector: each entry draws the whole vector from the same numbers."""
        [index] = value.index
        assert index is not None and value.uniform is not None
        arrays = [self._array(slot, names) for slot in value.arguments]
        start = self._offset(value.uniform, names)
        numbers = f"u[{start}:{start}+{value.uniform.count}]"
        return f"{value.distribution}_({', '.join([*arrays, numbers])})[{self.value(index, names)}]"

    def _array(self, slot: Slot, names: Names) -> str:
        """Write a fluent as nested lists over the arguments that stand for axes, or as a number without any."""
        function = self.program.functions[slot.fluent, False]
        inner, loops = dict(names), []
        arguments: list[Value] = []
        for argument, of in zip(slot.arguments, function.parameters, strict=True):
            if argument is None:
                axis = Variable(f"?{self._fresh()}", (of,))
                inner[axis] = axis.name[1:]
                loops.append(f"for {inner[axis]} in range({self.program.size(of)})")
                arguments.append(axis)
            else:
                arguments.append(argument)
        text = self._fluent(Fluent(slot.fluent, tuple(arguments)), inner)
        for loop in reversed(loops):
            text = f"[{text} {loop}]"
        return text

    def _uniform(self, uniform: Uniform | None, names: Names) -> str:
        """Write the number of a draw for the items of the variables around it."""
        assert uniform is not None, "not plain: a draw without a uniform number"
        return f"u[{self._offset(uniform, names)}]"

    def _offset(self, uniform: Uniform, names: Names) -> str:
        """Write the place at which the numbers of a draw begin."""
        terms = [str(uniform.start)] if uniform.start or not uniform.around else []
        strides = [prod(uniform.sizes[place + 1 :]) for place in range(len(uniform.around))]
        found = self.flat.get(tuple(zip((names[variable] for variable in uniform.around), strides, strict=True)))
        if found is not None:
            return "+".join([*terms, found if uniform.count == 1 else f"{uniform.count}*{found}"])
        for variable, each in zip(uniform.around, strides, strict=True):
            stride = uniform.count * each
            terms.append(names[variable] if stride == 1 else f"{stride}*{names[variable]}")
        return "+".join(terms)

    def _fresh(self) -> str:
        self._count += 1
        return f"v{self._count}"
