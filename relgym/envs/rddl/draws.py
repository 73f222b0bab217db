"""Values of action cells drawn by chance: of all cells of a fluent, or of some.

>>> from relgym.reasoning.rddl.cells import cells_of
>>> from relgym.read.rddl.loading import read_instance, read_domain
>>> from relgym.translate.equations.layout import Layout
>>> domain = read_domain('''domain d { types { t : object; };
...   pvariables { push(t) : { action-fluent, bool, default = false }; }; cpfs {}; }''')
>>> layout = Layout(read_instance("instance i { domain = d; objects { t : {a, b}; }; }", domain))
>>> draws = EpisodeDraws(cells_of(layout, layout.domain.fluents), 0)
>>> draws.others(np.array([1]), np.array([False, False]), np.random.default_rng(0)).tolist()
[True]
"""

from __future__ import annotations

from typing import Any

import numpy as np

from relgym.model.rddl.equations import Number, Values
from relgym.model.rddl.expressions import BOOL, INT, NUMBERS, REAL
from relgym.reasoning.rddl.cells import LARGEST_INT, Cell, CellMap
from relgym.translate.arrays.builder import TYPES


class EpisodeDraws:
    """Draws values for the cells of one fluent."""

    def __init__(self, cells: CellMap, position: int) -> None:
        self.fluent = fluent = cells.fluents[position]
        self.count = cells.layout.cells(fluent.name)
        self.sizes = cells.layout.sizes(fluent.name)
        self.type = TYPES.get(fluent.range, np.int64)
        # Only numbers have bounds of their own.
        numbers = fluent.range in NUMBERS and fluent.range != BOOL
        self._cells = cells.of(position) if numbers else [cells.at(position, 0)] * min(1, self.count)
        # One pair of ends serves all cells where these have no bounds.
        self._ends = np.array([(cell.low, cell.high) for cell in self._cells], float).reshape(-1, 2).T
        self._low, self._high = np.broadcast_to(self._ends, (2, self.count))
        self._is_even = all(_is_even(cell) for cell in self._cells)

    def all(self, rng: np.random.Generator) -> Values:
        """The fluent's values."""
        if not self.fluent.parameters:
            return drawn(self._cells[0], rng)
        if not self._is_even:
            return [drawn(cell, rng) for cell in self._cells]
        low, high = self._ends
        values: Values = self._drawn(low, high, self.count, rng).tolist()
        return values

    def array(self, rng: np.random.Generator) -> Any:
        """The fluent's values as an array with an axis for each parameter."""
        return self.some(np.arange(self.count), rng).reshape(self.sizes)

    def some(self, places: Any, rng: np.random.Generator) -> Any:
        """Values of the cells at some places."""
        if not self._is_even:
            return np.array([drawn(self._cells[place], rng) for place in places.tolist()], self.type)
        return self._drawn(self._low[places], self._high[places], len(places), rng)

    def others(self, places: Any, idle: Any, rng: np.random.Generator) -> Any:
        """Such values that are not those of `idle`, an array of all, if cells have others."""
        current = idle[places]
        if self.fluent.range == BOOL:
            return ~current
        values = self.some(places, rng)
        single = self._low[places] == self._high[places]
        while (same := np.flatnonzero((values == current) & ~single)).size:
            values[same] = self.some(places[same], rng)
        return np.where(single, current, values)

    def _drawn(self, low: Any, high: Any, count: int, rng: np.random.Generator) -> Any:
        if self.fluent.range == BOOL:
            return rng.random(count) < 0.5
        if self.fluent.range == REAL:
            return rng.uniform(low, high)
        return rng.integers(low.astype(int), high.astype(int) + 1, count)


def drawn(cell: Cell, rng: np.random.Generator) -> Number:
    """Any value of a cell; where there is no bound, the farther from the other bound, or from 0, the less likely."""
    match cell.fluent.range:
        case "bool":
            return bool(rng.random() < 0.5)
        case "real":
            return cell.interval.sample(rng)
        case _:
            if _is_even(cell):
                return int(rng.integers(int(cell.low), int(cell.high) + 1))
            return int(min(max(round(cell.interval.sample(rng)), cell.low), cell.high))


def _is_even(cell: Cell) -> bool:
    """Tell whether all values of a cell are equally likely."""
    return cell.fluent.range not in (INT, REAL) or cell.high - cell.low < LARGEST_INT
