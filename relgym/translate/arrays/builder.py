"""Build array programs: equal operations are one node, and operations on constants are computed at once.

An axis stands for a variable, or for the copies of an instance that are stepped together. Axes have ranks, outer ones
first; an array has some of them, in the order of their ranks, so that broadcasting does the rest. The same node may
stand for values with different axes, since only its shape matters to it.

>>> import numpy
>>> builder = Builder({})
>>> row, column = builder.axis(2), builder.axis(3)
>>> rows, columns = builder.table(numpy.array([10, 20]), (row,)), builder.input("state", 0, (3,), "int64", (column,))
>>> total = builder.aligned_op("add", rows, columns)
>>> builder.nodes[total.id]
Op(name='add', inputs=(2, 1), shape=(2, 3), dtype='int64', attributes=())
>>> builder.nodes[2].value.tolist()
[[10], [20]]
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any

import numpy as np

from relgym.errors import BackendError
from relgym.model.arrays import ArrayConstant, Input, Node, Op, Shape
from relgym.model.rddl.expressions import BOOL, INT, REAL
from relgym.translate.arrays.operations import evaluate, result_type
from relgym.tuning.arrays import ARRAY_ELEMENTS_LIMIT, OPERATIONS_LIMIT, SHARED_ELEMENTS_LIMIT

TYPES: Mapping[str, type] = {BOOL: np.bool_, INT: np.int64, REAL: np.float64}
"""The array types of the values of functions; an item is its number."""


@dataclass(frozen=True, slots=True, order=True)
class Axis:
    """One direction of arrays; that of the copies has no size yet."""

    rank: float
    size: int | None = None


@dataclass(frozen=True, slots=True)
class Term:
    """A node of a program, and its axes; `fixed` if it never changes.

    `whole` is the axis whose numbers it is, where it is just those: the value of a variable; and `truth` says that it
    is known to hold truth values.
    """

    id: int
    axes: tuple[Axis, ...] = ()
    fixed: bool = False
    whole: Axis | None = None
    truth: bool = field(default=False, compare=False)


class TooManyOperations(BackendError):
    """A question needs larger arrays or more operations than its limits allow; lists need neither."""


class Builder:
    """The nodes of one program; `calls` are the functions of the runtime that constants are folded with."""

    def __init__(self, calls: Mapping[str, Any]) -> None:
        self.nodes: list[Node] = []
        self._calls = calls
        # The node of an operation, by its name, inputs and attributes, or of a number by its type and text.
        self._nodes: dict[tuple[Any, ...], Term] = {}
        self._axes = 0
        self._fronts = 0
        self._operations = 0

    def axis(self, size: int | None) -> Axis:
        """A new axis, within all others."""
        self._axes += 1
        return Axis(self._axes, size)

    def front(self, size: int) -> Axis:
        """A new axis around all others but that of the copies: to sum along it is to add whole arrays."""
        self._fronts += 1
        return Axis(1 / (self._fronts + 1), size)

    def input(self, name: str, position: int | None, shape: Shape, dtype: str, axes: tuple[Axis, ...] = ()) -> Term:
        """An argument of the program."""
        return self._shared((name, position), Input(name, position, shape, dtype), axes)

    def table(self, values: Any, axes: tuple[Axis, ...] = (), whole: Axis | None = None) -> Term:
        """Make a fixed array, or a number of Python's for a finite number."""
        if not axes and np.ndim(values) == 0:
            number = values.item() if hasattr(values, "item") else values
            if isinstance(number, int) and not -(2**63) <= number < 2**63:
                # The value that led to it is recorded elsewhere as too large.
                number = 0
            if math.isfinite(number):
                return replace(self._shared((type(number), repr(number)), ArrayConstant(number), ()), fixed=True)
        return self.kept(np.asarray(values) if isinstance(values, float) else values, axes, whole)

    def kept(self, values: Any, axes: tuple[Axis, ...] = (), whole: Axis | None = None) -> Term:
        """Make a fixed array or number of NumPy's; small ones with equal elements are one node."""
        # Sums over an array depend on its order in memory.
        small = values.size <= SHARED_ELEMENTS_LIMIT and values.flags.c_contiguous
        key = (type(values), str(values.dtype), values.shape, values.tobytes() if small else len(self.nodes))
        return replace(self._shared(key, ArrayConstant(values), axes), fixed=True, whole=whole)

    def known(self, term: Term) -> Any:
        """Return the value of a fixed term."""
        node = self.nodes[term.id]
        assert isinstance(node, ArrayConstant), node
        return node.value

    def op(
        self,
        name: str,
        inputs: Sequence[Term],
        axes: tuple[Axis, ...],
        *attributes: Any,
        fixed: bool = True,
        shape: Shape | None = None,
    ) -> Term:
        """Return the result of an operation.

        Args:
            name: The name of the operation.
            inputs: What it is applied to.
            axes: The axes of the result.
            attributes: What else it needs to know.
            fixed: Whether it may be computed at once where all inputs are fixed.
            shape: The sizes of the axes, if these do not tell.

        Returns:
            The result: a constant, or a node of the program.

        Raises:
            TooManyOperations: If the array, or the program, is too large.
        """
        size = prod(axis.size or 1 for axis in axes)
        self._operations += 1
        if self._operations > OPERATIONS_LIMIT:
            raise TooManyOperations(
                f"a question has more than {OPERATIONS_LIMIT:,} parts as operations on arrays",
                hint="nest fewer aggregates",
            )
        if size > ARRAY_ELEMENTS_LIMIT:
            raise TooManyOperations(
                f"an array of {size:,} numbers is needed, for one instance",
                expected=f"at most {ARRAY_ELEMENTS_LIMIT:,}",
                hint="make the types smaller, or sum over fewer variables at once",
            )
        ids = tuple(term.id for term in inputs)
        key = (name, ids, attributes)
        if fixed and inputs and all(term.fixed for term in inputs):
            known = self._nodes.get(key)
            if known is None:
                known = self._nodes[key] = self._folded(name, inputs, attributes, axes)
            return Term(known.id, axes, fixed=True)
        earlier = self._nodes.get(key)
        if earlier is None:
            types = [self.nodes[id].dtype for id in ids]
            sizes = tuple(axis.size for axis in axes) if shape is None else shape
            node = Op(name, ids, sizes, result_type(name, types, attributes), attributes)
            return self._shared(key, node, axes)
        return Term(earlier.id, axes)

    def aligned_op(self, name: str, *terms: Term, fixed: bool = True) -> Term:
        """Return an elementwise operation on terms aligned to the union of their axes."""
        union = tuple(sorted({axis for term in terms for axis in term.axes}))
        return self.op(name, [self.aligned(term, union) for term in terms], union, fixed=fixed)

    def aligned(self, term: Term, axes: Sequence[Axis]) -> Term:
        """A term with an axis of size 1 for each of `axes` that it lacks, but for those before all of its own."""
        if not term.axes:
            return term
        wanted = [axis for axis in axes if axis >= term.axes[0]]
        if tuple(wanted) == term.axes:
            return term
        index = [":" if axis in term.axes else None for axis in wanted]
        # The axes stay those that it has: the others are of size 1.
        return self.op(
            "expand_dims",
            [term],
            term.axes,
            *index,
            shape=tuple(axis.size if axis in term.axes else 1 for axis in wanted),
        )

    def in_order(self, term: Term, axes: Sequence[Axis]) -> Term:
        """Return an array that has its axes in another order with these in the order of their ranks."""
        order = sorted(range(len(axes)), key=lambda place: axes[place])
        if order == list(range(len(axes))):
            return replace(term, axes=tuple(axes))
        return self.op("transpose", [term], tuple(sorted(axes)), tuple(order))

    def _folded(self, name: str, inputs: Sequence[Term], attributes: Iterable[Any], axes: tuple[Axis, ...]) -> Term:
        """Compute an operation on constants."""
        with np.errstate(all="ignore"):
            try:
                values = evaluate(name, [self.known(term) for term in inputs], tuple(attributes), self._calls)
            except ArithmeticError:
                # It may be in a branch that is never taken.
                values = np.asarray(np.nan)
        return self.table(values, axes)

    def _shared(self, key: tuple[Any, ...], node: Node, axes: tuple[Axis, ...]) -> Term:
        """Return the node of a key, which is added if it is new."""
        shared = self._nodes.get(key)
        if shared is None:
            self.nodes.append(node)
            shared = self._nodes[key] = Term(len(self.nodes) - 1)
        return Term(shared.id, axes)
