"""Failures: values that are wanted and too large for an array, infinite, or outside a function's domain.

The array then holds an arbitrary number. A failure may also be recorded for a value that is not needed, such as the
rest of a conjunction. So a failure means that the copy must be computed again by lazy evaluation.

A test of all numbers of a step for being finite takes as long as the step. Where the processor's flags are errors
(`ArrayLowering.clamped` is given), infinite and missing numbers of the branches that are taken need no test.
"""

from __future__ import annotations

from relgym.model.rddl.expressions import BOOL, INT, REAL, Aggregate, Call, Constant, Draw, Operation, Value
from relgym.translate.arrays.bounds import always_finite, fits
from relgym.translate.arrays.builder import Term
from relgym.translate.arrays.context import ArrayLowering, Terms
from relgym.translate.arrays.folds import cast
from relgym.translate.arrays.shapes import apply, beside, operands
from relgym.translate.equations.finiteness import may_be_infinite

UNBOUNDED = frozenset({"sqrt", "exp", "ln", "log", "pow", "hypot", "gamma", "lngamma", "asin", "acos", "sinh", "cosh"})
"""Functions that fail where what they give is not finite."""


def fail(ctx: ArrayLowering, where: Term) -> None:
    """Record where a wanted value cannot be computed."""
    failures = ctx.failures
    if where.fixed and not ctx.holds_somewhere(where):
        return
    if failures.guard is not None:
        where = apply(ctx, "bitwise_and", where, failures.guard)
    if where not in failures.where and (not where.fixed or ctx.holds_somewhere(where)):
        failures.where.append(where)


def fail_always(ctx: ArrayLowering) -> None:
    """Record that a value cannot be computed as an array."""
    fail(ctx, ctx.builder.table(True))


def fail_unless_finite(ctx: ArrayLowering, number: Term) -> None:
    """Record where a wanted number is infinite or NaN."""
    if ctx.clamped is not None and not number.fixed:
        return
    if number.fixed or ctx.failures.guard is not None:
        fail(ctx, not_finite(ctx, number))
    elif number not in ctx.failures.reals:
        # All of these are added up, and the sum is tested.
        ctx.failures.reals.append(number)


def fail_unless_small(ctx: ArrayLowering, number: Term) -> None:
    """Record where a rounded real number is NaN or larger than assumed."""
    size, most = beside(ctx, number, ctx.builder.table(float(ctx.limits.assumed)))
    size = apply(ctx, "abs", size)
    if ctx.clamped is None:
        fail(ctx, apply(ctx, "logical_not", apply(ctx, "less", size, most)))
    else:
        # Of one that is none, or that is too large for 64 bits, the flags tell when it is rounded.
        fail(ctx, apply(ctx, "greater_equal", size, most))


def fail_if_beyond(ctx: ArrayLowering, number: Term, most: float) -> None:
    """Record where the absolute value of a number is NaN or larger than a limit."""
    small = apply(ctx, "less_equal", apply(ctx, "abs", number), ctx.builder.table(most))
    fail(ctx, apply(ctx, "logical_not", small))


def not_finite(ctx: ArrayLowering, number: Term) -> Term:
    """Return the mask of numbers that are infinite or NaN."""
    return apply(ctx, "logical_not", apply(ctx, "isfinite", number))


def as_doubles(ctx: ArrayLowering, term: Term) -> Term:
    """Return the doubles of whole numbers."""
    return apply(ctx, "multiply", ctx.builder.table(1.0), term)


def test_size(ctx: ArrayLowering, value: Value, *parts: Term, name: str = "", most: int | None = None) -> None:
    """Record where a whole number is too large for an array; an operation on `parts` computes it from doubles."""
    most = ctx.limits.most if most is None else most
    if not fits(ctx, value, most):
        first, *others = operands(ctx, parts)
        number = as_doubles(ctx, first)
        fail_if_beyond(ctx, apply(ctx, name, number, *others) if name else number, float(most))


def exact(ctx: ArrayLowering, value: Value, term: Term) -> None:
    """Record where no double holds a whole number: arrays compare and divide doubles, Python the exact numbers."""
    if ctx.range_of(value) == INT:
        test_size(ctx, value, term, most=ctx.limits.exact)


def divisor(ctx: ArrayLowering, term: Term) -> Term:
    """Return the divisor, and record where it is 0."""
    if ctx.clamped is not None and not term.fixed and ctx.failures.guard is None:
        # The flags report a division by 0.
        return term
    zero = apply(ctx, "equal", term, ctx.builder.table(0))
    fail(ctx, zero)
    # Flags must not report branches that are not taken, so these divide by 1.
    return term if ctx.clamped is None or term.fixed else apply(ctx, "add", term, zero)


def tested(ctx: ArrayLowering, value: Value, terms: Terms) -> Term:
    """Lower a value that is tested later for being finite, so that parts that pass infinity on need no test."""
    before, ctx.failures.tested = ctx.failures.tested, True
    term = ctx.value(value, terms)
    ctx.failures.tested = before
    return term


def finite(ctx: ArrayLowering, value: Value, terms: Terms) -> Term:
    """Lower a value that is compared or passed to a function; an infinite or NaN real number is a failure."""
    if not may_be_infinite(value, ctx.program):
        return ctx.value(value, terms)
    term = tested(ctx, value, terms)
    if term.fixed or not always_finite(ctx, value, terms):
        fail_unless_finite(ctx, term)
    return term


def guarded(ctx: ArrayLowering, value: Value, condition: Term, terms: Terms, of: str = "") -> Term:
    """Lower a value whose failures count only where a condition holds; `of` is the range of a later conversion."""
    before = narrow_guard(ctx, condition)
    term = ctx.value(value, terms)
    if of == REAL:
        exact(ctx, value, term)
    ctx.failures.guard = before
    return term


def narrow_guard(ctx: ArrayLowering, condition: Term) -> Term | None:
    """Let failures count only where a condition holds, too; the guard before that is returned."""
    before = ctx.failures.guard
    ctx.failures.guard = condition if before is None else apply(ctx, "bitwise_and", before, condition)
    return before


def number(ctx: ArrayLowering, value: Value, terms: Terms) -> Term:
    """Lower a value as a number, with truth values as 0 and 1."""
    term = ctx.value(value, terms)
    return cast(ctx, term, INT) if ctx.range_of(value) == BOOL else term


def real(ctx: ArrayLowering, value: Value, terms: Terms) -> Term:
    """Lower a value as a real number."""
    term = ctx.value(value, terms)
    return term if ctx.range_of(value) == REAL else cast(ctx, term, REAL)


def compared(ctx: ArrayLowering, value: Value, terms: Terms) -> Term:
    """Lower a number for the search of the least or the largest."""
    term = finite(ctx, value, terms)
    return cast(ctx, term, INT) if ctx.range_of(value) == BOOL else term


def is_infinite_itself(value: Value) -> bool:
    """Tell whether a value fails where its computed result is not finite."""
    return isinstance(value, Draw) or (isinstance(value, Call) and value.function in UNBOUNDED)


def hands_on(value: Value) -> bool:
    """Tell whether a value is not finite wherever a part of it is not finite."""
    match value:
        case Operation("+" | "-" | "*") | Aggregate("sum" | "avg") | Call("abs" | "sqrt"):
            return True
        case Call("pow", (_, Constant(2 | 2.0 | 0.5))):
            return True
        case _:
            return False
