"""Array programs in static single assignment form: operations on arrays, in an order in which they can be computed.

An operation has a name, the numbers of its inputs among the nodes before it, the shape and the type of its result, and
attributes that are known when the program is made. Nothing is written into: each operation makes a new array. Names
are those of NumPy and of the Python array API where these have one. `None` as a size is the number of copies of an
instance that are computed together, the only size that a program leaves open.

>>> x = Input("state", 0, (3,), "float64")
>>> graph = ArrayGraph((x, ArrayConstant(2.0), Op("multiply", (0, 1), (3,), "float64")), (2, None))
>>> sorted(graph.reachable())
[0, 1, 2]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

Shape = tuple[int | None, ...]

Result = int | None | tuple["Result", ...]
"""The result of a program: the number of a node, `None` for nothing, or several of these."""


@dataclass(frozen=True, slots=True)
class Input:
    """An argument of a program: an array of `state` or `action` by its position, or all uniform numbers (`u`)."""

    name: str
    position: int | None
    shape: Shape
    dtype: str

    @property
    def inputs(self) -> tuple[int, ...]:
        """No other nodes."""
        return ()


@dataclass(frozen=True, slots=True, eq=False)
class ArrayConstant:
    """An array that never changes, or a number of Python's, whose type is weak as in `numpy.result_type`."""

    value: Any

    @property
    def inputs(self) -> tuple[int, ...]:
        """No other nodes."""
        return ()

    @property
    def shape(self) -> Shape:
        """The sizes of the axes."""
        return tuple(np.shape(self.value))

    @property
    def dtype(self) -> str:
        """The type of the elements; `int` and `float` are the weak types of Python's numbers."""
        return str(self.value.dtype) if hasattr(self.value, "dtype") else type(self.value).__name__


@dataclass(frozen=True, slots=True)
class Op:
    """An operation on the results of other nodes."""

    name: str
    inputs: tuple[int, ...]
    shape: Shape
    dtype: str
    attributes: tuple[Any, ...] = ()


Node = Input | ArrayConstant | Op


@dataclass(frozen=True, slots=True)
class ArrayGraph:
    """A program: nodes, each after its inputs, and what it returns.

    Where it is `finite`, all numbers on the way are finite, so that NumPy has nothing to warn of. Nodes that are
    `eager` are computed even if only a branch that is not taken uses them.
    """

    nodes: tuple[Node, ...]
    result: Result
    finite: bool = False
    eager: frozenset[int] = frozenset()

    def returned(self) -> Iterator[int]:
        """Yield the nodes in the result, in order; a node that is returned twice comes twice."""
        return _leaves(self.result)

    def reachable(self) -> set[int]:
        """Return the numbers of the nodes that the result depends on."""
        numbers = {*self.returned()}
        # Inputs come before what they are used by.
        for number in range(max(numbers, default=-1), -1, -1):
            if number in numbers:
                numbers.update(self.nodes[number].inputs)
        return numbers


def _leaves(result: Result) -> Iterator[int]:
    if isinstance(result, tuple):
        for part in result:
            yield from _leaves(part)
    elif result is not None:
        yield result
