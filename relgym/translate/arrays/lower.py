"""Equations as a pure function over arrays: the values of all items of many copies of an instance at once.

>>> from relgym.model.rddl.equations import Part
>>> from relgym.read.rddl.loading import read_domain, read_instance
>>> from relgym.runtime.array_scope import scope_of_arrays
>>> from relgym.translate.arrays.printers.numpy import printed
>>> from relgym.translate.equations.equations import equations_of
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { on(t) : { state-fluent, bool, default = false }; };
...   cpfs { on'(?x) = on(?x) | Bernoulli(0.5); }; }''')
>>> program = equations_of(read_instance("instance i { domain = d; objects { t : {a, b}; }; }", domain))
>>> print(printed(array_question(program, scope_of_arrays({}), program.of_part(Part.NEXT), copies=True)).text)
def question(xp, special, constants, state, action, u):
    (c1,) = constants
    return ((state[0]) | (u < c1),), None
<BLANKLINE>

Whole numbers have 64 bits here. Where bounds do not show that they stay below 2**62, they are tested, and the result of
a copy with a larger one is not to be trusted. The same holds for a whole number that is compared with a real one if no
double holds it exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import product
from math import prod
from typing import Any

import numpy as np

from relgym.model.arrays import ArrayGraph
from relgym.model.rddl.equations import Equation, Equations, Function, Values, as_list
from relgym.model.rddl.expressions import INT, REAL
from relgym.translate.arrays.bounds import always_finite, keep_bounds, keep_interval
from relgym.translate.arrays.builder import TYPES, Axis, Term
from relgym.translate.arrays.context import ArrayLowering, axes_of
from relgym.translate.arrays.failures import not_finite, tested
from relgym.translate.arrays.folds import cast, folded_present
from relgym.translate.arrays.reads import is_batched
from relgym.translate.arrays.shapes import apply, beside
from relgym.translate.arrays.values import lower_value
from relgym.tuning.arrays import DOT_ELEMENTS_LIMIT, WRITTEN_ROWS_LIMIT


def array_question(
    program: Equations,
    calls: Mapping[str, Any],
    functions: Sequence[Function],
    more: Sequence[Equation] = (),
    *,
    copies: bool,
    by_columns: bool = True,
    bits: int = 64,
) -> ArrayGraph:
    """Lower the question about the values of some functions.

    Args:
        program: The equations.
        calls: The functions of the runtime, with which constants are folded.
        functions: The functions.
        more: Equations defined later.
        copies: Whether the arrays have the axis of the copies before the others.
        bits: The bits of numbers, 32 or 64. Types in the program are those of 64 bits in any case.
        by_columns: True to test the few numbers of each copy one after the other, which is faster in NumPy.

    Returns:
        A program whose result is the values of the functions, and where they are not to be trusted, since something
        that was computed has no value; `None` for nowhere.

    Raises:
        TooManyOperations: If an array would be too large.
    """
    ctx = lowering(program, calls, copies=copies, bits=bits)
    outputs, wrong = _values(ctx, functions, more, by_columns)
    return ctx.graph((tuple(outputs), wrong))


def array_step(program: Equations, calls: Mapping[str, Any], functions: Sequence[Function]) -> ArrayGraph:
    """Lower the question what a step of one instance makes of the functions that are states, observed, and the reward.

    Its program gives a triple, and whether that is not to be trusted: the arrays of the states, those that are seen,
    which are the states' own where none is observed, and the reward as a number of Python's.
    """
    ctx = lowering(program, calls, copies=False)
    outputs, wrong = _values(ctx, functions)
    return step_graph(ctx, outputs, wrong)


def lowering(
    program: Equations, calls: Mapping[str, Any], *, copies: bool, quick: bool = False, bits: int = 64
) -> ArrayLowering:
    """Begin a question: constants, states and actions can be read."""
    ctx = ArrayLowering(program, calls, Axis(0) if copies else None, lower_value, quick=quick, bits=bits)
    for function, values in program.constants.items():
        sizes = program.sizes(function)
        axes = tuple(Axis(0, size) for size in sizes)
        table: Any = np.asarray(_within(ctx, function, values), array_type(function)).reshape(sizes)
        ctx.storage.arrays[function] = replace(ctx.builder.table(table, axes), axes=())
    for name, given in (("state", program.states), ("action", program.actions)):
        for place, function in enumerate(given):
            sizes = program.sizes(function)
            shape = (*(axis.size for axis in ctx.around), *sizes)
            dtype = str(np.dtype(array_type(function)))
            ctx.storage.arrays[function] = ctx.builder.input(name, place, shape, dtype)
    return ctx


def step_graph(ctx: ArrayLowering, outputs: Sequence[int], wrong: int | None) -> ArrayGraph:
    """Return the program of a step: the next states, what is seen, and the reward, from these in this order."""
    width = len(ctx.program.states)
    *arrays, reward = outputs
    number = ctx.builder.op("float", [Term(reward)], (), fixed=False)
    return ctx.graph(((tuple(arrays[:width]), tuple(arrays[width:] or arrays), number.id), wrong))


def array_type(function: Function) -> type:
    """Return the type of the array of a function's values."""
    return TYPES.get(function.range, np.int64)


