"""Checks that numbers fit into clingo's 32-bit integers; clingo itself does not report an overflow.

A program with other numbers is refused. The operands of every comparison are bounded by interval arithmetic over the
values of a state before clingo is asked (Moore, Interval Analysis, 1966, chapter 3).

>>> fuel = FluentValue("fuel", ())
>>> NumberRanges({("fuel", 0): (0, 100_000)}).check([Test("<", Arithmetic("*", (fuel, fuel)), Number(7))])
Traceback (most recent call last):
relgym.errors.BackendError: (* (fuel) (fuel)) may reach 10000000000 in this state, and clingo has only 32-bit integers
hint: use another engine for numbers of this size
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import assert_never

from relgym.errors import BackendError, UnsupportedFeature
from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number, Value
from relgym.model.program import Row, Rule, Test
from relgym.model.terms import Variable
from relgym.translate.program.dependencies import numeric_tests
from relgym.tuning.clingo import COMPARED_FLUENTS_LIMIT, COMPARED_GROUND_FLUENTS_LIMIT

ABSOLUTE_VALUE_LIMIT = 2**31
"""The bound of absolute values: all numbers must stay below it."""

Interval = tuple[int, int]
Function = tuple[str, int]
"""A numeric function by name and arity."""


def tests_in_rules(rules: Iterable[Rule]) -> Iterator[tuple[Rule, Test]]:
    """Every comparison of numbers, with the rule in which it stands."""
    return ((rule, test) for rule in rules for test in numeric_tests(rule.body))


def functions_read(rules: Iterable[Rule]) -> frozenset[Function]:
    """The functions that comparisons read; others need not be there."""
    return _functions_in(test for _, test in tests_in_rules(rules))


def functions_compared(rules: Iterable[Rule]) -> frozenset[Function]:
    """The functions whose values matter; of others it matters at most whether they have one.

    >>> fare, fuel = FluentValue("fare"), FluentValue("fuel")
    >>> from relgym.model.program import Literal, Role, Symbol
    >>> body = (Test("=", fare, fare), Test(">", fuel, Number(1)))
    >>> functions_compared([Rule(Literal(Symbol(Role.GOAL, "goal", 0), ()), body)])
    frozenset({('fuel', 0)})
    """
    return _functions_in(test for _, test in tests_in_rules(rules) if not is_of_value(test))


def is_of_value(test: Test) -> bool:
    """Return True if a comparison merely asks whether a fluent has a value."""
    return test.operator == "=" and isinstance(test.left, FluentValue) and test.left == test.right


def _functions_in(tests: Iterable[Test]) -> frozenset[Function]:
    return frozenset(
        (part.function, len(part.terms)) for test in tests for part in parts(test) if isinstance(part, FluentValue)
    )


def parts(test: Test) -> Iterator[Expression]:
    """Every expression in a comparison of numbers, inner ones first."""
    for side in test.sides:
        yield from _inside(side)


def _inside(expression: Expression) -> Iterator[Expression]:
    if isinstance(expression, Arithmetic):
        for operand in expression.operands:
            yield from _inside(operand)
    yield expression


def refuse(rules: Iterable[Rule], constants: Mapping[tuple[str, Row], Value], hint: str = "use another engine") -> None:
    """Raise `UnsupportedFeature`, naming every number and division that clingo cannot carry, with its place."""
    rules = list(rules)
    for rule, test in tests_in_rules(rules):
        _refuse_long(rule, test)
    fractions: dict[str, Rule | None] = {}
    for rule, test in tests_in_rules(rules):
        for part in parts(test):
            what = _unfit(part)
            if what is not None:
                place = f" ({rule.span.place})" if rule.span else ""
                fractions.setdefault(f"{what}{place}", rule)
    compared = functions_compared(rules)
    for (name, row), value in constants.items():
        if (name, len(row)) in compared and not fits(value):
            fractions.setdefault(f"the value {value} of '{name}'", None)
    if fractions:
        raise UnsupportedFeature(
            f"the engine 'clingo' does not support: {'; '.join(fractions)}",
            span=next((rule.span for rule in fractions.values() if rule and rule.span), None),
            expected="integers of 32 bits, added, subtracted and multiplied",
            hint=hint,
        )


def _refuse_long(rule: Rule, test: Test) -> None:
    """Raise `UnsupportedFeature` for a comparison with too many fluents: clingo would take too long for it."""
    fluents = {part for part in parts(test) if isinstance(part, FluentValue)}
    ground = not any(isinstance(term, Variable) for fluent in fluents for term in fluent.terms)
    most = COMPARED_GROUND_FLUENTS_LIMIT if ground else COMPARED_FLUENTS_LIMIT
    if len(fluents) > most:
        raise UnsupportedFeature(
            f"the engine 'clingo' cannot ground a comparison of {len(fluents):,} different fluents in bounded time",
            span=rule.span,
            expected=f"at most {most:,} fluents in one comparison {'without' if ground else 'with'} variables",
            hint="use the engine 'builtin' or 'swipl', which have no such bound",
        )


def _unfit(part: Expression) -> str | None:
    match part:
        case Number(value) if not fits(value):
            return f"the number {value}"
        case Arithmetic("/"):
            return f"the division {part}"
        case _:
            return None


def grouped(expression: Expression, most: int) -> Expression:
    """An equal expression in which no sum and no product has more than `most` operands.

    >>> one = Number(1)
    >>> print(grouped(Arithmetic("+", (one, one, one, one, one)), 2))
    (+ (+ (+ 1 1) (+ 1 1)) 1)
    """
    if not isinstance(expression, Arithmetic):
        return expression
    operands = tuple(grouped(operand, most) for operand in expression.operands)
    while expression.operator in "+*" and len(operands) > most:
        groups = [operands[start : start + most] for start in range(0, len(operands), most)]
        operands = tuple(replace(expression, operands=group) if len(group) > 1 else group[0] for group in groups)
    return replace(expression, operands=operands)


def fits(value: Value) -> bool:
    """Return True if clingo can represent a number; others are strings there, which are equal to themselves alone."""
    return isinstance(value, int) and -ABSOLUTE_VALUE_LIMIT < value < ABSOLUTE_VALUE_LIMIT


class NumberRanges:
    """The least and the greatest value of each numeric function in one state."""

    def __init__(self, intervals: Mapping[Function, Interval]) -> None:
        self._intervals = intervals

    def check(self, tests: Iterable[Test]) -> None:
        """Raise `BackendError` if a part of a comparison may run over."""
        for test in tests:
            for side in test.sides:
                self._interval(side)

    def _interval(self, expression: Expression) -> Interval | None:
        """The interval of an expression; `None` where it has no value at all."""
        match expression:
            case Number(value):
                assert isinstance(value, int)
                return value, value
            case FluentValue(function, terms):
                return self._within(expression, self._intervals.get((function, len(terms))))
            case Arithmetic(operator, operands):
                parts = [self._interval(operand) for operand in operands]
                intervals = [interval for interval in parts if interval is not None]
                if len(intervals) < len(parts):
                    return None
                total = (0, 0) if len(intervals) == 1 else intervals.pop(0)
                for interval in intervals:
                    total = _combined(operator, total, interval)
                    self._within(expression, total)
                return total
            case _:
                assert_never(expression)

    def _within(self, expression: Expression, interval: Interval | None) -> Interval | None:
        if interval is not None and not (fits(interval[0]) and fits(interval[1])):
            raise BackendError(
                f"{expression} may reach {max(interval, key=abs)} in this state, and clingo has only 32-bit integers",
                hint="use another engine for numbers of this size",
            )
        return interval


def _combined(operator: str, left: Interval, right: Interval) -> Interval:
    match operator:
        case "+":
            return left[0] + right[0], left[1] + right[1]
        case "-":
            return left[0] - right[1], left[1] - right[0]
        case "*":
            products = [first * second for first in left for second in right]
            return min(products), max(products)
        case _:
            raise AssertionError(f"{operator} is refused before")


def intervals(values: Iterable[tuple[Function, Value]]) -> dict[Function, Interval]:
    """The interval of each function; raises `BackendError` for a value that is not an integer."""
    ends: dict[Function, Interval] = {}
    for function, value in values:
        if not isinstance(value, int):
            raise BackendError(
                f"'{function[0]}' has the value {value} in this state, and clingo has only integers",
                hint="use another engine for such numbers",
            )
        least, greatest = ends.get(function, (value, value))
        ends[function] = (min(least, value), max(greatest, value))
    return ends
