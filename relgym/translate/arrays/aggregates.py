"""Aggregates as arrays: over an axis of all items, or of those alone for which a condition on constants holds.

A sum of products whose factors have different variables is a product of matrices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import prod
from string import ascii_letters

from relgym.model.rddl import expressions as rddl
from relgym.model.rddl.equations import Part
from relgym.model.rddl.expressions import BOOL, INT, REAL, Value
from relgym.model.rddl.traversal import walk
from relgym.model.terms import Variable
from relgym.translate.arrays.bounds import fits, heard
from relgym.translate.arrays.builder import Axis, Term
from relgym.translate.arrays.context import ArrayLowering, Terms, axes_of
from relgym.translate.arrays.failures import as_doubles, compared, fail, fail_if_beyond, number, real
from relgym.translate.arrays.folds import cast, folded, folded_present, multiplied
from relgym.translate.arrays.neighbours import folding, over_rows
from relgym.translate.arrays.products import counts_by_dot, truths_by_table
from relgym.translate.arrays.reads import full
from relgym.translate.arrays.shapes import apply, in_order, joined
from relgym.translate.equations.conditions import chain, conditioned
from relgym.tuning.arrays import SPREAD_ELEMENTS_LIMIT, TOGETHER_ROWS, WRITTEN_ROWS_LIMIT

_JOINED = {
    "sum": "add",
    "prod": "multiply",
    "min": "minimum",
    "max": "maximum",
    "exists": "bitwise_or",
    "forall": "bitwise_and",
}

_OF_NOTHING = {"sum": 0, "prod": 1, "exists": False, "forall": True}
"""The values of aggregates without rows; the others have none then, which readers refuse."""

_ADDING = frozenset({"sum", "avg", "prod", "det"})
"""Aggregates whose result may be outside the range of their rows."""


def aggregate(ctx: ArrayLowering, value: rddl.Aggregate, terms: Terms) -> Term:
    """Lower an aggregate."""
    result = _aggregated(ctx, value, terms)
    return heard(ctx, result, value, terms) if value.operator in _ADDING else result


def _aggregated(ctx: ArrayLowering, value: rddl.Aggregate, terms: Terms) -> Term:
    if value.operator in _OF_NOTHING and not all(ctx.program.size(variable.types[0]) for variable in value.variables):
        # A body that reads no item of an empty type has no axis for it, and would count.
        return cast(ctx, ctx.builder.table(_OF_NOTHING[value.operator]), ctx.range_of(value))
    if value.operator == "det":
        return _det(ctx, value, terms)
    if value.operator in ("sum", "prod", "avg") and not _fits(ctx, value):
        return _tested_rows(ctx, value, terms)
    split = conditioned(value, ctx.program)
    if split is not None:
        term = over_rows(ctx, value, *split, terms)
        if term is not None:
            return term
    apart = _counted_apart(ctx, value)
    if apart is not None:
        return ctx.value(apart, terms)
    rows = prod(ctx.program.size(variable.types[0]) for variable in value.variables)
    if value.operator in _JOINED and 0 < rows <= WRITTEN_ROWS_LIMIT:
        if _pays_whole(ctx, value, rows, terms):
            return truths_by_table(ctx, value, terms) or _whole_rows(ctx, value, terms)
        if ctx.copies is not None and (rows == 1 or _is_flat(ctx, value, terms)):
            return _split(ctx, value, terms)
        return _item_by_item(ctx, value, terms)
    inner = ctx.ranged(value.variables, terms)
    axes = axes_of(value.variables, inner)
    term = _of_product(ctx, value, inner, axes)
    if term is not None:
        return term
    return folded(ctx, value.operator, folding(ctx, value, value.body, inner), axes)


def _of_product(ctx: ArrayLowering, value: rddl.Aggregate, terms: Terms, axes: Sequence[Axis]) -> Term | None:
    """The sum of a product, or the existence of rows for which a conjunction holds, by contraction if that pays."""
    match value.operator, value.body:
        case "sum", rddl.Operation("*" | "^" as operator):
            parts = chain(value.body, operator)
            factors = [ctx.value(part, terms) for part in parts]
            term = _contracted(ctx, factors, axes, ctx.range_of(value))
            if term is not None and ctx.range_of(value) == INT:
                _test_factors(ctx, value, parts, factors)
            return term
        case "exists", rddl.Operation("^"):
            # The later parts fail at most where the earlier ones hold: that much is not told apart here.
            factors = [ctx.value(part, terms) for part in chain(value.body, "^")]
            counted = _contracted(ctx, factors, axes, INT)
            return None if counted is None else apply(ctx, "greater", counted, ctx.builder.table(0))
        case _:
            return None


def _fits(ctx: ArrayLowering, value: rddl.Aggregate) -> bool:
    """Tell whether an aggregate of whole numbers and all partial results certainly fit; reals always do."""
    of = ctx.range_of(value.body)
    if of == REAL or (of == BOOL and value.operator != "avg"):
        return True
    match value.operator:
        case "sum":
            return fits(ctx, rddl.Operation("*", (_absolute(value.body), _row_count(ctx, value))))
        case "avg":
            return fits(ctx, rddl.Operation("*", (_absolute(value.body), _row_count(ctx, value))), ctx.limits.exact)
        case _:
            return fits(ctx, value)


def _row_count(ctx: ArrayLowering, value: rddl.Aggregate) -> rddl.Constant:
    return rddl.Constant(prod(ctx.program.size(variable.types[0]) for variable in value.variables))


def _tested_rows(ctx: ArrayLowering, value: rddl.Aggregate, terms: Terms) -> Term:
    """An aggregate of whole numbers that may be too large: the number in each row is tested."""
    inner = ctx.ranged(value.variables, terms)
    axes = axes_of(value.variables, inner)
    body = number(ctx, value.body, inner)
    rows = max(1, int(_row_count(ctx, value).value))
    if value.operator == "prod":
        sizes = apply(ctx, "maximum", apply(ctx, "abs", as_doubles(ctx, body)), ctx.builder.table(1.0))
        small = apply(ctx, "less_equal", folded(ctx, "prod", sizes, axes), ctx.builder.table(float(ctx.limits.most)))
        fail(ctx, apply(ctx, "logical_not", small))
    else:
        most = ctx.limits.exact if value.operator == "avg" else ctx.limits.most
        fail_if_beyond(ctx, as_doubles(ctx, body), float(most // rows))
    return folded(ctx, value.operator, body, axes)


def _counted_apart(ctx: ArrayLowering, value: rddl.Aggregate) -> Value | None:
    """The same sum with its truth values in sums of their own: to count them is much less work than to add them."""
    match value.operator, value.body:
        case "sum", rddl.Operation("+" | "-" as sign, (left, right)) if any(
            _counts(ctx, part, value.variables) for part in (left, right)
        ):
            return rddl.Operation(sign, (replace(value, body=left), replace(value, body=right)))
        case "sum", rddl.Operation("*", (left, right)) if _counts(ctx, value.body, value.variables):
            factor, body = (right, left) if _mentions(left, value.variables) else (left, right)
            return rddl.Operation("*", (factor, replace(value, body=body)))
        case _:
            return None


def _counts(ctx: ArrayLowering, body: Value, variables: Sequence[Variable]) -> bool:
    """Tell whether a body is a truth value, or a truth value times a factor that is the same for all rows."""
    match body:
        case rddl.Operation("*", (left, right)) if not _mentions(left, variables):
            return _counts(ctx, right, variables)
        case rddl.Operation("*", (left, right)) if not _mentions(right, variables):
            return _counts(ctx, left, variables)
        case _:
            return ctx.range_of(body) == BOOL


def _item_by_item(ctx: ArrayLowering, value: rddl.Aggregate, terms: Terms) -> Term:
    """An aggregate over few items: arrays with an axis that is as short are slow."""
    parts = []
    for row in product(*(range(ctx.program.size(variable.types[0])) for variable in value.variables)):
        numbers = zip(value.variables, map(ctx.builder.table, row), strict=True)
        parts.append(_item(ctx, value, {**terms, **dict(numbers)}))
    return joined(ctx, _JOINED[value.operator], parts)


def _pays_whole(ctx: ArrayLowering, value: rddl.Aggregate, rows: int, terms: Terms) -> bool:
    """Tell whether few rows are sooner computed together: they are small arrays, and not just single numbers."""
    if ctx.copies is not None or rows < TOGETHER_ROWS:
        return False
    read = {part for part in walk(value.body) if isinstance(part, Variable) and part in terms}
    axes = {axis for variable in read for axis in terms[variable].axes}
    return 0 < rows * prod(axis.size or 0 for axis in axes) <= SPREAD_ELEMENTS_LIMIT and bool(axes)


def _whole_rows(ctx: ArrayLowering, value: rddl.Aggregate, terms: Terms) -> Term:
    """An aggregate along an axis around all others, so that whole arrays are added up in the order of the rows."""
    inner = dict(terms)
    axes = []
    for variable in value.variables:
        axis = ctx.builder.front(ctx.program.size(variable.types[0]))
        inner[variable] = ctx.numbers(axis)
        axes.append(axis)
    return folded(ctx, value.operator, folding(ctx, value, value.body, inner), axes)


def _is_flat(ctx: ArrayLowering, value: rddl.Aggregate, terms: Terms) -> bool:
    """Tell whether all arrays of a body have all axes, so that its operations go through them as one row each."""
    bound = {*value.variables}
    read = bound | {part for part in walk(value.body) if isinstance(part, Variable) and part in terms}
    for part in walk(value.body):
        match part:
            case rddl.Fluent(name, arguments, primed) if arguments:
                fixed = ctx.program.functions[name, primed].part is Part.CONSTANT
                variables = {argument for argument in arguments if isinstance(argument, Variable)}
                if variables != (set() if fixed else read):
                    return False
            case rddl.Operation() | rddl.Constant() | rddl.Fluent() | Variable() | rddl.If() | rddl.Call():
                pass
            case _:
                return False
    return True


def _split(ctx: ArrayLowering, value: rddl.Aggregate, terms: Terms) -> Term:
    """An aggregate over few items whose body is computed for all at once, and then taken apart."""
    inner = ctx.ranged(value.variables, terms)
    axes = axes_of(value.variables, inner)
    term = _item(ctx, value, inner)
    if term.fixed or not {*axes} <= {*term.axes}:
        return _item_by_item(ctx, value, terms)
    kept = tuple(axis for axis in term.axes if axis not in axes)
    parts = []
    for row in product(*(range(axis.size or 0) for axis in axes)):
        places = dict(zip(axes, row, strict=True))
        index = [places.get(axis, ":") for axis in term.axes]
        parts.append(replace(ctx.builder.op("index", [term], kept, *index), truth=term.truth))
    return joined(ctx, _JOINED[value.operator], parts)


def _item(ctx: ArrayLowering, value: rddl.Aggregate, terms: Terms) -> Term:
    match value.operator:
        case "exists" | "forall":
            return ctx.value(value.body, terms)
        case "min" | "max":
            return compared(ctx, value.body, terms)
        case _:
            return number(ctx, value.body, terms)


def _det(ctx: ArrayLowering, value: rddl.Aggregate, terms: Terms) -> Term:
    inner = ctx.ranged(value.variables, terms)
    axes = axes_of(value.variables, inner)
    entries = full(ctx, real(ctx, value.body, inner), axes)
    return ctx.builder.op("det", [entries], entries.axes[:-2])


def _test_factors(ctx: ArrayLowering, value: rddl.Aggregate, parts: Sequence[Value], factors: Sequence[Term]) -> None:
    """Keep where a factor is so large that a product of matrices, which is one of doubles, may not be exact."""
    rows = max(1, int(_row_count(ctx, value).value))
    numbers = [(part, term) for part, term in zip(parts, factors, strict=True) if ctx.range_of(part) == INT]
    bound = rddl.Operation("*", (rddl.Constant(rows), rddl.Constant(1)))
    for part, _ in numbers:
        bound = rddl.Operation("*", (bound, rddl.Call("max", (_absolute(part), rddl.Constant(1)))))
    if not numbers or fits(ctx, bound, ctx.limits.exact):
        return
    most = float(int((ctx.limits.exact // rows) ** (1 / len(numbers))))
    for _, term in numbers:
        fail_if_beyond(ctx, as_doubles(ctx, term), most)


def _contracted(ctx: ArrayLowering, factors: Sequence[Term], axes: Sequence[Axis], of: str) -> Term | None:
    """The sum of a product over some axes, if that takes no array with the axes of all factors."""
    union = {axis for factor in factors for axis in factor.axes}
    if any({*factor.axes} >= union for factor in factors):
        return None
    single = _each_alone(ctx, factors, axes)
    # Along each of these axes, all terms are repeated.
    missing = prod(axis.size or 1 for axis in axes if axis not in union)
    left = [axis for axis in axes if any(axis in term.axes for term in single)]
    by_dot = counts_by_dot(ctx, single, left) if missing == 1 else None
    if by_dot is not None:
        return cast(ctx, by_dot, of)
    merged: list[Term] = []
    for term in sorted(single, key=lambda term: len(term.axes)):
        near = next((n for n, other in enumerate(merged) if {*other.axes} <= {*term.axes}), None)
        if near is None:
            merged.append(term)
        else:
            merged[near] = multiplied(ctx, merged[near], term)
    if missing != 1:
        merged[0] = apply(ctx, "multiply", merged[0], ctx.builder.table(missing))
    merged = _each_alone(ctx, merged, axes)
    over = [axis for axis in axes if axis in union]
    if len(merged) == 1:
        return cast(ctx, folded_present(ctx, "sum", merged[0], over), of)
    product = _multiplied(ctx, [cast(ctx, term, REAL) for term in merged], over)
    return product if of == REAL else cast(ctx, apply(ctx, "round", product), INT)


def _each_alone(ctx: ArrayLowering, factors: Sequence[Term], axes: Sequence[Axis]) -> list[Term]:
    """The factors, each summed over the axes that no other has."""
    count = Counter(axis for factor in factors for axis in factor.axes)
    alone = [axis for axis in axes if count[axis] == 1]
    return [folded_present(ctx, "sum", factor, alone) for factor in factors]


def _multiplied(ctx: ArrayLowering, factors: Sequence[Term], over: Sequence[Axis]) -> Term:
    """The sum of a product over some axes, as a product of matrices."""
    kept = sorted({axis for factor in factors for axis in factor.axes if axis not in over})
    if len(factors) == 2:
        left, right = sorted(factors, key=lambda factor: factor.axes)
        shared = [axis for axis in left.axes if axis in right.axes]
        if shared and shared == [*left.axes[-1:]] and len(right.axes) == 2 and shared[0] in over:
            return _matrix_product(ctx, left, right, shared[0])
        if all(axis in over for axis in shared):
            places = tuple(tuple(term.axes.index(axis) for axis in shared) for term in (left, right))
            axes = [axis for axis in (*left.axes, *right.axes) if axis in kept]
            return in_order(ctx, ctx.builder.op("tensordot", [left, right], tuple(axes), places), axes)
    union = sorted({axis for factor in factors for axis in factor.axes})
    letters = dict(zip(union, ascii_letters, strict=False))
    inputs = ",".join("".join(letters[axis] for axis in factor.axes) for factor in factors)
    output = "".join(letters[axis] for axis in kept)
    return ctx.builder.op("einsum", factors, tuple(kept), f"{inputs}->{output}")


def _matrix_product(ctx: ArrayLowering, left: Term, right: Term, shared: Axis) -> Term:
    """The sum over the last axis of one factor; the other factor has one axis more."""
    build = ctx.builder
    [column] = [axis for axis in right.axes if axis != shared]
    if right.axes[0] != shared:
        right = build.op("transpose", [right], (shared, column), (1, 0))
        if right.fixed:
            # A copy of what never changes, in the order in which it is read.
            right = build.op("ascontiguousarray", [right], right.axes)
    axes = (*left.axes[:-1], column)
    return in_order(ctx, build.op("matmul", [left, right], axes), axes)


def _absolute(value: Value) -> Value:
    return rddl.Call("abs", (value,))


def _mentions(value: Value, variables: Sequence[Variable]) -> bool:
    """Tell whether a value may differ between rows; draws may, since each row has its own uniform number."""
    for part in walk(value):
        match part:
            case Variable():
                if part in variables:
                    return True
            case rddl.Draw() | rddl.DrawItem() | rddl.DrawAny() | rddl.DrawVector():
                if part.uniform is not None and not {*part.uniform.around}.isdisjoint(variables):
                    return True
    return False
