"""The values of one fluent as an array: as an element of a space, and read from what somebody gives.

>>> from relgym.reasoning.rddl.cells import cells_of
>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { push(t) : { action-fluent, bool, default = false }; }; cpfs {}; }''')
>>> layout = Layout(read_instance("instance i { domain = d; objects { t : {a, b}; }; }", domain))
>>> fluent = FluentArray(layout, domain.fluents[0], 0, cells_of(layout, domain.fluents))
>>> fluent.space(), fluent.read([1, 0]).tolist(), fluent.read([1, 2])
(MultiBinary((2,)), [True, False], None)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from gymnasium import Space
from gymnasium.spaces import Box, Discrete, MultiBinary, MultiDiscrete

from relgym.model.rddl.domain import Declaration
from relgym.model.rddl.expressions import BOOL, INT, REAL
from relgym.reasoning.rddl.cells import Cell, CellMap
from relgym.translate.arrays.builder import TYPES
from relgym.translate.equations.layout import Layout
from relgym.tuning.envs import COPIED_TRUTHS_BYTES_LIMIT

NUMBERS: Mapping[str, Any] = {INT: np.int64, REAL: np.float64}
"""The types of numbers in spaces."""

_BYTES, _TRUTHS = np.dtype(np.int8), np.dtype(np.bool_)


class FluentArray:
    """Reads and shows arrays; `position` is the fluent's place among those of its kind."""

    def __init__(self, layout: Layout, fluent: Declaration, position: int, cells: CellMap) -> None:
        self.fluent = fluent
        self.position = position
        self.shape = layout.sizes(fluent.name)
        self.count = prod(self.shape)
        self.type: Any = TYPES.get(fluent.range, np.int64)
        self._truth = fluent.range == BOOL
        self._few_truths = self._truth and self.count <= COPIED_TRUTHS_BYTES_LIMIT
        # None where there are no parameters: a single value is not an array.
        self.shown_type: Any = None if not self.shape else _BYTES if self._truth else np.dtype(self.type)
        self._items = layout.items.get(fluent.range, (False, True))
        self._layout = layout
        self._cells = cells

    def space(self) -> Space[Any]:
        """The space of the whole array, or of the one cell where there are no parameters."""
        fluent, shape = self.fluent, self.shape
        if not fluent.parameters:
            return cell_space(self._cells.at(self.position, 0))
        if self._truth:
            return MultiBinary(shape)
        if fluent.range in NUMBERS:
            low, high = (ends.reshape(shape) for ends in self._ends)
            return Box(low, high, shape, NUMBERS[fluent.range])
        return MultiDiscrete(np.full(shape, len(self._items)))

    def shown(self, values: Any) -> Any:
        """Values as an element of the space; a real zero has no sign."""
        if self.shape:
            array: Any = np.array(values, self.shown_type).reshape(self.shape)
            return array + 0.0 if self.fluent.range == REAL else array
        if self.fluent.range == REAL:
            return np.array(values + 0.0, self.type)
        return np.int64(values) if self.fluent.range not in NUMBERS else np.array(values, self.type)

    def read(self, given: Any) -> Any | None:
        """The values that an array of the fluent's shape gives, as a new array; `None` for another one."""
        if self._few_truths and type(given) is np.ndarray and given.dtype is _BYTES and given.shape == self.shape:
            # As spaces have them.
            truths = given.astype(_TRUTHS)
            return truths if truths.tobytes() == given.tobytes() else None
        try:
            array = np.asarray(given)
        except ValueError:
            return None
        if array.shape != self.shape:
            return None
        kind = array.dtype.kind
        if self._truth and kind in "bi":
            truths = array.astype(_TRUTHS)
            # Each bit that one of the numbers has: the fastest way to look at all of them.
            return truths if kind == "b" or int(np.bitwise_or.reduce(array, axis=None)) in (0, 1) else None
        numbers = self._values(array.reshape(-1), slice(None))
        return None if numbers is None else numbers.reshape(self.shape)

    def changed(self, places: Any, numbers: Any) -> Any | None:
        """The defaults with other values at some places of their list; `None` if one is not a value of it."""
        values = self._values(np.asarray(numbers), places)
        if values is None:
            return None
        copied = self._defaults.copy()
        copied[places] = values
        return copied.reshape(self.shape)

    def _values(self, array: Any, places: Any) -> Any | None:
        """Numbers in a row as the values at some places."""
        kind = array.dtype.kind
        if kind not in "bif":
            return None
        low, high = self._ends
        if not ((array >= low[places]) & (array <= high[places])).all():
            return None
        values = array.astype(self.type)
        return values if self.fluent.range == REAL or kind != "f" or bool((array == values).all()) else None

    @cached_property
    def _defaults(self) -> Any:
        return np.array(self._layout.start(self.fluent.name), self.type).reshape(-1)

    @cached_property
    def _ends(self) -> tuple[Any, Any]:
        """The least and the largest value of each cell."""
        if self.fluent.range not in NUMBERS:
            return np.zeros(self.count, np.int64), np.full(self.count, len(self._items) - 1)
        ends = [cell.range() for cell in self._cells.of(self.position)]
        low, high = np.array(ends).reshape(-1, 2).T
        return low, high


def cell_space(cell: Cell) -> Space[Any]:
    """The space of one value: `Discrete` for truth values and items, `Box` for numbers."""
    low, high = cell.range()
    of = cell.fluent.range
    if of not in NUMBERS:
        return Discrete(int(high) + 1)
    ends: tuple[Any, Any] = (int(low), int(high)) if of == INT else (low, high)
    return Box(*ends, (), NUMBERS[of])