def compute(ctx: ArrayLowering, equation: Equation) -> Term | None:
    """Keep the values of a function, with an axis for each parameter; it gives them if they may not be finite."""
    inner = ctx.ranged(equation.variables, {})
    axes = axes_of(equation.variables, inner)
    function, value = equation.function, equation.value
    keep_interval(ctx, equation)
    if ctx.clamped is not None:
        ctx.clamped.add(equation)
    is_real = function.range == REAL
    term = tested(ctx, value, inner) if is_real else ctx.value(value, inner)
    finite = not is_real or always_finite(ctx, value, inner)
    if finite and function.range in (INT, REAL):
        keep_bounds(ctx, function, value, inner)
    if function.range in TYPES and function.range != ctx.range_of(value):
        term = cast(ctx, term, function.range)
    batched = ctx.copies in term.axes
    wanted = (*(ctx.around if batched else ()), *axes)
    if term.axes != wanted:
        sizes = tuple(axis.size for axis in wanted)
        term = ctx.builder.op("broadcast_to", [ctx.builder.aligned(term, wanted)], wanted, sizes)
    ctx.storage.arrays[function] = replace(term, axes=(), truth=False)
    return None if finite else term


def whole(ctx: ArrayLowering, function: Function) -> int:
    """The array of a function, with the axis of the copies if there are any."""
    array = ctx.storage.arrays[function]
    if ctx.copies is None and array.fixed and not function.parameters:
        # A number of Python's is no array.
        return ctx.builder.kept(np.asarray(ctx.known(array))).id
    if ctx.copies is None or is_batched(ctx, array):
        return array.id
    shape = (None, *ctx.program.sizes(function))
    return ctx.builder.op("broadcast_to", [array], (), shape, fixed=False, shape=shape).id


def test_assumptions(ctx: ArrayLowering) -> None:
    """Record where a given whole number is larger than it was assumed to be."""
    for function in ctx.program.states + ctx.program.actions:
        if function in ctx.proofs.trusted:
            axes = tuple(Axis(place + 1, size) for place, size in enumerate(ctx.program.sizes(function)))
            given = replace(ctx.storage.arrays[function], axes=(*ctx.around, *axes))
            term, most, least = beside(
                ctx, given, ctx.builder.table(ctx.limits.assumed), ctx.builder.table(-ctx.limits.assumed)
            )
            above, below = apply(ctx, "greater", term, most), apply(ctx, "less", term, least)
            ctx.failures.where.append(apply(ctx, "bitwise_or", above, below))


def _within(ctx: ArrayLowering, function: Function, values: Values) -> Values:
    """The values of a constant; those that arrays do not hold become 0, and their readers are not trusted."""
    if function.range != INT:
        return values
    every = as_list(values)
    end = 2 ** (ctx.limits.bits - 1)
    if not every or (min(every) >= -end and max(every) < end):
        return values
    ctx.storage.too_large.add(function)
    return [0] * len(every) if isinstance(values, list) else 0


