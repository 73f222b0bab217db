"""Values as arrays: all items at once, with an axis for each variable in scope.

Both branches of a conditional are computed, and then one is selected. Where a value cannot be computed, the array holds
an arbitrary number, and the failure is recorded (`failures.py`) unless the branch is not taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

import numpy as np

from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.expressions import BOOL, INT, REAL, Value
from relgym.model.terms import Object, Variable
from relgym.translate.arrays.aggregates import aggregate
from relgym.translate.arrays.bounds import always_finite, bounds, heard, never_zero
from relgym.translate.arrays.builder import Term
from relgym.translate.arrays.context import ArrayLowering, Terms
from relgym.translate.arrays.count_tables import counted_value, one_draw
from relgym.translate.arrays.draws import draw, entry
from relgym.translate.arrays.failures import (
    divisor,
    exact,
    fail_always,
    fail_unless_finite,
    finite,
    guarded,
    hands_on,
    is_infinite_itself,
    narrow_guard,
    number,
    test_size,
)
from relgym.translate.arrays.folds import cast
from relgym.translate.arrays.functions import function_call, loudly
from relgym.translate.arrays.products import as_real, beside_truth, is_truth, product, times_one, truth
from relgym.translate.arrays.reads import place_of, read
from relgym.translate.arrays.shapes import apply, operands, scalars
from relgym.translate.arrays.switches import switched
from relgym.translate.arrays.truth import (
    COMPARISONS,
    both,
    comparison,
    either,
    negated,
    one_of_two,
    selected,
    where,
    zero_or,
)

_ARITHMETIC = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide"}


def lower_value(ctx: ArrayLowering, value: Value, terms: Terms) -> Term:
    """Lower a value for all items of the variables in scope that it depends on."""
    tested = ctx.failures.tested
    ctx.failures.tested = tested and hands_on(value)
    term = _plain(ctx, value, terms)
    ctx.failures.tested = tested
    if not tested and is_infinite_itself(value) and (term.fixed or not always_finite(ctx, value, terms)):
        fail_unless_finite(ctx, term)
    return replace(term, truth=True) if ctx.range_of(value) == BOOL else term


def _plain(ctx: ArrayLowering, value: Value, terms: Terms) -> Term:
    match value:
        case rddl.Constant(constant):
            if isinstance(constant, int) and abs(constant) > ctx.limits.most:
                fail_always(ctx)
                return ctx.builder.table(0)
            return ctx.builder.table(constant)
        case Variable() | rddl.Item():
            return place_of(ctx, value, terms)
        case rddl.Fluent(name, arguments, primed):
            function = ctx.program.functions[name, primed]
            if function in ctx.storage.too_large:
                fail_always(ctx)
            return read(ctx, ctx.storage.arrays[function], [ctx.value(part, terms) for part in arguments])
        case rddl.Operation():
            return _operation(ctx, value, terms)
        case rddl.Aggregate():
            return aggregate(ctx, value, terms)
        case rddl.If(condition, then, otherwise):
            return _chosen(ctx, [(ctx.value(condition, terms), then)], otherwise, terms, ctx.range_of(value))
        case rddl.Switch(subject, cases, default):
            table = switched(ctx, value, terms)
            if table is not None:
                return table
            of = ctx.value(subject, terms)
            labels = [ctx.value(label, terms) for label, _ in cases]
            if ctx.range_of(subject) == REAL:
                for (label, _), term in zip(cases, labels, strict=True):
                    exact(ctx, label, term)
            branches = [(apply(ctx, "equal", of, term), part) for (_, part), term in zip(cases, labels, strict=True)]
            # Where there is no default every value has a case, so the last one needs no test.
            last = branches.pop()[1] if default is None else default
            return _chosen(ctx, branches, last, terms, ctx.range_of(value))
        case rddl.Call():
            return function_call(ctx, value, terms)
        case rddl.Draw("Bernoulli"):
            return draw(ctx, value, terms)
        case rddl.Draw() | rddl.DrawItem() | rddl.DrawAny() | rddl.DrawVector():
            return loudly(ctx, draw(ctx, value, terms))
        case rddl.Matrix() | rddl.External():
            return loudly(ctx, entry(ctx, value, terms))
        case Object():
            raise AssertionError(f"not plain: {value}")
        case _:
            assert_never(value)


def _chosen(
    ctx: ArrayLowering, branches: Sequence[tuple[Term, Value]], otherwise: Value, terms: Terms, of: str
) -> Term:
    """Lower the branch of the first condition that holds, as a value of the common range `of`."""
    if not branches:
        return _fitted(ctx, otherwise, ctx.value(otherwise, terms), of)
    (condition, branch), *others = branches
    if condition.fixed:
        result = ctx.known(condition)
        if np.all(result):
            return _fitted(ctx, branch, ctx.value(branch, terms), of)
        if not np.any(result):
            return _chosen(ctx, others, otherwise, terms, of)
    yes = guarded(ctx, branch, condition, terms, of)
    unless = negated(ctx, condition)
    before = narrow_guard(ctx, unless)
    no = _chosen(ctx, others, otherwise, terms, of)
    ctx.failures.guard = before
    if yes.truth and no.truth and yes.fixed and not yes.axes:
        result = either(ctx, condition, no) if ctx.known(yes) else both(ctx, unless, no)
        return replace(result, truth=True)
    # A number and a truth value beside it must have one type: NumPy subtracts no truth values.
    one = selected(ctx, condition, _fitted(ctx, branch, yes, of), no, of) if ctx.copies is None else None
    if one is not None:
        return replace(one, truth=of == BOOL)
    if yes.truth and no.truth:
        draws = None if others else _one_draw(ctx, condition, (branch, otherwise), (yes, no), terms)
        return replace(one_of_two(ctx, condition, yes, no) if draws is None else draws, truth=True)
    if ctx.copies is None or yes.fixed:
        yes = _fitted(ctx, branch, yes, of)
    zero = zero_or(ctx, condition, yes, no, of) if of in (INT, REAL) else None
    return where(ctx, condition, yes, no) if zero is None else zero


def _fitted(ctx: ArrayLowering, branch: Value, term: Term, of: str) -> Term:
    """Convert the term of a branch to a number of the range of all branches, if its own range differs."""
    if of not in (INT, REAL) or ctx.range_of(branch) == of:
        return term
    exact(ctx, branch, term)
    return cast(ctx, term, of)


def _one_draw(
    ctx: ArrayLowering, condition: Term, branches: tuple[Value, Value], drawn: tuple[Term, Term], terms: Terms
) -> Term | None:
    """Return the one of two draws that a condition selects, where they share their number; None for others."""
    (one, other), (yes, no) = branches, drawn
    merged = one_draw(ctx, condition, yes, no)
    if merged is not None:
        return merged
    if _implies(ctx, other, one, terms):
        condition, yes, no = operands(ctx, (condition, yes, no))
        return apply(ctx, "bitwise_or", no, apply(ctx, "bitwise_and", condition, yes))
    if _implies(ctx, one, other, terms):
        unless, yes, no = operands(ctx, (negated(ctx, condition), yes, no))
        return apply(ctx, "bitwise_or", yes, apply(ctx, "bitwise_and", unless, no))
    return None


def _implies(ctx: ArrayLowering, one: Value, other: Value, terms: Terms) -> bool:
    """Tell whether one draw certainly implies the other, by the same number and a probability no larger."""
    match one, other:
        case rddl.Draw("Bernoulli", (low,)), rddl.Draw("Bernoulli", (high,)) if one.uniform == other.uniform:
            least, most = bounds(ctx, low, terms), bounds(ctx, high, terms)
            if least is None or most is None:
                return False
            return bool(np.all(ctx.known(apply(ctx, "less_equal", least.high, most.low))))
        case _:
            return False


def _operation(ctx: ArrayLowering, value: rddl.Operation, terms: Terms) -> Term:
    of = ctx.range_of(value)
    result = counted_value(ctx, value, terms) if of == REAL else None
    if result is not None:
        return result
    match value.operator, value.operands:
        case "~", (part,):
            return negated(ctx, ctx.value(part, terms))
        case "+" | "-" as sign, (part,):
            term = number(ctx, part, terms)
            if sign == "+":
                return term
            if of == INT:
                test_size(ctx, value, term)
            return apply(ctx, "negative", term)
        case "^" | "|" | "=>" as operator, (left, right):
            return _connected(ctx, operator, ctx.value(left, terms), right, terms)
        case "/", (left, right):
            dividend, below = scalars(ctx, ctx.value(left, terms), finite(ctx, right, terms))
            for part, term in ((left, dividend), (right, below)):
                exact(ctx, part, term)
            if not never_zero(ctx, right, terms):
                below = divisor(ctx, below)
            return heard(ctx, apply(ctx, "divide", dividend, below), value, terms, dividend, below)
        case "*", _ if (result := product(ctx, value, terms)) is not None:
            return result
        case "+" | "-" | "*", (left, right):
            return _arithmetic(ctx, value, left, right, terms)
        case operator, (left, right):
            return _compared(ctx, operator, left, right, terms)
    raise AssertionError(f"no operation: {value}")


def _connected(ctx: ArrayLowering, operator: str, first: Term, right: Value, terms: Terms) -> Term:
    """Lower a conjunction, disjunction or implication."""
    unless = negated(ctx, first)
    second = guarded(ctx, right, unless if operator == "|" else first, terms)
    if operator == "^":
        return both(ctx, first, second)
    return either(ctx, unless if operator == "=>" else first, second)


def _arithmetic(ctx: ArrayLowering, value: rddl.Operation, left: Value, right: Value, terms: Terms) -> Term:
    """Lower a sum, difference or product."""
    of, operator = ctx.range_of(value), value.operator
    parts = _factors(ctx, operator, left, right, terms)
    if of == REAL:
        parts = as_real(ctx, left, parts[0]), as_real(ctx, right, parts[1])
    parts = scalars(ctx, *parts)
    if of == INT:
        test_size(ctx, value, *parts, name=_ARITHMETIC[operator])
    if operator == "*" and (same := times_one(ctx, value, *parts)) is not None:
        return same
    return heard(ctx, apply(ctx, _ARITHMETIC[operator], *parts), value, terms, *parts)


def _compared(ctx: ArrayLowering, operator: str, left: Value, right: Value, terms: Terms) -> Term:
    """Lower a comparison of numbers or items, or an equivalence."""
    if ctx.clamped is not None and operator in ("<", "<=", ">", ">="):
        # No number is NaN here, so clamped values lie within their bounds.
        always = ctx.clamped.comparison(operator, left, right)
        if always is not None:
            return ctx.builder.table(always)
    parts = finite(ctx, left, terms), finite(ctx, right, terms)
    if {ctx.range_of(left), ctx.range_of(right)} == {INT, REAL}:
        for part, term in zip((left, right), parts, strict=True):
            exact(ctx, part, term)
        parts = as_real(ctx, left, parts[0]), as_real(ctx, right, parts[1])
    parts = scalars(ctx, *parts)
    return apply(ctx, "equal", *parts) if operator == "<=>" else comparison(ctx, COMPARISONS[operator], *parts)


def _factors(ctx: ArrayLowering, operator: str, left: Value, right: Value, terms: Terms) -> tuple[Term, Term]:
    """Lower the operands of `+`, `-` or `*` as numbers; a truth value beside a number counts as a number."""
    for condition, other in ((left, right), (right, left)):
        if operator == "*" and is_truth(ctx, condition):
            holds = truth(ctx, condition, terms)
            factor = beside_truth(ctx, other, holds, terms)
            return (holds, factor) if condition is left else (factor, holds)
    first = number(ctx, left, terms) if ctx.range_of(right) == BOOL else ctx.value(left, terms)
    return first, ctx.value(right, terms)
