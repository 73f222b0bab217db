"""RDDL as Python: a process and an instance as functions over flat lists.

A fluent is a list, or a plain value where it has no parameters; a cpf is a comprehension over its parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from relgym.model.rddl import Cpf, Kind
from relgym.model.rddl_expressions import (
    NUMBERS,
    REAL,
    Aggregate,
    Draw,
    DrawAny,
    DrawItem,
    DrawVector,
    External,
    Fluent,
    Operation,
    Slot,
    Value,
)
from relgym.model.rddl_walk import walk
from relgym.read.rddl_order import evaluation_order
from relgym.translate.rddl_values import Places, ValueWriter

_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}


class ProcessWriter(ValueWriter):
    """Writes the functions of one instance; `uniforms` is how many numbers a step takes."""

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
        """How far a formula is from being as wanted: what parts miss adds up, of several ways the nearest counts."""
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
                        place = self._place(side, places)
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

    def _unpacked(self, source: str, kind: Kind) -> list[str]:
        names = [self._fluents[fluent.name, False] for fluent in self._layout.of_kind(kind)]
        return [f"    {self._tuple(names)} = {source}"] if names else []

    def _tuple(self, names: Sequence[str]) -> str:
        return f"({', '.join(names)},)" if names else "()"
