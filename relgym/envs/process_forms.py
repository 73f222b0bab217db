"""The forms in which values of RDDL become elements of spaces: cell by cell, or an array for each fluent."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, repeat
from math import prod
from typing import Any

import numpy as np
from gymnasium import Space
from gymnasium.spaces import Box, Discrete, MultiBinary, MultiDiscrete

from relgym.cells import Cell, CellMap, checked
from relgym.envs.process_stepping import Held, Stepper
from relgym.errors import InvalidAction
from relgym.model.rddl import Declaration
from relgym.model.rddl_expressions import BOOL, INT, REAL
from relgym.translate.array_equations import TYPES
from relgym.translate.rddl_layout import Layout

Elements = dict[str, Any]
"""An element of a space of dictionaries."""


class Form(ABC):
    """How the values of some fluents of one instance are shown; `cells` are all of theirs, by name."""

    def __init__(self, layout: Layout, fluents: Sequence[Declaration], cells: CellMap) -> None:
        self.layout = layout
        self.fluents = fluents
        self.cells = cells
        self.spaces = self._spaces()

    @abstractmethod
    def _spaces(self) -> dict[str, Space[Any]]:
        """The space of each entry."""

    @abstractmethod
    def shown(self, values: Held) -> Elements:
        """The values as an element of the space, which shares nothing with them."""

    @abstractmethod
    def given(self, element: Mapping[str, Any]) -> dict[str, Any]:
        """The cells that an element, or a part of one, gives; raises `InvalidAction` for what is none."""

    @abstractmethod
    def taken(self, element: Mapping[str, Any], stepper: Stepper) -> Held:
        """The values of all cells under an action that gives some; raises `InvalidAction` for what is none."""

    @abstractmethod
    def action(self, changed: Mapping[str, Any], values: Held) -> Elements:
        """The action that differs from the defaults in some cells, which makes all values these."""


class Cells(Form):
    """One entry for each cell, `on___a__b`: `Discrete` for truth values and items, `Box` for numbers."""

    def _spaces(self) -> dict[str, Space[Any]]:
        spaces: dict[str, Space[Any]] = {}
        for position, fluent in enumerate(self.fluents):
            names = self.layout.names(fluent.name)
            if _type(fluent) is not None:
                spaces |= zip(names, map(_space, self.cells.of(position)), strict=True)
            elif names:
                # One space for all cells: of these there may be hundreds of thousands.
                spaces |= dict.fromkeys(names, _space(self.cells.at(position, 0)))
        self._names = list(spaces)
        # NumPy's scalars never change, so that one for each number will do.
        sizes = [int(space.n) for space in spaces.values() if isinstance(space, Discrete)]
        self._scalars: Any = [np.int64(number) for number in range(max(sizes, default=0))]
        self._choices = np.array([*self._scalars, None], object)
        self._array_of_names = np.array(self._names, object)
        self._types = [_type(fluent) for fluent in self.fluents]
        self._zeros = dict.fromkeys(self._names, np.int64(0))
        self._begins = [*accumulate((self.layout.cells(f.name) for f in self.fluents[:-1]), initial=0)]
        self._fluents = [FluentArray(self.layout, f, position, self.cells) for position, f in enumerate(self.fluents)]
        return spaces

    def shown(self, values: Held) -> Elements:
        if values and isinstance(values[0], _ARRAYS):
            return self._arrays_shown(values)
        scalars = self._scalars
        shown: list[Any] = []
        for of, several in zip(self._types, values, strict=True):
            numbers = several if isinstance(several, list) else (several,)
            shown += [scalars[number] for number in numbers] if of is None else _arrays(numbers, of)
        return dict(zip(self._names, shown, strict=True))

    def _arrays_shown(self, values: Held) -> Elements:
        # To copy a dictionary is much less work than to build one, and of many values most are 0.
        found: Elements = self._zeros.copy()
        for of, begin, several in zip(self._types, self._begins, values, strict=True):
            flat = several.reshape(-1)
            if flat.dtype == np.bool_:
                found.update(zip(self._array_of_names[begin : begin + flat.size][flat].tolist(), repeat(_ONE)))
            elif of is None:
                places = np.flatnonzero(flat)
                names = map(self._names.__getitem__, (begin + places).tolist())
                found.update(zip(names, self._choices[flat[places].astype(np.intp)].tolist(), strict=True))
            else:
                found.update(zip(self._names[begin : begin + flat.size], _arrays(flat, of), strict=True))
        return found

    def given(self, element: Mapping[str, Any]) -> dict[str, Any]:
        return dict(checked(element, self.cells, InvalidAction))

    def taken(self, element: Mapping[str, Any], stepper: Stepper) -> Held:
        arrays = self._whole(element) if _SEVERAL <= len(element) == len(self._names) else None
        if arrays is not None:
            return stepper.with_arrays(arrays)
        return stepper.with_cells(checked(element, self.cells, InvalidAction))

    def _whole(self, element: Mapping[str, Any]) -> dict[int, Any] | None:
        """The arrays of an element that has all cells in their order; none where something else is given."""
        if [*element] != self._names:
            return None
        numbers = [*element.values()]
        arrays = {}
        for each, begin in zip(self._fluents, self._begins, strict=True):
            try:
                array = np.array(numbers[begin : begin + prod(each.shape)]).reshape(each.shape)
            except ValueError:
                # They are no numbers, or not of one shape.
                return None
            if not each.holds(array):
                return None
            arrays[each.position] = array.astype(each.type)
        return arrays

    def action(self, changed: Mapping[str, Any], values: Held) -> Elements:
        return dict(changed)


class Arrays(Form):
    """One array for each fluent, an axis for each parameter: `MultiBinary`, `MultiDiscrete` or `Box`.

    A fluent without parameters has the space of its one cell.
    """

    def _spaces(self) -> dict[str, Space[Any]]:
        self._fluents = {
            fluent.name: FluentArray(self.layout, fluent, position, self.cells)
            for position, fluent in enumerate(self.fluents)
        }
        return {name: each.space() for name, each in self._fluents.items()}

    def shown(self, values: Held) -> Elements:
        every = zip(self._fluents.items(), values, strict=True)
        return {name: each.shown(several) for (name, each), several in every}

    def given(self, element: Mapping[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in element.items():
            found |= zip(self.layout.names(name), self._shaped(name, value).reshape(-1).tolist(), strict=True)
        return dict(checked(found, self.cells, InvalidAction))

    def taken(self, element: Mapping[str, Any], stepper: Stepper) -> Held:
        arrays = {}
        for name, value in element.items():
            array, each = self._shaped(name, value), self._fluents[name]
            if not each.holds(array):
                # Items may be given by their names; where something is wrong this says what.
                return stepper.with_cells(self.given(element))
            # A copy: whoever gave it may change it later.
            arrays[each.position] = array.astype(each.type)
        return stepper.with_arrays(arrays)

    def _shaped(self, name: str, value: Any) -> Any:
        if name not in self._fluents:
            raise InvalidAction(f"there is no fluent '{name}'", expected=", ".join(self._fluents))
        array, shape = np.asarray(value), self._fluents[name].shape
        if array.shape != shape:
            raise InvalidAction(f"'{name}' is given as an array of the shape {array.shape}", expected=str(shape))
        return array

    def action(self, changed: Mapping[str, Any], values: Held) -> Elements:
        return self.shown(values)


class FluentArray:
    """The values of one fluent as an array; `position` is the fluent's place among those of its kind."""

    def __init__(self, layout: Layout, fluent: Declaration, position: int, cells: CellMap) -> None:
        self.fluent = fluent
        self.position = position
        self.shape = layout.sizes(fluent.name)
        self.type: Any = TYPES.get(fluent.range, np.int64)
        self._shown_type: Any = np.int8 if fluent.range == BOOL else self.type
        self._items = layout.items.get(fluent.range, (False, True))
        self._cells = cells

    def space(self) -> Space[Any]:
        fluent, shape = self.fluent, self.shape
        if not fluent.parameters:
            return _space(self._cells.at(self.position, 0))
        if fluent.range == BOOL:
            return MultiBinary(shape)
        if fluent.range in _TYPES:
            low, high = self._ends
            return Box(low, high, shape, _TYPES[fluent.range])
        return MultiDiscrete(np.full(shape, len(self._items)))

    def shown(self, values: Any) -> Any:
        """Values as an element of the space."""
        if isinstance(values, np.ndarray) and values.ndim:
            return values.astype(self._shown_type)
        if self.fluent.parameters:
            return np.array(values, self._shown_type).reshape(self.shape)
        return np.int64(values) if self.fluent.range not in _TYPES else np.array(values, self._shown_type)

    def holds(self, array: Any) -> bool:
        """Whether all numbers are values of their cells."""
        kind = array.dtype.kind
        if kind not in "bif":
            return False
        if self.fluent.range == BOOL and kind != "f":
            # Each bit that one of the numbers has: the fastest way to look at all of them.
            return kind == "b" or int(np.bitwise_or.reduce(array, axis=None)) in (0, 1)
        low, high = self._ends
        inside = bool(((array >= low) & (array <= high)).all())
        return inside and (
            self.fluent.range == REAL or array.dtype.kind != "f" or bool((array == np.rint(array)).all())
        )

    @cached_property
    def _ends(self) -> tuple[Any, Any]:
        """The least and the largest value of each cell; of all, where these are the same."""
        if self.fluent.range not in _TYPES:
            return 0, len(self._items) - 1
        ends = [cell.range() for cell in self._cells.of(self.position)]
        low, high = np.array(ends).reshape(-1, 2).T
        return low.reshape(self.shape), high.reshape(self.shape)


