"""Plain values as goals of Prolog.

A truth value is 0 or 1, or a goal where a condition is wanted; an item is its number from 1 on. All values of a
function are the arguments of one term, so that `arg/3` finds each. What a branch does not take is not evaluated, as
Prolog's own `->` has it, and nothing leaves a choice behind: every goal but a condition holds once.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import assert_never

from relgym.model.numeric import EXACT_DOUBLE
from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.expressions import BOOL, INT, REAL, Value
from relgym.model.terms import Object, Variable
from relgym.translate.equations.conditions import lazy_product
from relgym.translate.equations.intervals import intervals_of
from relgym.translate.equations.ranges import is_exact
from relgym.translate.prolog.equations.reads import ClauseScope, Number, PrologReadWriter
from relgym.translate.prolog.equations.text import (
    branched,
    is_plain,
    joined,
    library,
    listed,
    literal,
    negated,
)
from relgym.translate.prolog.names import quoted

QUANTIFIERS = ("forall", "exists")

_NUMERIC = ("+", "-", "*", "/")

_COMPARED = {"==": "=:=", "~=": r"=\=", "<=>": "=:=", "<": "<", "<=": "=<", ">": ">", ">=": ">="}

_EXACT = {
    "==": ("same", False, False),
    "~=": ("same", False, True),
    "<": ("less", False, False),
    ">": ("less", True, False),
    "<=": ("less", True, True),
    ">=": ("less", False, True),
}
"""Comparisons of a whole number with a real one; Prolog's own comparisons may round the whole number.

Each entry is a predicate of `kb/prolog/rddl.pl`, True if its arguments are swapped, and True if it is negated.
"""

_EXTREMES = {"min": "least", "max": "greatest"}

_EXPRESSIONS = {
    "abs": "abs({})",
    "sgn": "integer(sign({}))",
    "floor": "floor({})",
    "ceil": "ceiling({})",
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

_LOGARITHMS = {"ln": "{}", "log": "({} / {})"}
"""The functions of the natural logarithms of their arguments."""

_GOALS = {"round": "round_even", "fmod": "fmod"}
"""The functions that `kb/prolog/rddl.pl` has; all others are Python's."""


