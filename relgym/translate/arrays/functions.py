"""Functions of RDDL as array operations: `sqrt[x]`, `pow[x, y]`, `min[x, y]` and their like.

A function is the operation of its own name, or the one in `_FUNCTIONS`. Further tables say which functions may fail.
"""

from __future__ import annotations

from collections.abc import Mapping

from relgym.model.rddl.expressions import (
    BOOL,
    INT,
    REAL,
    Call,
    Constant,
    Value,
)
from relgym.translate.arrays.bounds import stays_small
from relgym.translate.arrays.builder import Term
from relgym.translate.arrays.context import ArrayLowering, Terms
from relgym.translate.arrays.failures import (
    exact,
    fail,
    fail_unless_small,
    finite,
    real,
    test_size,
)
from relgym.translate.arrays.folds import cast
from relgym.translate.arrays.shapes import apply, beside, operands
from relgym.translate.equations.finiteness import takes_tested

_FUNCTIONS: Mapping[str, str] = {
    "ln": "log",
    "pow": "power",
    "min": "minimum",
    "max": "maximum",
    "div": "floor_divide",
    "fmod": "mod",
    "lngamma": "gammaln",
    "asin": "arcsin",
    "acos": "arccos",
    "atan": "arctan",
}
"""Functions of RDDL whose operation has another name."""

_ROUNDS = {"sgn": "sign", "round": "round", "floor": "floor", "ceil": "ceil"}
"""Functions that make whole numbers of real ones. All but the sign fail where these are too large."""

_DIVIDES = frozenset({"div", "mod", "fmod", "log"})
"""Functions that fail where their second argument is 0."""

_QUIET = frozenset({"abs", "sgn", "min", "max"})
"""Functions that return a finite number for finite arguments."""


def loudly(ctx: ArrayLowering, term: Term) -> Term:
    ctx.failures.loud.add(term.id)
    return term


def function_call(ctx: ArrayLowering, value: Call, terms: Terms) -> Term:
    """Lower a call of a function of numbers."""
    name, of = value.function, ctx.range_of(value)
    match name, value.arguments:
        # The square and the root are what these are most often asked for, and much faster.
        case "pow", (base, Constant(2 | 2.0)):
            term = real(ctx, base, terms)
            return loudly(ctx, apply(ctx, "multiply", term, term))
        case "pow", (base, Constant(0.5)):
            name, arguments = "sqrt", [real(ctx, base, terms)]
        case _:
            arguments = [_argument(ctx, part, value, terms) for part in value.arguments]
    arguments = beside(ctx, *arguments)
    if name in _ROUNDS:
        result = cast(ctx, apply(ctx, _ROUNDS[name], *arguments), INT)
        if name != "sgn" and not stays_small(ctx, value.arguments[0]):
            fail_unless_small(ctx, arguments[0])
    elif name == "log":
        logarithms = [apply(ctx, "log", term) for term in operands(ctx, tuple(arguments))]
        result = apply(ctx, "divide", *logarithms)
    else:
        result = apply(ctx, _FUNCTIONS.get(name, name), *arguments)
    if name in _DIVIDES:
        fail(ctx, apply(ctx, "equal", arguments[1], ctx.builder.table(0)))
    if name in ("abs", "div") and of == INT:
        # The absolute value of the least number of 64 bits is none of them.
        test_size(ctx, value, arguments[0])
    return result if name in _QUIET else loudly(ctx, result)


def _argument(ctx: ArrayLowering, part: Value, call: Call, terms: Terms) -> Term:
    """Lower an argument of a function, in the range of the computation."""
    term = finite(ctx, part, terms) if takes_tested(call) else ctx.value(part, terms)
    of = ctx.range_of(part)
    if ctx.range_of(call) != REAL:
        return cast(ctx, term, INT) if of == BOOL else term
    if call.function in ("min", "max") or (
        call.function == "fmod" and REAL not in (ctx.range_of(other) for other in call.arguments)
    ):
        exact(ctx, part, term)
    return term if of == REAL else cast(ctx, term, REAL)
