"""A step in which the processor tells whether a number is infinite, or none.

A test of all numbers of a step takes as long as the step. The processor keeps flags of invalid operations, of divisions
by 0 and of numbers that run over, which NumPy reads after each operation anyway. So the quick question is asked where
these flags are errors; after an error the step is done once more by the question that tests each copy.

It also says of the states that follow whether a condition of termination holds, or an invariant does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from relgym.model.arrays import ArrayConstant, ArrayGraph, Op
from relgym.model.rddl.equations import Equations, Function, Part
from relgym.model.rddl.expressions import Fluent, Operation, Value
from relgym.model.rddl.traversal import rebuilt
from relgym.translate.arrays.builder import Term
from relgym.translate.arrays.context import ArrayLowering
from relgym.translate.arrays.lower import compute, lowering, step_graph, test_assumptions, whole
from relgym.translate.arrays.operations import INFIX, REDUCTIONS
from relgym.translate.arrays.shapes import joined
from relgym.translate.arrays.truth import alternatives, both, either, negated

# fmt: off
_FLAGGED = frozenset({
    *INFIX, *REDUCTIONS, "abs", "argmax", "argmin", "asarray", "astype", "bool_", "bounded_dot", "broadcast_to", "ceil",
    "copies", "cos", "count_nonzero", "expand_dims", "float", "floor", "gather", "if_else", "index", "logical_not",
    "maximum", "minimum", "negative", "or", "put", "ravel", "reshape", "round", "scatter_add", "searchsorted", "sign",
    "sin", "slice", "sqrt", "standard_normal", "take", "transpose", "view", "where",
})
# fmt: on
"""The operations that a quick question may use: they keep the flags, or have no use for them."""


def array_quick(program: Equations, calls: Mapping[str, Any], functions: Sequence[Function]) -> ArrayGraph | None:
    """Lower the question about some functions of a step, to be asked where flags are errors; None where there is none.

    Its answers are the values of the functions, and then where a condition of termination holds and where an invariant
    does not, of the states that follow; `None` for nowhere. The functions have those of all next states among them.
    """
    ctx = lowering(program, calls, copies=True, quick=True)
    for equation in program.needed(functions):
        compute(ctx, equation)
    try:
        ends = [_some(ctx, part) for part in (Part.TERMINATION, Part.INVARIANT)]
    except _Everywhere:
        return None
    wrong = _wrong(ctx)
    return _if_flagged(ctx.graph(((*(whole(ctx, function) for function in functions), *ends), wrong)))


def array_quick_step(program: Equations, calls: Mapping[str, Any], functions: Sequence[Function]) -> ArrayGraph | None:
    """Lower the question of `array_step` to one instance where flags are errors; None where there is none."""
    ctx = lowering(program, calls, copies=False, quick=True)
    for equation in program.needed(functions):
        compute(ctx, equation)
    wrong = _wrong(ctx)
    graph = _if_flagged(step_graph(ctx, [whole(ctx, function) for function in functions], wrong))
    # The flags tell of what is computed: a function that may fail is, whoever reads it.
    return graph and replace(graph, eager=frozenset(array.id for array in ctx.storage.arrays.values()))


class _Everywhere(Exception):
    """An end that holds in all copies cannot be told as an array."""


def _if_flagged(graph: ArrayGraph) -> ArrayGraph | None:
    """Return a program if flags report every infinite or NaN number in it."""
    for node in map(graph.nodes.__getitem__, graph.reachable()):
        match node:
            case Op(name) if name not in _FLAGGED:
                return None
            case ArrayConstant(value) if np.asarray(value).dtype.kind == "f" and not np.isfinite(value).all():
                return None
    return graph


def _some(ctx: ArrayLowering, part: Part) -> int | None:
    """Tell in which copies a formula of a part ends an episode; None for nowhere."""
    terms: list[Term] = []
    states = {function.name for function in ctx.program.states}

    def after(read: Value) -> Value:
        """Read the states that follow; a formula reads nothing else that changes."""
        return replace(read, primed=True) if isinstance(read, Fluent) and read.name in states else read

    for equation in ctx.program.equations:
        if equation.function.part is not part:
            continue
        value = rebuilt(equation.value, after)
        test = ctx.value(value, {}) if part is Part.TERMINATION else _refuted(ctx, value)
        if not test.fixed:
            terms += alternatives(ctx, test)
        elif ctx.holds_somewhere(test):
            raise _Everywhere
    # In one order, so that two parts that are told by the same are told by one node.
    every = sorted({*terms}, key=lambda term: term.id)
    return joined(ctx, "bitwise_or", every).id if every else None


def _refuted(ctx: ArrayLowering, value: Value) -> Term:
    """Lower the negation of a formula, pushed to its innermost parts, which other formulas often share."""
    match value:
        case Operation("^", (left, right)):
            return either(ctx, _refuted(ctx, left), _refuted(ctx, right))
        case Operation("|", (left, right)):
            return both(ctx, _refuted(ctx, left), _refuted(ctx, right))
        case _:
            return negated(ctx, ctx.value(value, {}))


def _wrong(ctx: ArrayLowering) -> int | None:
    """Tell whether an expression has no value in some copy, without the number of the copy."""
    test_assumptions(ctx)
    parts: list[Term] = []
    for term in dict.fromkeys(ctx.failures.where):
        if term.fixed:
            parts += [ctx.builder.table(True)] if ctx.holds_somewhere(term) else []
        else:
            parts.append(ctx.builder.op("count_nonzero", [term], ()) if term.axes else term)
    faults: Term | None = None
    for part in dict.fromkeys(parts):
        faults = part if faults is None else ctx.builder.op("or", [faults, part], (), fixed=False)
    return None if faults is None else faults.id