FORMS: Mapping[str, type[Form]] = {"cells": Cells, "arrays": Arrays}
"""The forms by the names that users choose them by."""

_TYPES: Mapping[str, Any] = {INT: np.int64, REAL: np.float64}

_ARRAYS = (np.ndarray, np.generic)

_ONE = np.int64(1)

_SEVERAL = 8
"""How many numbers are too few to make one array for all of them."""


def _space(cell: Cell) -> Space[Any]:
    low, high = cell.range()
    if cell.fluent.range in _TYPES:
        return Box(*_ends(low, high, cell.fluent.range), (), _TYPES[cell.fluent.range])
    return Discrete(int(high) + 1)


def _ends(low: float, high: float, of: str) -> tuple[Any, Any]:
    return (int(low), int(high)) if of == INT else (low, high)


def _type(fluent: Declaration) -> Any:
    """The type of the zero-dimensional arrays that its values are; none where they are scalars."""
    return _TYPES.get(fluent.range)


def _arrays(numbers: Any, of: Any) -> Iterable[Any]:
    """A zero-dimensional array for each number."""
    if len(numbers) < _SEVERAL:
        return [np.array(number, of) for number in numbers]
    # Views of one array: the iterator makes them three times as fast as an array each.
    return np.nditer([np.array(numbers, of)], op_flags=[["readwrite"]])