def _values(
    ctx: ArrayLowering, functions: Sequence[Function], more: Sequence[Equation] = (), by_columns: bool = True
) -> tuple[list[int], int | None]:
    """The values of some functions, and where there are none."""
    needed = ctx.program.needed(functions, more)
    reals = [term for equation in needed if (term := compute(ctx, equation)) is not None]
    wrong = failure_test(ctx, reals, by_columns)
    return [whole(ctx, function) for function in functions], wrong


def failure_test(ctx: ArrayLowering, reals: Sequence[Term], by_columns: bool = True) -> int | None:
    """Tell of each copy whether something has no value."""
    term: Term | None = None
    # Sums of what is finite may be infinite: then it is computed once more for nothing.
    total = _together(ctx, "sum", "add", [*dict.fromkeys([*reals, *ctx.failures.reals])], by_columns)
    if total is not None:
        # One number is sooner looked at by Python than by NumPy.
        single = ctx.copies is None and not total.fixed
        term = ctx.builder.op("is_infinite", [total], ()) if single else not_finite(ctx, total)
        ctx.failures.loud.add(term.id)
    test_assumptions(ctx)
    failed = _together(ctx, "exists", "bitwise_or", ctx.failures.where, by_columns)
    if failed is not None:
        term = failed if term is None else apply(ctx, "bitwise_or", term, failed)
    if term is None or (term.fixed and not ctx.holds_somewhere(term)):
        return None
    if ctx.copies is None or ctx.copies in term.axes:
        return term.id
    return ctx.builder.op("broadcast_to", [term], (), (None,), fixed=False, shape=(None,)).id


def _together(ctx: ArrayLowering, operator: str, name: str, terms: Sequence[Term], by_columns: bool) -> Term | None:
    """All of some terms folded into one for each copy: those of the same shape first, as whole arrays.

    To fold along a short axis takes as long as ten operations on whole arrays.
    """
    groups: dict[tuple[int | None, ...], Term] = {}
    for term in terms:
        shape = tuple(axis.size for axis in term.axes)
        before = groups.get(shape)
        # The axes may be those of other variables: only the shapes matter here.
        groups[shape] = term if before is None else ctx.builder.op(name, [before, term], before.axes)
    result: Term | None = None
    for term in groups.values():
        inner = [axis for axis in term.axes if axis != ctx.copies]
        if by_columns and ctx.copies in term.axes and 1 < prod(axis.size or 0 for axis in inner) <= WRITTEN_ROWS_LIMIT:
            part = _by_columns(ctx, name, term)
        else:
            part = _added_up(ctx, term, inner) if operator == "sum" else folded_present(ctx, operator, term, inner)
        result = part if result is None else apply(ctx, name, result, part)
    return result


def _by_columns(ctx: ArrayLowering, name: str, term: Term) -> Term:
    """Fold the few numbers of each copy: NumPy takes ten times as long to fold along a short axis."""
    ranges = [range(1) if axis == ctx.copies else range(axis.size or 0) for axis in term.axes]
    columns = []
    for places in product(*ranges):
        index = [":" if axis == ctx.copies else place for axis, place in zip(term.axes, places, strict=True)]
        columns.append(ctx.builder.op("index", [term], ctx.around, *index))
    return reduce(lambda left, right: apply(ctx, name, left, right), columns)


def _added_up(ctx: ArrayLowering, term: Term, axes: Sequence[Axis]) -> Term:
    """A sum that is only asked whether it is finite: a product of vectors is the fastest one."""
    size = prod(axis.size or 0 for axis in axes)
    if term.fixed or ctx.copies not in (None, *term.axes) or not 1 < size <= DOT_ELEMENTS_LIMIT:
        return folded_present(ctx, "sum", term, axes)
    row = term
    if len(axes) > 1:
        shape = (*(axis.size for axis in ctx.around), size)
        row = ctx.builder.op("reshape", [term], (), shape, fixed=False, shape=shape)
    ones = ctx.builder.kept(np.ones(size))
    return ctx.builder.op("dot", [row, ones], ctx.around, fixed=False, shape=tuple(axis.size for axis in ctx.around))
