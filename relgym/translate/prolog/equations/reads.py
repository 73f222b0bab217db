"""Goals that read values: constants, items, vectors of functions and uniform numbers, with their positions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from relgym.model.rddl.equations import Equations, Function, Part
from relgym.model.rddl.expressions import BOOL, Draw, DrawAny, DrawItem, Fluent, Matrix, Uniform, Value, drawn_by
from relgym.model.rddl.traversal import walk
from relgym.model.terms import Variable
from relgym.translate.equations.ranges import range_of
from relgym.translate.prolog.equations.names import UNIFORMS, EquationNames, Variables, atom
from relgym.translate.prolog.equations.text import branched, is_plain, joined, literal

Number = tuple[list[str], str]
"""Goals, and an expression that is a number once they hold."""


@dataclass(frozen=True, slots=True)
class ClauseScope:
    """The scope of a value: `stem` begins the names of the predicates that it needs."""

    stem: str
    items: Mapping[Variable, str]
    variables: Variables

    def with_items(self, bound: Iterable[Variable]) -> ClauseScope:
        return replace(self, items={**self.items, **{item: self.variables.item(item.name) for item in bound}})


class PrologReadWriter(ABC):
    """Writes for one program; the predicates that are needed gather in `clauses`."""

    def __init__(self, program: Equations, plain: bool = False) -> None:
        self.program = program
        self.names = EquationNames(program, plain)
        self.clauses: list[str] = []

    @abstractmethod
    def number(self, value: Value, scope: ClauseScope) -> Number:
        """A value as an expression of Prolog's arithmetic."""

    def range_of(self, value: Value) -> str:
        return range_of(value, self.program.functions)

    def arguments(self, value: Value, scope: ClauseScope) -> list[str]:
        """Return the variables of the items and vectors that a value reads: the arguments of its predicate."""
        return [scope.items[item] for item in self.free(value, scope)] + self.vectors([value])

    def free(self, value: Value, scope: ClauseScope) -> list[Variable]:
        """The variables in scope that a value reads."""
        read: set[Variable] = set()
        for part in walk(value):
            match part:
                case Variable():
                    read.add(part)
                case Matrix():
                    read.update(part.places)
                case Draw() | DrawItem() | DrawAny():
                    read.update(drawn_by(part).around)
        return [item for item in scope.items if item in read]

    def vectors(self, values: Iterable[Value]) -> list[str]:
        """The vectors that values read, as variables."""
        read: dict[str, None] = {}
        for part in (part for value in values for part in walk(value)):
            match part:
                case Fluent(name, _, primed):
                    function = self.program.functions[name, primed]
                    if function.part is not Part.CONSTANT:
                        read[self.names.vector(function)] = None
                case Draw() | DrawItem() | DrawAny():
                    read[UNIFORMS] = None
        return list(read)

    def _plain(self, value: Value, scope: ClauseScope) -> Number:
        """A value as a variable or a number."""
        goals, number = self.number(value, scope)
        if is_plain(number):
            return goals, number
        target = scope.variables.fresh("V")
        return [*goals, f"{target} is {number}"], target

    def _plain_ones(self, values: Iterable[Value], scope: ClauseScope) -> tuple[list[str], list[str]]:
        pairs = [self._plain(value, scope) for value in values]
        return [goal for goals, _ in pairs for goal in goals], [number for _, number in pairs]

    def _numbers(self, values: Iterable[Value], scope: ClauseScope) -> tuple[list[str], list[str]]:
        pairs = [self.number(value, scope) for value in values]
        return [goal for goals, _ in pairs for goal in goals], [number for _, number in pairs]

    def _held(self, function: Function, arguments: Sequence[Value], scope: ClauseScope) -> list[str]:
        """The goals that hold where a function is true."""
        if function.part is not Part.CONSTANT:
            vector = self.names.vector(function)
            if not arguments:
                return [f"{vector} =:= 1"]
            goals, place = self.place(function, arguments, scope)
            return [*goals, f"arg({place}, {vector}, 1)"]
        if not arguments:
            return ["true" if self.program.constants[function] else "fail"]
        goals, items = self._plain_ones(arguments, scope)
        return [*goals, atom(self.names.predicate(function), items)]

    def _fluent(self, function: Function, arguments: Sequence[Value], scope: ClauseScope) -> Number:
        if function.part is not Part.CONSTANT:
            vector = self.names.vector(function)
            if not arguments:
                return [], vector
            goals, place = self.place(function, arguments, scope)
            target = scope.variables.fresh("V")
            return [*goals, f"arg({place}, {vector}, {target})"], target
        if not arguments:
            constant = self.program.constants[function]
            assert not isinstance(constant, list)
            return [], self.constant(function, constant)
        target = scope.variables.fresh("V")
        if function.range == BOOL:
            held = joined(self._held(function, arguments, scope))
            return [branched(held, f"{target} = 1", f"{target} = 0")], target
        goals, items = self._plain_ones(arguments, scope)
        return [*goals, atom(self.names.predicate(function), [*items, target])], target

    def constant(self, function: Function, value: bool | int | float) -> str:
        """A value of a function as a number."""
        return str(value + 1) if function.range in self.program.types else literal(value)

    def place(self, function: Function, arguments: Sequence[Value], scope: ClauseScope) -> Number:
        """Return the argument of a vector at which a function's value stands, as a variable or a number."""
        goals, numbers = self._numbers(arguments, scope)
        strides = self.program.strides(function)
        return self._at(goals, zip(numbers, strides, strict=True), 1 - sum(strides), scope)

    def _at(self, goals: list[str], parts: Iterable[tuple[str, int]], constant: int, scope: ClauseScope) -> Number:
        """The sum of numbers, each times its stride, and a constant."""
        terms = []
        for number, stride in parts:
            if number.isdecimal():
                constant += stride * int(number)
            else:
                terms.append(number if stride == 1 else f"{stride} * {number}")
        if not terms:
            return goals, str(constant)
        if constant:
            terms.append(str(constant))
        text = " + ".join(terms).replace("+ -", "- ")
        if is_plain(text):
            return goals, text
        target = scope.variables.fresh("P")
        return [*goals, f"{target} is {text}"], target

    def _uniform(self, uniform: Uniform, scope: ClauseScope) -> Number:
        """The number of a draw for the items of the variables around it."""
        strides = [1] * len(uniform.sizes)
        for depth in range(len(strides) - 1, 0, -1):
            strides[depth - 1] = strides[depth] * uniform.sizes[depth]
        parts = zip((scope.items[item] for item in uniform.around), strides, strict=True)
        goals, place = self._at([], parts, uniform.start + 1 - sum(strides), scope)
        target = scope.variables.fresh("U")
        return [*goals, f"arg({place}, {UNIFORMS}, {target})"], target
