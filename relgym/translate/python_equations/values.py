"""Plain values as Python expressions: loops in place of aggregates, a conditional for every branch.

As in Python's own conditionals, a branch that is not taken is not evaluated. A `PythonValueWriter` tries the faster
forms that it is given for a class of values (`tables.py`, `aggregates.py`, `lookups.py`, `hoists.py`), and writes the
plain form where none of them applies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any, assert_never

from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.equations import Equations, Function
from relgym.model.rddl.expressions import INT, REAL, Value
from relgym.model.terms import Object, Variable
from relgym.translate.equations.finiteness import finite_parts, may_be_infinite, takes_tested
from relgym.translate.equations.ranges import is_exact, range_of
from relgym.translate.python_equations.loops import Loops, Names
from relgym.tuning.equations import AGGREGATE_LIST_LIMIT

Form = Callable[[Any, Names], str | None]
"""A function that writes a value in a faster form, or returns None where the form does not apply."""

_OPERATORS = {"^": "and", "|": "or", "<=>": "==", "==": "==", "~=": "!="}

_LEVELS = {"+": "+-", "-": "+-", "*": "*/", "/": "*/", "^": "^", "|": "|"}
"""The operators that Python computes from left to right without brackets between them."""


class PythonValueWriter:
    """Writes the values of one program.

    Attributes:
        program: The program.
        loops: Writes loops.
        forms: The forms to try for a class of values, in this order.
        is_special: Tells whether a form applies to an operation, so that it is no part of a chain of operands.
        flat: The Python name of the place of a row, by the names of its variables with their strides.
    """

    def __init__(self, program: Equations) -> None:
        self.program = program
        self.loops = Loops(program)
        self.forms: Mapping[type[Value], Sequence[Form]] = {}
        self.is_special: Callable[[rddl.Operation], bool] = lambda value: False
        self.flat: Mapping[tuple[tuple[str, int], ...], str] = {}
        known = [*program.constants, *program.states, *program.actions]
        functions = dict.fromkeys([*known, *(item.function for item in program.equations)])
        self._names = {function: f"f{number}" for number, function in enumerate(functions)}

    def name(self, function: Function) -> str:
        """Return the Python name of the values of a function."""
        known = self._names.get(function)
        if known is None:
            known = self._names[function] = f"f{len(self._names)}"
        return known

    def range_of(self, value: Value) -> str:
        return range_of(value, self.program.functions)

    def value(self, value: Value, names: Names) -> str:
        """Write a value as an expression in brackets, or as an atom."""
        for form in self.forms.get(type(value), ()):
            text = form(value, names)
            if text is not None:
                return text
        return self.plain(value, names)

    def plain(self, value: Value, names: Names) -> str:
        """Write a value without the faster forms; its parts may have them."""
        match value:
            case rddl.Constant(constant):
                return repr(constant)
            case Variable():
                return names[value]
            case rddl.Item(_, _, number):
                return str(number)
            case rddl.Fluent():
                return self.fluent(value, names)
            case rddl.Operation():
                return self._operation(value, names)
            case rddl.Aggregate():
                return self._aggregate(value, names)
            case rddl.If(condition, then, otherwise):
                test, yes, no = (self.value(part, names) for part in (condition, then, otherwise))
                return f"({yes} if {test} else {no})"
            case rddl.Switch():
                return self._switch(value, names)
            case rddl.Call(function, arguments):
                written = self.finite if takes_tested(value) else self.value
                return f"{function}_({', '.join(written(part, names) for part in arguments)})"
            case rddl.Draw(distribution, arguments):
                inner = [self.value(part, names) for part in arguments]
                return f"{distribution}_({', '.join([*inner, self._uniform(rddl.drawn_by(value), names)])})"
            case rddl.DrawItem():
                return self._draw_item(value, names)
            case rddl.DrawAny(variable, body):
                loops, inner_names = self.loops.clauses((variable,), names, body)
                uniform = self._uniform(rddl.drawn_by(value), names)
                return f"{value.quantile}_([{self.value(body, inner_names)} {loops}], {uniform})"
            case rddl.Matrix():
                return self._matrix(value, names)
            case rddl.DrawVector():
                return self._draw_vector(value, names)
            case rddl.External(function, index):
                arrays = ", ".join(self._array(slot, names) for slot in value.arguments)
                places = "".join(f", {self.value(part, names)}" for part in index if part is not None)
                return f"entry(external_{function}({arrays}){places})"
            case Object():
                raise AssertionError(f"not plain: {value}")
            case _:
                assert_never(value)

    def finite(self, value: Value, names: Names) -> str:
        """Write a value that is compared or passed to a function, with an error if a real number is not finite."""
        text = self.value(value, names)
        if not may_be_infinite(value, self.program):
            return text
        name = self.loops.fresh()
        return f"({name} if isfinite({name} := {text}) else check({name}))"

    def converted(self, value: Value, of: str, names: Names) -> str:
        """Write a value with the type of a range: truth values become numbers, and whole numbers real ones."""
        match value:
            case rddl.If(condition, then, otherwise):
                yes, no = (self.converted(part, of, names) for part in (then, otherwise))
                return f"({yes} if {self.value(condition, names)} else {no})"
        text = self.value(value, names)
        if of not in (INT, REAL) or (self.range_of(value) == of and is_exact(value, self.program.functions)):
            return text
        return f"{'int' if of == INT else 'float'}({text})"

    def fluent(self, value: rddl.Fluent, names: Names) -> str:
        function = self.program.functions[value.name, value.primed]
        name = self.name(function)
        return f"{name}[{self.place(function, value.arguments, names)}]" if value.arguments else name

    def place(self, function: Function, arguments: Sequence[Value], names: Names) -> str:
        """Write the place of a function's value in its list."""
        terms, constant = [], 0
        if self.flat:
            pairs = zip(arguments, self.program.strides(function), strict=True)
            flat = self.flat.get(tuple((names[a] if isinstance(a, Variable) else "", stride) for a, stride in pairs))
            if flat is not None:
                return flat
        for argument, stride in zip(arguments, self.program.strides(function), strict=True):
            if isinstance(argument, rddl.Item):
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

    def _operation(self, value: rddl.Operation, names: Names) -> str:
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
            if not isinstance(before, rddl.Operation) or not self._goes_on(before, operator):
                left = self.finite(before, names) if before in tested else self.value(before, names)
                return f"({' '.join([left, *reversed(followers)])})"
            operation = before

    def _goes_on(self, value: rddl.Operation, operator: str) -> bool:
        """Tell whether an operation may be the left operand of another one without brackets."""
        return len(value.operands) == 2 and value.operator in _LEVELS.get(operator, "") and not self.is_special(value)

    def _aggregate(self, value: rddl.Aggregate, names: Names) -> str:
        loops, inner = self.loops.clauses(value.variables, names, value.body)
        return self.folded(value, value.body, loops, inner)

    def folded(self, value: rddl.Aggregate, body: Value, loops: str, inner: Names) -> str:
        """Write an aggregate over a body, given the clauses of a comprehension."""
        written = self.finite if value.operator in ("min", "max", "argmin", "argmax") else self.value
        text = written(body, inner)
        rows = self.loops.rows(value.variables)
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
                step = self.loops.block(size, body)
                items = f"range({size})" if step is None else f"flat(blocks({size}, {step}))"
                return f"{value.operator.removeprefix('arg')}({items}, key=lambda {inner[variable]}: {text})"
            case _:
                row, column = value.variables
                return f"det_({self._entries(text, row, column, inner)})"

    def _matrix(self, value: rddl.Matrix, names: Names) -> str:
        _, inner = self.loops.clauses((value.row, value.column), names)
        entries = self._entries(self.value(value.body, inner), value.row, value.column, inner)
        row, column = (names[place] for place in value.places)
        return f"{value.operator}_({entries})[{row}][{column}]"

    def _entries(self, body: str, row: Variable, column: Variable, names: Names) -> str:
        size = self.program.size(row.types[0])
        return f"[[{body} for {names[column]} in range({size})] for {names[row]} in range({size})]"

    def _switch(self, value: rddl.Switch, names: Names) -> str:
        subject = self.loops.fresh()
        first = f"({subject} := {self.value(value.subject, names)})"
        branches = [(self.value(label, names), self.value(branch, names)) for label, branch in value.cases]
        # Without a default every value has a case, so the last case needs no test.
        last = branches.pop()[1] if value.default is None else self.value(value.default, names)
        parts = []
        for number, (label, branch) in enumerate(branches):
            parts.append(f"{branch} if {subject if number else first} == {label} else ")
        return f"({''.join(parts)}{last})"

    def _draw_item(self, value: rddl.DrawItem, names: Names) -> str:
        weights = [weight for _, weight in value.weights]
        texts = ["0" if weight is None else self.value(weight, names) for weight in weights]
        entries = f"[{', '.join(texts)}]"
        if None in weights:
            entries = f"completed_({entries}, {weights.index(None)})"
        return f"{value.quantile}_({entries}, {self._uniform(rddl.drawn_by(value), names)})"

    def _draw_vector(self, value: rddl.DrawVector, names: Names) -> str:
        """Write one entry of a random vector: each entry draws the whole vector from the same numbers."""
        [index] = value.index
        assert index is not None
        arrays = [self._array(slot, names) for slot in value.arguments]
        uniform = rddl.drawn_by(value)
        start = self._offset(uniform, names)
        numbers = f"u[{start}:{start}+{uniform.count}]"
        return f"{value.distribution}_({', '.join([*arrays, numbers])})[{self.value(index, names)}]"

    def _array(self, slot: rddl.Slot, names: Names) -> str:
        """Write a fluent as nested lists over the arguments that stand for axes, or as a number without any."""
        function = self.program.functions[slot.fluent, False]
        inner, loops = dict(names), []
        arguments: list[Value] = []
        for argument, of in zip(slot.arguments, function.parameters, strict=True):
            if argument is None:
                axis = Variable(f"?{self.loops.fresh()}", (of,))
                inner[axis] = axis.name[1:]
                loops.append(f"for {inner[axis]} in range({self.program.size(of)})")
                arguments.append(axis)
            else:
                arguments.append(argument)
        text = self.fluent(rddl.Fluent(slot.fluent, tuple(arguments)), inner)
        for loop in reversed(loops):
            text = f"[{text} {loop}]"
        return text

    def _uniform(self, uniform: rddl.Uniform, names: Names) -> str:
        """Write the number of a draw for the items of the variables around it."""
        return f"u[{self._offset(uniform, names)}]"

    def _offset(self, uniform: rddl.Uniform, names: Names) -> str:
        """Write the place at which the numbers of a draw begin."""
        terms = [str(uniform.start)] if uniform.start or not uniform.around else []
        strides = [prod(uniform.sizes[index + 1 :]) for index in range(len(uniform.around))]
        flat = self.flat.get(tuple(zip((names[variable] for variable in uniform.around), strides, strict=True)))
        if flat is not None:
            return "+".join([*terms, flat if uniform.count == 1 else f"{uniform.count}*{flat}"])
        for variable, each in zip(uniform.around, strides, strict=True):
            stride = uniform.count * each
            terms.append(names[variable] if stride == 1 else f"{stride}*{names[variable]}")
        return "+".join(terms)

    def entry(self, outside: Sequence[Variable], names: Names) -> str:
        """Return the index of the entry for the current items in a list over some variables; empty without any."""
        sizes = self.loops.sizes(outside)
        strides = [prod(sizes[index + 1 :]) for index in range(len(sizes))]
        flat = self.flat.get(tuple(zip((names[variable] for variable in outside), strides, strict=True)))
        if flat is not None:
            return f"[{flat}]"
        terms = []
        for variable, stride in zip(outside, strides, strict=True):
            terms.append(names[variable] if stride == 1 else f"{stride}*{names[variable]}")
        return f"[{'+'.join(terms)}]" if terms else ""
