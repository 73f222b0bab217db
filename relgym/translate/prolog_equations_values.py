"""Plain values as goals of Prolog.

A truth value is 0 or 1, or a goal where a condition is wanted; an item is its number from 1 on. All values of a
function are the arguments of one term, so that `arg/3` finds each. What a branch does not take is not evaluated, as
Prolog's own `->` has it, and nothing leaves a choice behind: every goal but a condition holds once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from relgym.model.equations import Equations, Function, Part
from relgym.model.rddl_expressions import (
    BOOL,
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
    Switch,
    Uniform,
    Value,
)
from relgym.model.rddl_walk import walk
from relgym.model.terms import Object, Variable
from relgym.translate.prolog_equations_names import UNIFORMS, Names, Variables, atom
from relgym.translate.prolog_names import number_text, quoted
from relgym.translate.ranges import range_of

LIBRARY = "relgym_rddl"
"""The module of `kb/prolog/rddl.pl`."""

Number = tuple[list[str], str]
"""Goals, and an expression that is a number once they hold."""

QUANTIFIERS = ("forall", "exists")

_NUMERIC = ("+", "-", "*", "/")

_COMPARED = {"==": "=:=", "~=": r"=\=", "<=>": "=:=", "<": "<", "<=": "=<", ">": ">", ">=": ">="}

_EXPRESSIONS = {
    "abs": "abs({})",
    "sgn": "integer(sign({}))",
    "floor": "floor({})",
    "ceil": "ceiling({})",
    "ln": "log({})",
    "log": "(log({}) / log({}))",
    "pow": "(float({}) ** float({}))",
    "min": "min({}, {})",
    "max": "max({}, {})",
    "div": "({} div {})",
    "mod": "({} mod {})",
    **{
        name: name + "({})"
        for name in ("sqrt", "exp", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh")
    },
}
"""The functions that Prolog's arithmetic has."""

_GOALS = {"round": "round_even", "fmod": "fmod"}
"""The functions that `kb/prolog/rddl.pl` has; all others are Python's."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a value stands: `stem` begins the names of the predicates that it needs."""

    stem: str
    items: Mapping[Variable, str]
    variables: Variables

    def with_items(self, own: Iterable[Variable]) -> Scope:
        return replace(self, items={**self.items, **{item: self.variables.item(item.name) for item in own}})


