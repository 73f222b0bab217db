"""A pass that moves the axis of the copies to the end, so that the inner loops that XLA compiles are long.

Lowered programs have that axis first, and arrays of one copy are often tiny: for 1,024 copies with two rovers, XLA
would loop over 1,024 rows of two numbers. An operation without a rule here gets transposed inputs, and its result is
transposed back.

>>> import numpy as np
>>> x, ones = Input("state", 0, (None, 3), "float64"), ArrayConstant(np.ones(3))
>>> graph = copies_last(ArrayGraph((x, ones, Op("add", (0, 1), (None, 3), "float64")), 2))
>>> for node in graph.nodes[2:]:
...     print(node.name, node.inputs, node.shape, node.attributes)
expand_dims (1,) (3, 1) ('...', None)
add (0, 2) (3, None) ()
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from relgym.model.arrays import ArrayConstant, ArrayGraph, Input, Node, Op, Result, Shape
from relgym.translate.arrays.operations import INFIX, REDUCTIONS


def copies_last(graph: ArrayGraph) -> ArrayGraph:
    """Return an equivalent program in which the axis of the copies is the last one.

    Args:
        graph: A program for several copies, whose axis is the first one of each array that has it.

    Returns:
        The program, whose inputs and results have the axis of the copies last.
    """
    rewriting = _Rewriting(graph)
    for number in sorted(graph.reachable()):
        rewriting.add(number)
    return ArrayGraph(tuple(rewriting.nodes), _renumbered(graph.result, rewriting.rewritten), graph.finite)


def _renumbered(result: Result, numbers: Mapping[int, int]) -> Result:
    if isinstance(result, tuple):
        return tuple(_renumbered(part, numbers) for part in result)
    return None if result is None else numbers[result]


class _Rewriting:
    """The nodes of the new program; `rewritten` has their numbers by those of the given program."""

    def __init__(self, graph: ArrayGraph) -> None:
        self.graph = graph
        self.nodes: list[Node] = []
        self.rewritten: dict[int, int] = {}
        self._found: dict[tuple[Any, ...], int] = {}

    def add(self, number: int) -> None:
        """Rewrite a node, whose inputs are rewritten already."""
        match self.graph.nodes[number]:
            case Op() as op:
                self.rewritten[number] = self._rewritten(op)
            case ArrayConstant() | Input() as node:
                self.nodes.append(node if isinstance(node, ArrayConstant) else replace(node, shape=_last(node.shape)))
                self.rewritten[number] = len(self.nodes) - 1

    def shapes(self, op: Op) -> list[Shape]:
        """Return the shapes of the inputs in the given program."""
        return [self.graph.nodes[each].shape for each in op.inputs]

    def new(self, name: str, inputs: tuple[int, ...], shape: Shape, dtype: str, *attributes: Any) -> int:
        """Return an operation of the new program."""
        key = (name, inputs, attributes)
        if key not in self._found:
            self.nodes.append(Op(name, inputs, shape, dtype, attributes))
            self._found[key] = len(self.nodes) - 1
        return self._found[key]

    def _rewritten(self, op: Op) -> int:
        shapes, inputs = self.shapes(op), tuple(self.rewritten[each] for each in op.inputs)
        if all(None not in shape or shape == (None,) for shape in (op.shape, *shapes)):
            # The axis of the copies is the only one of an array, the first and the last.
            return self.new(op.name, inputs, op.shape, op.dtype, *op.attributes)
        if None in op.shape:
            rule = _elementwise if _is_elementwise(op.name) else _RULES.get(op.name)
            rewritten = None if rule is None else rule(self, op, *inputs)
            if rewritten is not None:
                return rewritten
        given = (self._copies_first(each) for each in op.inputs)
        number = self.new(op.name, tuple(given), op.shape, op.dtype, *op.attributes)
        if op.name == "rows":
            # A pair of arrays, whose parts are transposed as they are read.
            return number
        if None not in op.shape or len(op.shape) < 2:
            return number
        return self.new("transpose", (number,), _last(op.shape), op.dtype, (*range(1, len(op.shape)), 0))

    def _copies_first(self, number: int) -> int:
        """Return an input of an operation that has no rule."""
        node, last = self.graph.nodes[number], len(self.graph.nodes[number].shape) - 1
        if None not in node.shape or last < 1 or (isinstance(node, Op) and node.name == "rows"):
            return self.rewritten[number]
        return self.new("transpose", (self.rewritten[number],), node.shape, node.dtype, (last, *range(last)))


def _last(shape: Shape) -> Shape:
    return (*shape[1:], None) if None in shape else shape


_ELEMENTWISE = frozenset(
    {*INFIX, "where", "put", "if_else", "logical_not", "isfinite", "negative", "abs", "sign", "sqrt", "exp", "log"}
    | {"sin", "cos", "tan", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "hypot", "power", "gamma", "gammaln"}
    | {"minimum", "maximum", "floor_divide", "mod", "remainder", "round", "floor", "ceil", "asarray", "astype", "view"}
)


def _is_elementwise(name: str) -> bool:
    """Tell whether an operation computes each element from those at its place alone."""
    kind, _, function = name.partition(":")
    if kind == "wrong":
        return function not in ("chances", "weights", "rest")
    return kind in ("quantile", "standard_normal") or name in _ELEMENTWISE


def _elementwise(rewriting: _Rewriting, op: Op, *inputs: int) -> int:
    return rewriting.new(op.name, _aligned(rewriting, op, *inputs), _last(op.shape), op.dtype, *op.attributes)


def _aligned(rewriting: _Rewriting, op: Op, *inputs: int) -> tuple[int, ...]:
    """Return operands that broadcast to the rewritten shape of the result."""
    aligned = []
    for number, shape in zip(inputs, rewriting.shapes(op), strict=True):
        if shape and None not in shape:
            # An operand for all copies; it may have an axis of size 1 in the place of theirs.
            inner = shape if len(shape) < len(op.shape) else shape[1:]
            index = ("...", None) if inner is shape else (0, "...", None)
            number = rewriting.new("expand_dims", (number,), (*inner, 1), rewriting.nodes[number].dtype, *index)
        aligned.append(number)
    return tuple(aligned)


def _broadcast(rewriting: _Rewriting, op: Op, *inputs: int) -> int:
    [number], shape = _aligned(rewriting, op, *inputs), _last(op.shape)
    return rewriting.new(op.name, (number,), shape, op.dtype, shape)


def _reduced(rewriting: _Rewriting, op: Op, array: int) -> int | None:
    """Rewrite a reduction along some axes."""
    over, *others = op.attributes
    rank = len(rewriting.nodes[array].shape)
    axes = [axis % rank - 1 for axis in (over if isinstance(over, tuple) else (over,))]
    new = tuple(axes) if isinstance(over, tuple) else axes[0]
    return rewriting.new(op.name, (array,), _last(op.shape), op.dtype, new, *others)


def _indexed(rewriting: _Rewriting, op: Op, array: int) -> int | None:
    first, *others = op.attributes
    if first not in (":", "...") or None not in rewriting.nodes[array].shape:
        return None
    index = (first, *others, ":") if first == "..." else (*others, ":") if "..." in others else (*others, "...")
    return rewriting.new(op.name, (array,), _last(op.shape), op.dtype, *index)


def _sliced(rewriting: _Rewriting, op: Op, array: int) -> int | None:
    if len(op.shape) != 2:
        return None
    return rewriting.new(op.name, (array,), _last(op.shape), op.dtype, *op.attributes, 0)


def _transposed(rewriting: _Rewriting, op: Op, array: int) -> int | None:
    [(first, *others)] = op.attributes
    if first != 0:
        return None
    return rewriting.new(op.name, (array,), _last(op.shape), op.dtype, (*(axis - 1 for axis in others), len(others)))


def _reshaped(rewriting: _Rewriting, op: Op, array: int) -> int | None:
    shape = _last(op.shape)
    return rewriting.new(op.name, (array,), shape, op.dtype, shape)


def _taken(rewriting: _Rewriting, op: Op, array: int, indices: int) -> int | None:
    """Rewrite a choice of elements: those of each copy, or of a table by indices of each copy."""
    of_copies, by_copies = (None in shape for shape in rewriting.shapes(op))
    if not op.attributes and by_copies and not of_copies:
        return rewriting.new(op.name, (array, indices), _last(op.shape), op.dtype)
    if op.attributes == (1,) and of_copies and not by_copies:
        return rewriting.new(op.name, (array, indices), _last(op.shape), op.dtype, 0)
    return None


def _multiplied(rewriting: _Rewriting, op: Op, left: int, right: int) -> int | None:
    """Rewrite a product of one row for each copy and a table, or a vector."""
    row, table = rewriting.shapes(op)
    if len(row) != 2 or None not in row or None in table or len(table) > 2:
        return None
    if len(table) == 2:
        right = rewriting.new("transpose", (right,), (table[1], table[0]), rewriting.nodes[right].dtype, (1, 0))
    return rewriting.new(op.name, (right, left), _last(op.shape), op.dtype)


_RULES: Mapping[str, Callable[..., int | None]] = {
    **dict.fromkeys((*REDUCTIONS, "argmin", "argmax", "cumsum"), _reduced),
    **dict.fromkeys(("index", "expand_dims"), _indexed),
    **dict.fromkeys(("dot", "matmul"), _multiplied),
    "broadcast_to": _broadcast,
    "reshape": _reshaped,
    "slice": _sliced,
    "take": _taken,
    "transpose": _transposed,
}
"""Rules for operations whose results have the axis of the copies; None for inputs that a rule does not cover."""
