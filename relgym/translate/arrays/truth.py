"""Truth values, and what they select.

Where a condition of one instance is a single truth value, a conditional expression computes only what is needed.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf, prod

from relgym.translate.arrays.builder import Axis, Term
from relgym.translate.arrays.context import ArrayLowering, RangeComparison
from relgym.translate.arrays.folds import cast, narrow_pair
from relgym.translate.arrays.shapes import apply, beside, filled, is_turned, operands, single
from relgym.tuning.arrays import SPREAD_ELEMENTS_LIMIT

COMPARISONS = {
    "<": "less",
    "<=": "less_equal",
    ">": "greater",
    ">=": "greater_equal",
    "==": "equal",
    "~=": "not_equal",
}
"""The operators that compare two numbers, or two items, and the operations."""

_OPPOSITES = {
    "less": "greater_equal",
    "less_equal": "greater",
    "greater": "less_equal",
    "greater_equal": "less",
    "equal": "not_equal",
    "not_equal": "equal",
}


def both(ctx: ArrayLowering, first: Term, second: Term) -> Term:
    """Return the conjunction of two truth values."""
    for condition, other in ((first, second), (second, first)):
        if _decides(ctx, condition) and not other.fixed:
            return apply(ctx, "if_else", condition, other, filled(ctx, False, other.axes))
    for fixed, other in ((first, second), (second, first)):
        apart = ctx.facts.conjunctions.get(other.id)
        if fixed.fixed and apart is not None and other.axes == tuple(sorted({*apart[0].axes, *apart[1].axes})):
            # Fixed operands are combined first.
            first, second = apply(ctx, "bitwise_and", fixed, apart[0]), apart[1]
    term = apply(ctx, "bitwise_and", first, second)
    if first.fixed != second.fixed:
        ctx.facts.conjunctions[term.id] = (first, second) if first.fixed else (second, first)
    return term


def either(ctx: ArrayLowering, first: Term, second: Term) -> Term:
    """Return the disjunction of two truth values."""
    for condition, other in ((first, second), (second, first)):
        if _decides(ctx, condition) and not other.fixed:
            return apply(ctx, "if_else", condition, filled(ctx, True, other.axes), other)
    term = apply(ctx, "bitwise_or", first, second)
    ctx.facts.alternatives[term.id] = (*alternatives(ctx, first), *alternatives(ctx, second))
    return term


def alternatives(ctx: ArrayLowering, term: Term) -> tuple[Term, ...]:
    """Return the truth values whose disjunction a term is."""
    alternative = ctx.facts.alternatives.get(term.id, (term,))
    return alternative if {axis for part in alternative for axis in part.axes} <= {*term.axes} else (term,)


def comparison(ctx: ArrayLowering, name: str, left: Term, right: Term) -> Term:
    """Return the truth values of a comparison of two numbers."""
    left, right = narrow_pair(ctx, left, right)
    term = apply(ctx, name, left, right)
    if not term.fixed:
        ctx.facts.comparisons[term.id] = RangeComparison(name, left, right, term.axes)
    return term


def negated(ctx: ArrayLowering, term: Term) -> Term:
    """Return the negation of a truth value."""
    known = ctx.facts.comparisons.get(term.id)
    if known is None or not (ctx.copies is None or ctx.clamped is not None):
        # Of many copies truth values are sooner read than numbers.
        return apply(ctx, "logical_not", term)
    # No number that is none is compared where the result counts.
    axes = dict(zip(known.axes, term.axes, strict=True))
    left, right = (
        Term(part.id, tuple(axes[axis] for axis in part.axes), part.fixed) for part in (known.left, known.right)
    )
    return comparison(ctx, _OPPOSITES[known.name], left, right)


def one_of_two(ctx: ArrayLowering, condition: Term, yes: Term, no: Term) -> Term:
    """The one of two truth values that a condition selects, as `where` without a jump for each entry."""
    condition, yes, no = operands(ctx, (condition, yes, no))
    different = apply(ctx, "bitwise_xor", yes, no)
    return apply(ctx, "bitwise_xor", no, apply(ctx, "bitwise_and", condition, different))


def selected(ctx: ArrayLowering, condition: Term, yes: Term, no: Term, of: str) -> Term | None:
    """Return the branch that a single truth value selects, in the range `of`; None for other conditions."""
    if not _decides(ctx, condition):
        return None
    axes = max((yes.axes, no.axes), key=len)
    parts = [filled(ctx, ctx.known(part), axes, of) if part.fixed and not part.axes else part for part in (yes, no)]
    if any(part.axes != axes for part in parts):
        return None
    return apply(ctx, "if_else", condition, *parts)


def zero_or(ctx: ArrayLowering, condition: Term, yes: Term, no: Term, of: str) -> Term | None:
    """A selection between 0 and another number, as a product; None for other numbers."""
    if not condition.axes or condition.fixed or not (yes.fixed and no.fixed):
        return None
    if ctx.copies in condition.axes:
        yes, no = (single(ctx, term) if {*term.axes} <= {*condition.axes} else term for term in (yes, no))
    if yes.axes or no.axes:
        return None
    one, other = ctx.known(yes), ctx.known(no)
    if other == 0 < one < inf:
        chosen, number = condition, one
    elif one == 0 < other < inf:
        chosen, number = negated(ctx, condition), other
    else:
        return None
    product = cast(ctx, replace(chosen, truth=True), of)
    return product if number == 1 else apply(ctx, "multiply", *beside(ctx, product, ctx.builder.table(number)))


def where(ctx: ArrayLowering, condition: Term, yes: Term, no: Term) -> Term:
    """One of two values of the same type, item by item."""
    if ctx.copies is None and condition.axes:
        parts = condition, yes, no
        union = {axis for term in parts for axis in term.axes}
        small = prod(axis.size or 0 for axis in union) <= SPREAD_ELEMENTS_LIMIT
        if small and not any(is_turned(ctx, term) for term in parts):
            # `put` overwrites entries in a copy of an array of the whole shape.
            if _is_whole(no, union) and _fills(yes, union):
                return apply(ctx, "put", condition, *beside(ctx, yes, no))
            if _is_whole(yes, union) and _fills(no, union):
                unless = negated(ctx, condition)
                yes, no = beside(ctx, yes, no)
                return apply(ctx, "put", unless, no, yes)
    return apply(ctx, "where", condition, yes, no)


def _decides(ctx: ArrayLowering, condition: Term) -> bool:
    return ctx.copies is None and not condition.axes and not condition.fixed


def _is_whole(term: Term, axes: set[Axis]) -> bool:
    """Tell whether a term is an array with all of some axes, that a step computes."""
    return not term.fixed and {*term.axes} == axes


def _fills(term: Term, axes: set[Axis]) -> bool:
    """Tell whether a term is one number, or an array with all of some axes."""
    return not term.axes or {*term.axes} == axes
