"""Observations cell by cell, whose arrays are used again once nobody else has them.

Each observed number is a separate array without axes, as Gymnasium's `Box` has it. To make hundreds of these
takes longer than a step. So an environment keeps two pages of them and turns to the one that nobody refers to any more:
neither to one of its arrays, nor to the memory that they share. Where an agent keeps all observations, new arrays are
made. Dictionaries are always new, and truth values and items are NumPy's numbers, which never change.

>>> pages = Pages([[f"x{n}" for n in range(9)], ["y"]], [np.float64, None], 2)
>>> first = pages.shown([[*range(9)], 1])
>>> second = pages.shown([[*range(100, 109)], 0])
>>> [(each["x3"].item(), each["y"].item()) for each in (first, second)]
[(3.0, 1), (103.0, 0)]
>>> place = id(first["x3"])
>>> del first
>>> id(pages.shown([[*range(200, 209)], 0])["x3"]) == place
True
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from relgym.model.rddl.equations import as_list
from relgym.tuning.envs import REUSED_NUMBERS, SINGLE_CHANGES_LIMIT

Elements = dict[str, Any]
"""An element of a space of dictionaries."""


class Pages:
    """The pages of one environment.

    Args:
        names: The names of the cells of each fluent.
        types: The type of the numbers of each fluent; None for truth values and items.
        size: How many different truth values or items there are at most.
    """

    def __init__(self, names: Sequence[Sequence[str]], types: Sequence[Any], size: int) -> None:
        self._given = names, types, [np.int64(number) for number in range(size)]
        page = _Page(*self._given)
        # Two at most: an agent has the last observation while the next one is made.
        self._pages = [page]
        # Values, as lists or arrays, as an observation that shares nothing with others that somebody has.
        self.shown: Callable[[Sequence[Any]], Elements] = self._on_free_page if page.is_reused() else page.shown

    def _on_free_page(self, values: Sequence[Any]) -> Elements:
        # The one that was shown first: the other may still be in use.
        page = self._pages.pop(0)
        if not page.is_free():
            if self._pages:
                page.renew()
            else:
                self._pages.append(page)
                page = _Page(*self._given)
        self._pages.append(page)
        return page.shown(values)


class _Page:
    """One observation, and what it is made of."""

    def __init__(self, names: Sequence[Sequence[str]], types: Sequence[Any], scalars: list[Any]) -> None:
        self._names = names
        self._scalars = scalars
        self._elements: Elements = {name: None for several in names for name in several}
        self._discrete = [place for place, of in enumerate(types) if of is None]
        # The values of each of these when they were last shown.
        self._before: list[Any] = [None for _ in types]
        self._groups = [
            _Numbers([place for place, each in enumerate(types) if each is of], of, names, self._elements)
            for of in dict.fromkeys(of for of in types if of is not None)
        ]

    def is_reused(self) -> bool:
        """Tell whether the page has arrays that are used again."""
        return not all(group.few for group in self._groups)

    def is_free(self) -> bool:
        """Tell whether nobody else refers to an array of the page."""
        return all(group.is_free() for group in self._groups)

    def renew(self) -> None:
        """Give the arrays away, and take new ones."""
        for group in self._groups:
            group.renew(self._elements)

    def shown(self, values: Sequence[Any]) -> Elements:
        for group in self._groups:
            group.take(values, self._elements)
        if values and isinstance(values[0], _ARRAYS):
            self._take_arrays(values)
        else:
            self._take_lists(values)
        # To copy a dictionary is much less work than to build one.
        return self._elements.copy()

    def _take_lists(self, values: Sequence[Any]) -> None:
        before, scalars, elements = self._before, self._scalars, self._elements
        for place in self._discrete:
            several = values[place]
            if isinstance(before[place], np.ndarray) or several != before[place]:
                before[place] = several
                numbers = several if isinstance(several, list) else (several,)
                elements.update(zip(self._names[place], [scalars[number] for number in numbers], strict=True))

    def _take_arrays(self, values: Sequence[Any]) -> None:
        before, scalars, elements = self._before, self._scalars, self._elements
        for place in self._discrete:
            flat = values[place].reshape(-1)
            earlier = before[place]
            if isinstance(earlier, np.ndarray):
                changed = (flat != earlier).nonzero()[0].tolist()
                if not changed:
                    continue
            else:
                changed = [*range(len(flat))]
            before[place] = flat
            names = self._names[place]
            if len(changed) < SINGLE_CHANGES_LIMIT:
                for number in changed:
                    elements[names[number]] = scalars[flat.item(number)]
            else:
                numbers = flat.take(changed).tolist()
                elements.update(zip(map(names.__getitem__, changed), map(scalars.__getitem__, numbers), strict=True))


class _Numbers:
    """The arrays of all cells whose numbers are of one type; they are parts of one row."""

    def __init__(self, places: Sequence[int], of: Any, names: Sequence[Sequence[str]], elements: Elements) -> None:
        self._places = places
        self._names = [name for place in places for name in names[place]]
        ends = [*accumulate((len(names[place]) for place in places), initial=0)]
        self._parts = [slice(*pair) for pair in pairwise(ends)]
        self._type = of
        # Added to each number: real ones lose the sign of a zero.
        self._zero: float = 0.0 if of is np.float64 else 0
        self.few = len(self._names) < REUSED_NUMBERS
        self.renew(elements)

    def renew(self, elements: Elements) -> None:
        """Take new arrays, and put them into the elements."""
        row = self._row = np.zeros(len(self._names), self._type)
        # The iterator makes views three times as fast as an index each; it refuses an empty array.
        self._views = [*np.nditer([row], op_flags=[["readwrite"]])] if len(row) else []
        elements.update(zip(self._names, self._views, strict=True))
        # The parts of the row in the shapes of the fluents, once these are known.
        self._shaped: list[Any] | None = None
        del row
        self._unused = self._references()

    def is_free(self) -> bool:
        """Tell whether nobody else refers to an array, or to the row."""
        if self.few:
            return True
        known, views = self._unused, self._views
        if known is None or references(views[0]) != known[0]:
            return False
        return sum(map(references, views)) == known[1] and references(self._row) == known[2]

    def _references(self) -> tuple[int, int, int] | None:
        """Count the references to the first array, to all arrays, and to the row; None if nobody counts."""
        if not COUNTED or not self._views:
            return None
        return references(self._views[0]), sum(map(references, self._views)), references(self._row)

    def take(self, values: Sequence[Any], elements: Elements) -> None:
        """Put the numbers of the fluents into the arrays; raises `OverflowError` for one that is too large."""
        if self.few:
            self._take_few(values, elements)
        elif isinstance(values[self._places[0]], _ARRAYS):
            shaped = self._shaped
            if shaped is None:
                shapes = [np.shape(values[place]) for place in self._places]
                # They refer to the row as well.
                shaped = [self._row[part].reshape(shape) for part, shape in zip(self._parts, shapes, strict=True)]
                self._shaped, self._unused = shaped, None
                self._unused = self._references()
            for place, part in zip(self._places, shaped, strict=True):
                part[...] = values[place]
        else:
            self._row[...] = [number for place in self._places for number in _listed(values[place])]
        if not self.few and isinstance(self._zero, float):
            self._row += 0.0

    def _take_few(self, values: Sequence[Any], elements: Elements) -> None:
        """Put a new array for each number into the elements, which is faster than to use some arrays again."""
        numbers: list[Any] = []
        zero = self._zero
        for place in self._places:
            several = values[place]
            numbers += several.reshape(-1).tolist() if isinstance(several, _ARRAYS) else _listed(several)
        for name, number in zip(self._names, numbers, strict=True):
            elements[name] = np.array(number + zero, self._type)


def _listed(several: Any) -> list[Any]:
    return as_list(several)


_ARRAYS = (np.ndarray, np.generic)

references: Callable[[Any], int] = getattr(sys, "getrefcount", lambda _: 0)

COUNTED = hasattr(sys, "getrefcount") and bool(getattr(sys, "_is_gil_enabled", lambda: True)())
"""Tells that references are counted, and by one thread at a time, so that the count shows that nobody has an array."""