class PrologValueWriter(PrologReadWriter):
    """Writes the values of one program, but for aggregates."""

    def item(self, of: str, number: int) -> str:
        """The item of a type with a number."""
        return str(number + 1)

    def sign(self, operator: str, operand: Value) -> str:
        """The comparison of values such as the operand."""
        return _COMPARED[operator]

    def library(self, name: str, *arguments: str) -> str:
        """A goal of `kb/prolog/rddl.pl`."""
        return library(name, *arguments)

    def computed(self, function: str, numbers: Sequence[str], target: str) -> str:
        """The goal that leaves a function to Python."""
        return self.library("computed", quoted(function), listed(numbers), target)

    def condition(self, value: Value, scope: ClauseScope) -> str:
        """The goals that hold, once, where a value is true."""
        match value:
            case rddl.Constant(constant):
                return "true" if constant else "fail"
            case rddl.Fluent(name, arguments, primed) if self.range_of(value) == BOOL:
                return joined(self._held(self.program.functions[name, primed], arguments, scope))
            case rddl.Operation("~", (operand,)):
                return negated(self.condition(operand, scope))
            case rddl.Operation("^", (left, right)):
                return joined([self.condition(left, scope), self.condition(right, scope)])
            case rddl.Operation("|", (left, right)):
                return branched(self.condition(left, scope), "true", self.condition(right, scope))
            case rddl.Operation("=>", (left, right)):
                return branched(self.condition(left, scope), self.condition(right, scope), "true")
            case rddl.Operation(operator, (left, right)) if operator in _EXACT and self.is_mixed(left, right):
                name, turned, denied = _EXACT[operator]
                goals, pair = self._plain_ones((left, right), scope)
                test = self.library(name, *(reversed(pair) if turned else pair))
                return joined([*goals, negated(test) if denied else test])
            case rddl.Operation(operator, (left, right)) if operator in _COMPARED:
                goals, numbers = self._numbers((left, right), scope)
                return joined([*goals, f"{numbers[0]} {self.sign(operator, left)} {numbers[1]}"])
            case rddl.Aggregate(operator) if operator in QUANTIFIERS:
                return joined(self._quantified(value, scope))
            case rddl.If(condition, then, otherwise):
                return branched(*(self.condition(part, scope) for part in (condition, then, otherwise)))
            case rddl.Draw("Bernoulli", (probability,)):
                goals, number = self._plain(probability, scope)
                place, u = self._uniform(rddl.drawn_by(value), scope)
                return joined([*goals, *place, self.library("bernoulli", number, u, "1")])
            case _:
                goals, number = self.number(value, scope)
                return joined([*goals, rf"{number} =\= 0"])

    def is_mixed(self, left: Value, right: Value) -> bool:
        """Return True if a large whole number may be compared with a real one: Prolog would round it."""
        parts = (left, right)
        ranges = [self.range_of(part) for part in parts]
        if REAL not in ranges:
            return False
        sure = all(is_exact(part, self.program.functions) for part in parts if self.range_of(part) == REAL)
        if sure and INT not in ranges:
            return False
        lows, highs = zip(*map(intervals_of(self.program).interval, parts), strict=True)
        # A small whole number is exact, and a large one stays beyond every small real one when it is rounded.
        return not any(low > -EXACT_DOUBLE and high < EXACT_DOUBLE for low, high in zip(lows, highs, strict=True))

    def assigned(self, value: Value, target: str, scope: ClauseScope, of: str | None = None) -> list[str]:
        """The goals that bind a variable to a value, in the range `of`."""
        match value:
            case rddl.If(condition, then, otherwise):
                yes, no = (joined(self.assigned(part, target, scope, of)) for part in (then, otherwise))
                return [branched(self.condition(condition, scope), yes, no)]
            case rddl.Switch(subject, cases, default):
                goals, number = self._plain(subject, scope)
                # Without a default, every value has a case, so the last case needs no test.
                last = cases[-1][1] if default is None else default
                chain = joined(self.assigned(last, target, scope, of))
                for label, branch in reversed(cases[:-1] if default is None else cases):
                    inner, case = self.number(label, scope)
                    test = f"{number} {self.sign('==', subject)} {case}"
                    if self.is_mixed(subject, label):
                        test = self.library("same", number, case)
                    test = joined([*inner, test])
                    chain = branched(test, joined(self.assigned(branch, target, scope, of)), chain)
                return [*goals, chain]
            case rddl.Operation(operator) if operator not in _NUMERIC:
                return self._decided(value, target, scope, of)
            case rddl.Aggregate(operator) if operator in QUANTIFIERS:
                return self._decided(value, target, scope, of)
        goals, number = self.number(value, scope)
        if of == REAL and self.range_of(value) != REAL:
            return [*goals, f"{target} is float({number})"]
        return [*goals, f"{target} {'=' if is_plain(number) else 'is'} {number}"]

    def number(self, value: Value, scope: ClauseScope) -> Number:
        """A value as an expression of Prolog's arithmetic."""
        match value:
            case rddl.Constant(constant):
                return [], literal(constant)
            case Variable():
                return [], scope.items[value]
            case rddl.Item(_, of, number):
                return [], self.item(of, number)
            case rddl.Fluent(name, arguments, primed):
                return self._fluent(self.program.functions[name, primed], arguments, scope)
            case rddl.Operation(operator) if operator in _NUMERIC:
                return self._arithmetic(value, scope)
            case rddl.Call():
                return self._call(value, scope)
            case rddl.Draw(distribution, arguments):
                goals, numbers = self._plain_ones(arguments, scope)
                place, u = self._uniform(rddl.drawn_by(value), scope)
                drawn = scope.variables.fresh("V")
                if distribution == "Bernoulli":
                    return [*goals, *place, self.library("bernoulli", *numbers, u, drawn)], drawn
                return [*goals, *place, self.computed(distribution, [*numbers, u], drawn)], drawn
            case rddl.DrawItem():
                return self._draw_item(value, scope)
            case rddl.Aggregate(operator) if operator not in QUANTIFIERS:
                return self.folded(value, scope)
            case rddl.DrawAny() | rddl.Matrix():
                return self.folded(value, scope)
            case rddl.Operation() | rddl.If() | rddl.Switch() | rddl.Aggregate():
                target = scope.variables.fresh("V")
                return self.assigned(value, target, scope), target
            case rddl.DrawVector() | rddl.External() | Object():
                raise AssertionError(f"refused before, or not plain: {value}")
            case _:
                assert_never(value)

    def folded(self, value: rddl.Aggregate | rddl.DrawAny | rddl.Matrix, scope: ClauseScope) -> Number:
        """Write an aggregate, a draw over items or a matrix; `FoldWriter` implements it."""
        raise NotImplementedError

    def _quantified(self, value: rddl.Aggregate, scope: ClauseScope) -> list[str]:
        raise NotImplementedError

    def _decided(self, value: Value, target: str, scope: ClauseScope, of: str | None) -> list[str]:
        yes, no = ("1.0", "0.0") if of == REAL else ("1", "0")
        return [branched(self.condition(value, scope), f"{target} = {yes}", f"{target} = {no}")]

    def _arithmetic(self, value: rddl.Operation, scope: ClauseScope) -> Number:
        split = lazy_product(value, self.program)
        if split is not None:
            return self._chosen(*split, "0.0" if self.range_of(value) == REAL else "0", scope)
        goals, numbers = self._numbers(value.operands, scope)
        match value.operator, numbers:
            case operator, [number]:
                return goals, f"{operator}({number})"
            case "/", [dividend, divisor] if self._may_be_large(value.operands):
                goals, numbers = self._plain_ones(value.operands, scope)
                target = scope.variables.fresh("V")
                return [*goals, self.library("quotient", *numbers, target)], target
            case "/", [dividend, divisor]:
                # A quotient is real, whatever it is of; Prolog makes no real number of an infinite one.
                by = value.operands[1]
                real = self.range_of(by) == REAL and is_exact(by, self.program.functions)
                return goals, f"({dividend} / {divisor})" if real else f"({dividend} / float({divisor}))"
            case operator, [left, right]:
                return goals, f"({left} {operator} {right})"
        raise AssertionError(value)

    def _may_be_large(self, operands: Sequence[Value]) -> bool:
        """Return True if a quotient's whole operands may not fit into doubles; it must be rounded only once."""
        if any(self.range_of(part) == REAL for part in operands):
            return False
        ends = [abs(end) for part in operands for end in intervals_of(self.program).interval(part)]
        return max(ends) > EXACT_DOUBLE

    def _chosen(self, condition: Value, value: Value, nothing: str, scope: ClauseScope) -> Number:
        """A product with a truth value: where it is false the other factors are not computed."""
        target = scope.variables.fresh("V")
        then = joined(self.assigned(value, target, scope))
        return [branched(self.condition(condition, scope), then, f"{target} = {nothing}")], target

    def _call(self, value: rddl.Call, scope: ClauseScope) -> Number:
        if value.function in _EXTREMES and self.is_mixed(*value.arguments):
            goals, numbers = self._plain_ones(value.arguments, scope)
            target = scope.variables.fresh("V")
            return [*goals, self.library(_EXTREMES[value.function], *numbers, target)], target
        if value.function in _LOGARITHMS:
            pairs = [self._logarithm(part, scope) for part in value.arguments]
            goals = [goal for inner, _ in pairs for goal in inner]
            return goals, _LOGARITHMS[value.function].format(*(number for _, number in pairs))
        text = _EXPRESSIONS.get(value.function)
        if text is not None:
            goals, numbers = self._numbers(value.arguments, scope)
            return goals, text.format(*numbers)
        goals, numbers = self._plain_ones(value.arguments, scope)
        target = scope.variables.fresh("V")
        if value.function in _GOALS:
            return [*goals, self.library(_GOALS[value.function], *numbers, target)], target
        return [*goals, self.computed(value.function, numbers, target)], target

    def _logarithm(self, value: Value, scope: ClauseScope) -> Number:
        """The natural logarithm; Prolog's own takes no whole number beyond all doubles."""
        if self.range_of(value) != INT or intervals_of(self.program).interval(value)[1] <= sys.float_info.max:
            goals, number = self.number(value, scope)
            return goals, f"log({number})"
        goals, number = self._plain(value, scope)
        target = scope.variables.fresh("V")
        return [*goals, self.library("ln_of_whole", number, target)], target

    def _draw_item(self, value: rddl.DrawItem, scope: ClauseScope) -> Number:
        given = [weight for _, weight in value.weights if weight is not None]
        goals, numbers = self._plain_ones(given, scope)
        waiting = iter(numbers)
        if len(given) < len(value.weights):
            rest = scope.variables.fresh("Rest")
            goals.append(self.library("missing", listed(numbers), rest))
            numbers = [rest if weight is None else next(waiting) for _, weight in value.weights]
        return self.drawn(value, goals, listed(numbers), scope)

    def drawn(self, value: rddl.DrawItem | rddl.DrawAny, goals: list[str], weights: str, scope: ClauseScope) -> Number:
        """An item drawn by the list of all weights."""
        place, u = self._uniform(rddl.drawn_by(value), scope)
        target = scope.variables.fresh("V")
        return [*goals, *place, self.library(value.quantile, weights, u, target)], target
