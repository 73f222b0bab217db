"""The forms in which values of RDDL become elements of spaces: cell by cell, or an array for each fluent."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import Space
from gymnasium.spaces import Box, Discrete, MultiBinary, MultiDiscrete

from relgym.cells import Cell, checked
from relgym.errors import InvalidAction
from relgym.model.equations import Values
from relgym.model.rddl import Declaration
from relgym.model.rddl_expressions import BOOL, INT, REAL
from relgym.translate.rddl_layout import Layout

Elements = dict[str, Any]
"""An element of a space of dictionaries."""


class Form(ABC):
    """How the values of some fluents of one instance are shown; `cells` are all of theirs, by name."""

    def __init__(self, layout: Layout, fluents: Sequence[Declaration], cells: Mapping[str, Cell]) -> None:
        self.layout = layout
        self.fluents = fluents
        self.cells = cells
        self.spaces = self._spaces()

    @abstractmethod
    def _spaces(self) -> dict[str, Space[Any]]:
        """The space of each entry."""

    @abstractmethod
    def shown(self, values: Sequence[Values]) -> Elements:
        """The values as an element of the space."""

    @abstractmethod
    def given(self, element: Mapping[str, Any]) -> dict[str, Any]:
        """The cells that an element, or a part of one, gives; raises `InvalidAction` for what is none."""

    @abstractmethod
    def action(self, changed: Mapping[str, Any], values: Sequence[Values]) -> Elements:
        """The action that differs from the defaults in some cells, which makes all values these."""


class Cells(Form):
    """One entry for each cell, `on___a__b`: `Discrete` for truth values and items, `Box` for numbers."""

    def _spaces(self) -> dict[str, Space[Any]]:
        # One space for all cells with as many values: of these there may be hundreds of thousands.
        shared = {cell.high: _space(cell) for cell in self._examples() if _type(cell.fluent) is None}
        spaces = {
            name: _space(cell) if _type(cell.fluent) is not None else shared[cell.high]
            for name, cell in self.cells.items()
        }
        self._names = list(spaces)
        # NumPy's scalars never change, so that one for each number will do.
        sizes = [int(space.n) for space in spaces.values() if isinstance(space, Discrete)]
        self._scalars: Any = [np.int64(number) for number in range(max(sizes, default=0))]
        self._types = [_type(fluent) for fluent in self.fluents]
        return spaces

    def _examples(self) -> Iterable[Cell]:
        """A cell of each fluent, if it has any."""
        return {cell.position: cell for cell in self.cells.values()}.values()

    def shown(self, values: Sequence[Values]) -> Elements:
        scalars = self._scalars
        shown: list[Any] = []
        for of, several in zip(self._types, values, strict=True):
            numbers = several if isinstance(several, list) else (several,)
            shown += [scalars[number] for number in numbers] if of is None else _arrays(numbers, of)
        return dict(zip(self._names, shown, strict=True))

    def given(self, element: Mapping[str, Any]) -> dict[str, Any]:
        return dict(checked(element, self.cells, InvalidAction))

    def action(self, changed: Mapping[str, Any], values: Sequence[Values]) -> Elements:
        return dict(changed)


class Arrays(Form):
    """One array for each fluent, an axis for each parameter: `MultiBinary`, `MultiDiscrete` or `Box`.

    A fluent without parameters has the space of its one cell.
    """

    def _spaces(self) -> dict[str, Space[Any]]:
        self._names = {fluent.name: self.layout.names(fluent.name) for fluent in self.fluents}
        self._shapes = {fluent.name: self.layout.sizes(fluent.name) for fluent in self.fluents}
        found: dict[str, Space[Any]] = {}
        for fluent in self.fluents:
            shape, cells = self._shapes[fluent.name], [self.cells[name] for name in self._names[fluent.name]]
            if not fluent.parameters:
                found[fluent.name] = _space(cells[0])
            elif fluent.range == BOOL:
                found[fluent.name] = MultiBinary(shape)
            elif fluent.range in (INT, REAL):
                low, high = (np.array(ends).reshape(shape) for ends in zip(*(c.range() for c in cells), strict=True))
                found[fluent.name] = Box(low, high, shape, _TYPES[fluent.range])
            else:
                found[fluent.name] = MultiDiscrete(np.full(shape, self.layout.size(fluent.range)))
        return found

    def shown(self, values: Sequence[Values]) -> Elements:
        found: Elements = {}
        for fluent, several in zip(self.fluents, values, strict=True):
            if fluent.parameters:
                kind = np.int8 if fluent.range == BOOL else _TYPES.get(fluent.range, np.int64)
                found[fluent.name] = np.array(several, kind).reshape(self._shapes[fluent.name])
            else:
                found[fluent.name] = _scalar(self.cells[fluent.name])(several)
        return found

    def given(self, element: Mapping[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in element.items():
            if name not in self._shapes:
                raise InvalidAction(f"there is no fluent '{name}'", expected=", ".join(self._shapes))
            array = np.asarray(value)
            if array.shape != self._shapes[name]:
                raise InvalidAction(
                    f"'{name}' is given as an array of the shape {array.shape}", expected=str(self._shapes[name])
                )
            found |= zip(self._names[name], array.reshape(-1).tolist(), strict=True)
        return dict(checked(found, self.cells, InvalidAction))

    def action(self, changed: Mapping[str, Any], values: Sequence[Values]) -> Elements:
        return self.shown(values)


FORMS: Mapping[str, type[Form]] = {"cells": Cells, "arrays": Arrays}
"""The forms by the names that users choose them by."""

_TYPES: Mapping[str, Any] = {INT: np.int64, REAL: np.float64}

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


def _arrays(numbers: Sequence[Any], of: Any) -> Iterable[Any]:
    """A zero-dimensional array for each number."""
    if len(numbers) < _SEVERAL:
        return [np.array(number, of) for number in numbers]
    # Views of one array: the iterator makes them three times as fast as an array each.
    return np.nditer([np.array(numbers, of)], op_flags=[["readwrite"]])


def _scalar(cell: Cell) -> Callable[[Any], Any]:
    of = _type(cell.fluent)
    return np.int64 if of is None else lambda value: np.array(value, of)