class ValueWriter:
    """Writes the values of one program; the predicates that they need gather in `clauses`."""

    def __init__(self, program: Equations) -> None:
        self.program = program
        own = (item.function for item in program.equations)
        self.names = Names(dict.fromkeys([*program.constants, *program.states, *program.actions, *own]))
        self.clauses: list[str] = []

    def condition(self, value: Value, scope: Scope) -> str:
        """The goals that hold, once, where a value is true."""
        match value:
            case Constant(constant):
                return "true" if constant else "fail"
            case Fluent(name, _, primed) if self.range_of(value) == BOOL:
                return ", ".join(self._held(self.program.functions[name, primed], value.arguments, scope))
            case Operation("~", (operand,)):
                return rf"\+ ( {self.condition(operand, scope)} )"
            case Operation("^", (left, right)):
                return f"{self.condition(left, scope)}, {self.condition(right, scope)}"
            case Operation("|", (left, right)):
                return f"( {self.condition(left, scope)} -> true ; {self.condition(right, scope)} )"
            case Operation("=>", (left, right)):
                return f"( {self.condition(left, scope)} -> {self.condition(right, scope)} ; true )"
            case Operation(operator, (left, right)) if operator in _COMPARED:
                goals, numbers = self._numbers((left, right), scope)
                return ", ".join([*goals, f"{numbers[0]} {_COMPARED[operator]} {numbers[1]}"])
            case Aggregate(operator) if operator in QUANTIFIERS:
                return ", ".join(self._quantified(value, scope))
            case If(condition, then, otherwise):
                test, yes, no = (self.condition(part, scope) for part in (condition, then, otherwise))
                return f"( {test} -> {yes} ; {no} )"
            case Draw("Bernoulli", (probability,)):
                goals, number = self._plain(probability, scope)
                place, u = self._uniform(value.uniform, scope)
                return ", ".join([*goals, *place, _library("bernoulli", number, u, "1")])
            case _:
                goals, number = self.number(value, scope)
                return ", ".join([*goals, rf"{number} =\= 0"])

    def assigned(self, value: Value, target: str, scope: Scope, of: str | None = None) -> list[str]:
        """The goals that bind a variable to a value, in the range `of`."""
        match value:
            case If(condition, then, otherwise):
                yes, no = (joined(self.assigned(part, target, scope, of)) for part in (then, otherwise))
                return [f"( {self.condition(condition, scope)} -> {yes} ; {no} )"]
            case Switch(subject, cases, default):
                goals, number = self._plain(subject, scope)
                tested = [] if default is None else [("true", joined(self.assigned(default, target, scope, of)))]
                for label, branch in reversed(cases):
                    inner, case = self.number(label, scope)
                    test = ", ".join([*inner, f"{number} =:= {case}"])
                    # Where there is no default every value has a case, so the last one needs no test.
                    tested.insert(0, (test if tested else "true", joined(self.assigned(branch, target, scope, of))))
                return [*goals, _branches(tested)]
            case Operation(operator) if operator not in _NUMERIC:
                return self._decided(value, target, scope, of)
            case Aggregate(operator) if operator in QUANTIFIERS:
                return self._decided(value, target, scope, of)
        goals, number = self.number(value, scope)
        if of == REAL and self.range_of(value) != REAL:
            return [*goals, f"{target} is float({number})"]
        return [*goals, f"{target} {'=' if is_plain(number) else 'is'} {number}"]

    def number(self, value: Value, scope: Scope) -> Number:
        """A value as an expression of Prolog's arithmetic."""
        match value:
            case Constant(constant):
                return [], literal(constant)
            case Variable():
                return [], scope.items[value]
            case Item(_, _, number):
                return [], str(number + 1)
            case Fluent(name, arguments, primed):
                return self._fluent(self.program.functions[name, primed], arguments, scope)
            case Operation(operator) if operator in _NUMERIC:
                return self._arithmetic(value, scope)
            case Call():
                return self._call(value, scope)
            case Draw(distribution, arguments):
                goals, numbers = self._plain_ones(arguments, scope)
                place, u = self._uniform(value.uniform, scope)
                drawn = scope.variables.fresh("V")
                if distribution == "Bernoulli":
                    return [*goals, *place, _library("bernoulli", *numbers, u, drawn)], drawn
                return [*goals, *place, computed(distribution, [*numbers, u], drawn)], drawn
            case DrawItem():
                return self._draw_item(value, scope)
            case Aggregate(operator) if operator not in QUANTIFIERS:
                return self.folded(value, scope)
            case DrawAny() | Matrix():
                return self.folded(value, scope)
            case Operation() | If() | Switch() | Aggregate():
                target = scope.variables.fresh("V")
                return self.assigned(value, target, scope), target
            case DrawVector() | External() | Object():
                raise AssertionError(f"refused before, or not plain: {value}")
            case _:
                assert_never(value)

    def folded(self, value: Aggregate | DrawAny | Matrix, scope: Scope) -> Number:
        """What goes through items: of `FoldWriter`."""
        raise NotImplementedError

    def _quantified(self, value: Aggregate, scope: Scope) -> list[str]:
        raise NotImplementedError

    def range_of(self, value: Value) -> str:
        return range_of(value, self.program.functions)

    def arguments(self, value: Value, scope: Scope) -> list[str]:
        """The items and vectors that a value reads, as variables: what its predicate is to be given."""
        return [scope.items[item] for item in self.free(value, scope)] + self.vectors([value])

    def free(self, value: Value, scope: Scope) -> list[Variable]:
        """The variables in scope that a value reads."""
        read: set[Variable] = set()
        for part in walk(value):
            match part:
                case Variable():
                    read.add(part)
                case Matrix():
                    read.update(part.places)
                case Draw() | DrawItem() | DrawAny():
                    read.update(uniform_of(part).around)
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

    def _plain(self, value: Value, scope: Scope) -> Number:
        """A value as a variable or a number."""
        goals, number = self.number(value, scope)
        if is_plain(number):
            return goals, number
        target = scope.variables.fresh("V")
        return [*goals, f"{target} is {number}"], target

    def _plain_ones(self, values: Iterable[Value], scope: Scope) -> tuple[list[str], list[str]]:
        pairs = [self._plain(value, scope) for value in values]
        return [goal for goals, _ in pairs for goal in goals], [number for _, number in pairs]

    def _numbers(self, values: Iterable[Value], scope: Scope) -> tuple[list[str], list[str]]:
        pairs = [self.number(value, scope) for value in values]
        return [goal for goals, _ in pairs for goal in goals], [number for _, number in pairs]

    def _decided(self, value: Value, target: str, scope: Scope, of: str | None) -> list[str]:
        yes, no = ("1.0", "0.0") if of == REAL else ("1", "0")
        return [f"( {self.condition(value, scope)} -> {target} = {yes} ; {target} = {no} )"]

    def _held(self, function: Function, arguments: Sequence[Value], scope: Scope) -> list[str]:
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

    def _fluent(self, function: Function, arguments: Sequence[Value], scope: Scope) -> Number:
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
            held = ", ".join(self._held(function, arguments, scope))
            return [f"( {held} -> {target} = 1 ; {target} = 0 )"], target
        goals, items = self._plain_ones(arguments, scope)
        return [*goals, atom(self.names.predicate(function), [*items, target])], target

    def constant(self, function: Function, value: bool | int | float) -> str:
        """A value of a function as a number."""
        return str(value + 1) if function.range in self.program.types else literal(value)

    def place(self, function: Function, arguments: Sequence[Value], scope: Scope) -> Number:
        """Which argument of a vector is the value of a function, as a variable or a number."""
        goals, numbers = self._numbers(arguments, scope)
        strides = self.program.strides(function)
        return self._at(goals, zip(numbers, strides, strict=True), 1 - sum(strides), scope)

    def _at(self, goals: list[str], parts: Iterable[tuple[str, int]], constant: int, scope: Scope) -> Number:
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

    def _uniform(self, uniform: Uniform | None, scope: Scope) -> Number:
        """The number of a draw for the items of the variables around it."""
        assert uniform is not None, "not plain: a draw without a uniform number"
        strides = [1] * len(uniform.sizes)
        for depth in range(len(strides) - 1, 0, -1):
            strides[depth - 1] = strides[depth] * uniform.sizes[depth]
        parts = zip((scope.items[item] for item in uniform.around), strides, strict=True)
        goals, place = self._at([], parts, uniform.start + 1 - sum(strides), scope)
        target = scope.variables.fresh("U")
        return [*goals, f"arg({place}, {UNIFORMS}, {target})"], target

    def _arithmetic(self, value: Operation, scope: Scope) -> Number:
        goals, numbers = self._numbers(value.operands, scope)
        match value.operator, numbers:
            case operator, [number]:
                return goals, f"{operator}({number})"
            case "/", [dividend, divisor]:
                # A quotient is real, whatever it is of.
                return goals, f"({dividend} / float({divisor}))"
            case operator, [left, right]:
                return goals, f"({left} {operator} {right})"
        raise AssertionError(value)

    def _call(self, value: Call, scope: Scope) -> Number:
        text = _EXPRESSIONS.get(value.function)
        if text is not None:
            goals, numbers = self._numbers(value.arguments, scope)
            return goals, text.format(*numbers)
        goals, numbers = self._plain_ones(value.arguments, scope)
        target = scope.variables.fresh("V")
        if value.function in _GOALS:
            return [*goals, _library(_GOALS[value.function], *numbers, target)], target
        return [*goals, computed(value.function, numbers, target)], target

    def _draw_item(self, value: DrawItem, scope: Scope) -> Number:
        given = [weight for _, weight in value.weights if weight is not None]
        goals, numbers = self._plain_ones(given, scope)
        waiting = iter(numbers)
        if len(given) < len(value.weights):
            rest = scope.variables.fresh("Rest")
            goals.append(_library("missing", listed(numbers), rest))
            numbers = [rest if weight is None else next(waiting) for _, weight in value.weights]
        return self.drawn(value, goals, listed(numbers), scope)

    def drawn(self, value: DrawItem | DrawAny, goals: list[str], weights: str, scope: Scope) -> Number:
        """An item drawn by the list of all weights."""
        place, u = self._uniform(value.uniform, scope)
        target = scope.variables.fresh("V")
        draw = "discrete" if value.normalised else "unnormalised"
        return [*goals, *place, _library(draw, weights, u, target)], target


def uniform_of(value: Draw | DrawItem | DrawAny) -> Uniform:
    assert value.uniform is not None, "not plain: a draw without a uniform number"
    return value.uniform


def joined(goals: Sequence[str]) -> str:
    return ", ".join(goals) or "true"


def listed(numbers: Iterable[str]) -> str:
    return f"[{', '.join(numbers)}]"


def literal(number: bool | int | float) -> str:
    """A number as Prolog reads it.

    >>> literal(True), literal(-0.5)
    ('1', '-0.5')
    """
    return number_text(int(number) if isinstance(number, bool) else number)


def is_plain(text: str) -> bool:
    """Whether an expression is a variable or a number."""
    return not any(mark in text for mark in " (")


def computed(function: str, numbers: Iterable[str], target: str) -> str:
    """The goal that leaves a function to Python."""
    return _library("computed", quoted(function), listed(numbers), target)


def _library(name: str, *arguments: str) -> str:
    return f"{LIBRARY}:{atom(name, arguments)}"


def _branches(tested: Sequence[tuple[str, str]]) -> str:
    """A chain of branches, of which the last has no test."""
    *first, (_, last) = tested
    return f"( {' ; '.join([*(f'{test} -> {then}' for test, then in first), last])} )" if first else last
