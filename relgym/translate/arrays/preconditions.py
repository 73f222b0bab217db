"""Find the preconditions that do not hold and the action cells that they read, as arrays, to guide action sampling.

>>> from relgym.read.rddl.loading import read_domain, read_instance
>>> from relgym.runtime.array_scope import scope_of_arrays
>>> from relgym.translate.arrays.printers.numpy import printed
>>> from relgym.translate.equations.equations import equations_of
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { push(t) : { action-fluent, bool, default = false }; hot : { state-fluent, bool }; };
...   cpfs { hot' = hot; }; action-preconditions { hot; forall_{?x : t} [push(?x) => hot]; }; }''')
>>> program = equations_of(read_instance("instance i { domain = d; objects { t : {a, b}; }; }", domain))
>>> print(printed(array_faults(program, scope_of_arrays({}))).text)
def question(xp, special, constants, state, action, u):
    (c1, c2,) = constants
    v1 = state[0]
    return ((v1, ()), (c2 if v1 else (xp.logical_not((action[0]))), ((0, (), (c1,)),))), None
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from relgym.model.arrays import ArrayGraph, Result
from relgym.model.rddl.equations import Equations, Part
from relgym.model.rddl.expressions import Aggregate, Fluent, Operation, Value
from relgym.model.rddl.traversal import walk
from relgym.model.terms import Variable
from relgym.translate.arrays.builder import Axis
from relgym.translate.arrays.context import ArrayLowering, Terms, axes_of
from relgym.translate.arrays.lower import failure_test, lowering

_ONE = Axis(0, 1)


def array_faults(program: Equations, calls: Mapping[str, Any]) -> ArrayGraph:
    """Lower a question that is answered by a pair for each formula that all rows of some variables have to fulfil.

    The pair holds an array of truth values with an axis for each of these variables, and the reads of action-fluents in
    the formula. A read is the position of an action-fluent, the numbers of items of the variables within the formula,
    and arrays whose sums are places among the fluent's cells; these arrays have all axes, some with the size 1.
    """
    ctx = lowering(program, calls, copies=False)
    formulas = [item.value for item in program.equations if item.function.part is Part.PRECONDITION]
    outputs = tuple(_fault(ctx, *row) for formula in formulas for row in _rows(ctx, formula, (), {}))
    return ctx.graph((outputs, failure_test(ctx, [])))


def _rows(
    ctx: ArrayLowering, formula: Value, axes: tuple[Axis, ...], terms: Terms
) -> Iterator[tuple[Value, tuple[Axis, ...], Terms]]:
    """Yield the formulas that must hold for each row of some variables, with their axes and terms."""
    match formula:
        case Aggregate("forall", variables, body):
            inner = ctx.ranged(variables, terms)
            yield from _rows(ctx, body, (*axes, *axes_of(variables, inner)), inner)
        case Operation("^", (left, right)):
            yield from _rows(ctx, left, axes, terms)
            yield from _rows(ctx, right, axes, terms)
        case _:
            yield formula, axes, terms


def _fault(ctx: ArrayLowering, formula: Value, axes: tuple[Axis, ...], terms: Terms) -> Result:
    """The pair of one formula."""
    holds = ctx.value(formula, terms)
    if holds.fixed:
        sizes = [axis.size or 0 for axis in axes]
        known = np.asarray(ctx.known(ctx.builder.aligned(holds, axes)), dtype=bool)
        array = ctx.builder.kept(np.broadcast_to(known, sizes))
    else:
        array = ctx.builder.aligned(holds, axes)
        if holds.axes != axes:
            array = ctx.builder.op("broadcast_to", [array], axes, tuple(axis.size for axis in axes))
    reads = [_read(ctx, part, axes, terms) for part in walk(formula) if isinstance(part, Fluent)]
    return array.id, tuple(read for read in dict.fromkeys(reads) if read is not None)


def _read(ctx: ArrayLowering, value: Fluent, axes: tuple[Axis, ...], terms: Terms) -> Result:
    """The cells of an action that a fluent is, if it is one of an action."""
    function = ctx.program.functions[value.name, value.primed]
    if function.part is not Part.ACTION:
        return None
    table = ctx.builder.table
    free = [part for part in dict.fromkeys(walk(value)) if isinstance(part, Variable) and part not in terms]
    inner = ctx.ranged(free, terms)
    own_axes = axes_of(free, inner)
    parts = []
    for argument, stride in zip(value.arguments, ctx.program.strides(function), strict=True):
        term = ctx.value(argument, inner)
        sizes = tuple((axis if axis in term.axes else _ONE).size for axis in (*axes, *own_axes))
        shaped = ctx.builder.op("reshape", [term], term.axes, sizes, shape=sizes)
        parts.append(ctx.builder.op("multiply", [shaped, table(stride)], term.axes, shape=sizes).id)
    position = table(ctx.program.actions.index(function)).id
    return position, tuple(table(axis.size).id for axis in own_axes), tuple(parts)
