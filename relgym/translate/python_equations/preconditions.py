"""Preconditions as Python that guides a search for actions: their distance from being satisfied, and their bounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from relgym.model.rddl.equations import Equations, Part
from relgym.model.rddl.expressions import NUMBERS, REAL, Aggregate, Fluent, Operation, Value
from relgym.model.rddl.traversal import walk
from relgym.model.terms import Variable
from relgym.translate.equations.conditions import is_fixed
from relgym.translate.python_equations.loops import Names
from relgym.translate.python_equations.program import PythonEquationsWriter

FAR = 1000
"""The distance of a formula that no action can give the wanted truth value."""

_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}


class PreconditionsWriter:
    """Writes functions about all preconditions of a program; `scope` is that of `PythonEquationsWriter`.

    Attributes:
        equations: Writes the values of the program.
    """

    def __init__(self, program: Equations, scope: dict[str, Any]) -> None:
        self.program = program
        self.equations = PythonEquationsWriter(program, scope)
        self._values = self.equations.values

    def distance(self) -> str:
        """Write `distance(state, action)`: the total distance of the preconditions from holding, 0 if all hold."""
        given = {*self.program.states, *self.program.actions}
        lines = self.equations.unpacked("state", self.program.states, given)
        lines += self.equations.unpacked("action", self.program.actions, given)
        terms = [self._distance(formula, True, {}) for formula in self._formulas()]
        return "\n".join(["def distance(state, action):", *lines, f"    return {' + '.join(terms) or '0'}", ""])

    def bounds(self) -> str:
        """Write `bounds(limit)`, which calls `limit(fluent, place, operator, number)` for each bound on actions."""
        lines = ["def bounds(limit):", "    pass"]
        for formula in self._formulas():
            lines += self._bounds(formula, {}, 1)
        return "\n".join([*lines, ""])

    def faults(self) -> str:
        """Write `faults(state, action)`: the action cells read by each row of a precondition that does not hold."""
        given = {*self.program.states, *self.program.actions}
        lines = ["def faults(state, action):", "    found = []"]
        lines += self.equations.unpacked("state", self.program.states, given)
        lines += self.equations.unpacked("action", self.program.actions, given)
        for formula in self._formulas():
            lines += self._faults(formula, {}, 1)
        return "\n".join([*lines, "    return found", ""])

    def _faults(self, formula: Value, names: Names, depth: int) -> list[str]:
        indent = "    " * depth
        match formula:
            case Aggregate("forall", variables, body):
                loops, inner = self._nested(variables, names, depth, body)
                return loops + self._faults(body, inner, depth + len(variables))
            case Operation("^", (left, right)):
                return self._faults(left, names, depth) + self._faults(right, names, depth)
        reads = [part for part in walk(formula) if isinstance(part, Fluent) and self._is_of_action(part)]
        cells = ", ".join(dict.fromkeys(self._cells(part, names) for part in reads))
        return [f"{indent}if not {self._values.value(formula, names)}:", f"{indent}    found.append([{cells}])"]

    def _cells(self, value: Fluent, names: Names) -> str:
        """Write a fluent's position and its cells' places, for all items of the variables that are not yet in scope."""
        function = self.program.functions[value.name, False]
        position = self.program.actions.index(function)
        if not value.arguments:
            return f"({position}, None)"
        free = [part for part in dict.fromkeys(walk(value)) if isinstance(part, Variable) and part not in names]
        loops, inner = self._values.loops.clauses(free, names)
        cell = f"({position}, {self._values.place(function, value.arguments, inner)})"
        return f"*[{cell} {loops}]" if loops else cell

    def _nested(self, variables: Sequence[Variable], names: Names, depth: int, body: Value) -> tuple[list[str], Names]:
        """Return the heads of nested loops over variables, and the names in them."""
        loops = self._values.loops
        _, inner = loops.clauses(variables, names)
        heads = [
            "    " * (depth + step) + f"for {inner[variable]} in {items}:"
            for step, (variable, items) in enumerate(zip(variables, loops.items(variables, body), strict=True))
        ]
        return heads, inner

    def _formulas(self) -> list[Value]:
        return [item.value for item in self.program.equations if item.function.part is Part.PRECONDITION]

    def _distance(self, formula: Value, wanted: bool, names: Names) -> str:
        """Write the distance of a formula from a wanted truth value.

        It is the sum over parts that all must hold, and the least over alternatives. A part that no action decides has
        the distance `FAR`, so that a search follows the other alternative.
        """
        if not self._reads_actions(formula):
            return f"(({self._values.value(formula, names)} != {wanted}) * {FAR})"
        match formula:
            case Operation("~", (part,)):
                return self._distance(part, not wanted, names)
            case Operation("^" | "|" | "=>" as operator, (left, right)):
                first = self._distance(left, wanted != (operator == "=>"), names)
                second = self._distance(right, wanted, names)
                return f"({first} + {second})" if wanted == (operator == "^") else f"min({first}, {second})"
            case Aggregate("forall" | "exists" as operator, variables, body):
                loops, inner = self._values.loops.clauses(variables, names, body)
                total = "sum" if wanted == (operator == "forall") else "min"
                return f"{total}([{self._distance(body, wanted, inner)} {loops}])"
            case Operation("<" | "<=" | ">" | ">=" as operator, (left, right)):
                small, large = (left, right) if operator in ("<", "<=") else (right, left)
                strict = len(operator) == 1
                if not wanted:
                    small, large, strict = large, small, not strict
                sides = f"{self._values.value(small, names)}, {self._values.value(large, names)}"
                return f"{'gap' if strict else 'excess'}({sides})"
            case Operation("==" | "~=" as operator, (left, right)) if self._values.range_of(left) in NUMBERS:
                sides = f"{self._values.value(left, names)}, {self._values.value(right, names)}"
                return f"{'apart' if wanted == (operator == '==') else 'same'}({sides})"
        return f"({self._values.value(formula, names)} != {wanted})"

    def _bounds(self, formula: Value, names: Names, depth: int) -> list[str]:
        indent = "    " * depth
        match formula:
            case Aggregate("forall", variables, body):
                loops, inner = self._nested(variables, names, depth, body)
                lines = self._bounds(body, inner, depth + len(variables))
                return [*loops, *lines] if lines else []
            case Operation("^", (left, right)):
                return self._bounds(left, names, depth) + self._bounds(right, names, depth)
            case _ if (bound := self._bound(formula)) is not None:
                side, operator, other = bound
                function = self.program.functions[side.name, False]
                place = self._values.place(function, side.arguments, names)
                return [f"{indent}limit({side.name!r}, {place}, {operator!r}, {self._values.value(other, names)})"]
        return []

    def _bound(self, formula: Value) -> tuple[Fluent, str, Value] | None:
        """Return the action-fluent, the operator and the fixed value of a bound."""
        match formula:
            case Operation(operator, (left, right)) if operator in _TURNED:
                for side, other, read in ((left, right, operator), (right, left, _TURNED[operator])):
                    if isinstance(side, Fluent) and self._is_action(side) and is_fixed(other, self.program):
                        return side, read, other
        return None

    def says_bounds_only(self, formula: Value) -> bool:
        """Return True for bounds on real action-fluents and nothing else: values within the bounds satisfy it."""
        match formula:
            case Aggregate("forall", _, body):
                return self.says_bounds_only(body)
            case Operation("^", (left, right)):
                return self.says_bounds_only(left) and self.says_bounds_only(right)
        bound = self._bound(formula)
        return bound is not None and self._values.range_of(bound[0]) == REAL

    def _is_of_action(self, value: Fluent) -> bool:
        return self.program.functions[value.name, value.primed].part is Part.ACTION

    def _reads_actions(self, value: Value) -> bool:
        named = self.program.functions
        return any(
            isinstance(part, Fluent) and named[part.name, part.primed].part is Part.ACTION for part in walk(value)
        )

    def _is_action(self, value: Fluent) -> bool:
        return self._is_of_action(value) and all(is_fixed(argument, self.program) for argument in value.arguments)
