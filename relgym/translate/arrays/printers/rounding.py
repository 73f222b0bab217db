"""Results that XLA must round: those of arithmetic that it would join with the arithmetic that takes them.

XLA computes in some places as if real numbers were exact: it contracts `x * y + z` into one operation, rounded once,
joins the constants of `x * 10 / 10`, and multiplies by 1 / 49 in place of dividing by 49. So `x * y + z > 0` would be
true for 0.1, 10 and -1, and `floor[x / 49]` would be 0 for 49. A selection between an intermediate result and NaN, by a
test that every number passes, changes no value, and keeps XLA and LLVM from joining what comes before and after it. An
`optimization_barrier` does not, since it is gone before operations are contracted; neither does `reduce_precision`.

>>> x, y = (Input("state", n, (None,), "float64") for n in range(2))
>>> product, sum_ = Op("multiply", (0, 1), (None,), "float64"), Op("add", (2, 1), (None,), "float64")
>>> rounded_results(ArrayGraph((x, y, product, sum_), 3), [0, 1, 2, 3])
frozenset({2})
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import nan
from typing import Any

from relgym.model.arrays import ArrayConstant, ArrayGraph, Input, Node, Op

_INEXACT = frozenset({"multiply", "divide", "power", "pow", "sqrt", "exp", "log"})
"""Arithmetic that is joined with arithmetic after it."""

_SHIFTS = frozenset({"add", "subtract", "negative"})
"""Arithmetic that is joined where both operations have a constant."""

_JOINING = _INEXACT | _SHIFTS | {"sum", "prod", "cumsum", "scatter_add", "einsum", "dot", "matmul"}

_MOVES = frozenset(
    {
        "reshape",
        "broadcast_to",
        "index",
        "expand_dims",
        "gather",
        "slice",
        "take",
        "transpose",
        "where",
        "put",
        "if_else",
    }
    | {"ascontiguousarray", "asarray", "astype"}
)
"""Operations through which a result passes unchanged."""


def rounded_results(graph: ArrayGraph, needed: Sequence[int]) -> frozenset[int]:
    """Return the operations whose results are to be rounded by `rounded`.

    Args:
        graph: The program.
        needed: The numbers of the nodes that are computed.
    """
    joining = {number: op for number in needed if isinstance(op := graph.nodes[number], Op) and op.name in _JOINING}
    taken = ((part, op) for op in joining.values() for each in op.inputs for part in _sources(graph, each))
    return frozenset(part for part, op in taken if part in joining and _is_joined(graph, joining[part], op))


def rounded(xp: Any, number: Any) -> Any:
    """Return real numbers as they are, rounded to their type."""
    return xp.where(number == number, number, nan) if xp.issubdtype(number.dtype, xp.floating) else number


def divided(xp: Any, left: Any, right: Any) -> Any:
    """Divide by a number that XLA does not know: it would multiply by the inverse of one that it knows."""
    left = xp.asarray(left, xp.result_type(left, right, float))
    return left / xp.where(left == left, right, nan)


def _sources(graph: ArrayGraph, number: int) -> Iterator[int]:
    """Yield the nodes whose results a node passes on, which is itself unless it only moves them."""
    waiting, known = [number], {number}
    while waiting:
        number = waiting.pop()
        node = graph.nodes[number]
        if isinstance(node, Op) and node.name in _MOVES:
            waiting += {*node.inputs} - known
            known.update(node.inputs)
        else:
            yield number


def _is_joined(graph: ArrayGraph, first: Op, second: Op) -> bool:
    """Tell whether XLA may join an operation with one that takes its result."""
    if first.name in _INEXACT:
        # A product with a truth value is exact.
        return first.name != "multiply" or not any(_is_truth(graph, graph.nodes[each]) for each in first.inputs)
    return _has_constant(graph, first) and _has_constant(graph, second)


def _has_constant(graph: ArrayGraph, op: Op) -> bool:
    return len(op.inputs) == 1 or any(isinstance(graph.nodes[each], ArrayConstant) for each in op.inputs)


def _is_truth(graph: ArrayGraph, node: Node) -> bool:
    match node:
        case Op("asarray" | "astype", (number,)):
            return _is_truth(graph, graph.nodes[number])
        case Op() | Input() | ArrayConstant():
            return node.dtype == "bool"
