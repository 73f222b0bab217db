"""The forms of `forms` for many copies at once: the values of fluents, as arrays, in dictionaries of arrays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Dict
from gymnasium.vector.utils import batch_space

from relgym.envs.rddl.forms import Arrays, Cells, SpaceForm
from relgym.errors import InvalidAction
from relgym.model.rddl.domain import Declaration
from relgym.model.rddl.expressions import REAL
from relgym.reasoning.rddl.cells import LARGEST_INT
from relgym.translate.arrays.builder import TYPES


class Fluents:
    """One fluent's cells: the first and the last value of each, in the order of its list."""

    def __init__(self, form: SpaceForm, fluent: Declaration) -> None:
        self.fluent = fluent
        self.names = form.layout.names(fluent.name)
        self.sizes = form.layout.sizes(fluent.name)
        cells = [form.cells[name] for name in self.names]
        self.type = TYPES.get(fluent.range, np.int64)
        self.cells = cells
        ends = [cell.range() for cell in cells]
        self.low = np.array([low for low, _ in ends], float)
        self.high = np.array([high for _, high in ends], float)

    def taken(self, numbers: Any, places: Any = slice(None)) -> tuple[Any, Any]:
        """Numbers (a row for each copy) of some cells as its values, and in which rows all are such.

        The values may share memory with the numbers.
        """
        if self._all_within(numbers, places):
            return numbers.astype(self.type, copy=False), np.ones(len(numbers), bool)
        inside = (numbers >= self.low[places]) & (numbers <= self.high[places])
        if self.fluent.range != REAL and numbers.dtype.kind not in "bi":
            inside &= numbers == np.floor(numbers)
        if inside.all():
            # A test of each row takes much longer where rows are short.
            return numbers.astype(self.type, copy=False), np.ones(len(numbers), bool)
        return np.where(inside, numbers, 0).astype(self.type), inside.all(axis=1)

    def _all_within(self, numbers: Any, places: Any) -> bool:
        """Tell whether numbers are certainly values of the fluent, by the least and the largest of them."""
        kind = numbers.dtype.kind
        if not numbers.size or kind not in "bif" or (kind == "f" and self.fluent.range != REAL):
            return False
        if kind == "b":
            least, most = False, True
        elif numbers.dtype == np.int8 and self.type is np.bool_:
            # The union of all bits: the fastest test of all numbers.
            least = most = np.bitwise_or.reduce(numbers, axis=None)
        else:
            least, most = np.minimum.reduce(numbers, axis=None), np.maximum.reduce(numbers, axis=None)
        return bool(least >= self.low[places].max() and most <= self.high[places].min())

    def random(self, rng: np.random.Generator, idle: Any, count: int) -> Any:
        """Draw values of all cells for some copies; truth values are the opposite of their defaults."""
        shape = (count, len(self.cells))
        match self.fluent.range:
            case "bool":
                return np.broadcast_to(np.logical_not(idle), shape)
            case "real":
                return self._reals(rng, shape)
            case "int":
                ends = [cell.interval.whole(LARGEST_INT) for cell in self.cells]
                low, high = np.array([low for low, _ in ends]), np.array([high for _, high in ends])
                narrow = high - low < LARGEST_INT
                even = rng.integers(np.where(narrow, low, 0), np.where(narrow, high, 0) + 1, shape)
                return np.where(narrow, even, np.clip(np.round(self._reals(rng, shape)), low, high).astype(np.int64))
            case _:
                # A fluent of a type without objects has no cells.
                return rng.integers(len(self.cells[0].items) if self.cells else 1, size=shape)

    def _reals(self, rng: np.random.Generator, shape: tuple[int, int]) -> Any:
        """Numbers within the bounds, as `Interval.sample` draws them."""
        ends = [cell.interval.real(np.inf) for cell in self.cells]
        low, high = np.array([low for low, _ in ends]), np.array([high for _, high in ends])
        bounded, from_low, to_high = np.isfinite(low) & np.isfinite(high), np.isfinite(low), np.isfinite(high)
        even = rng.uniform(np.where(bounded, low, 0), np.where(bounded, high, 0), shape)
        if bounded.all():
            return even
        falling = rng.exponential(size=shape)
        one_end = np.where(from_low, low + falling, high - falling)
        return np.where(bounded, even, np.where(from_low | to_high, one_end, rng.normal(size=shape)))


class BatchForm(ABC):
    """A form for a number of copies; the arrays have a row for each, and then the axes of the fluent."""

    def __init__(self, form: SpaceForm, count: int) -> None:
        self.count = count
        self.space: Any = batch_space(Dict(OrderedDict(form.spaces)), count)
        self.fluents = [Fluents(form, fluent) for fluent in form.fluents]

    @abstractmethod
    def shown(self, values: Sequence[Any]) -> dict[str, Any]:
        """The values of the fluents as an element of the space, which shares nothing with them."""

    @abstractmethod
    def given(self, element: Mapping[str, Any], idle: Sequence[Any]) -> tuple[list[Any], Any]:
        """The values that an element, or a part of one, gives, and for which copies all are within the space.

        The values may share memory with the element. Raises `InvalidAction` for what is no part of an element for as
        many copies.
        """

    def _array(self, name: str, value: Any, shape: tuple[int, ...]) -> Any:
        try:
            array = np.asarray(value)
            array = array if array.dtype.kind in "bif" else array.astype(float)
        except (TypeError, ValueError, OverflowError):
            raise InvalidAction(
                f"'{name}' is given as no array of numbers", expected=f"numbers of the shape {(self.count, *shape)}"
            ) from None
        if array.shape != (self.count, *shape):
            raise InvalidAction(
                f"'{name}' is given as an array of the shape {array.shape}", expected=str((self.count, *shape))
            )
        return array


class CellsBatch(BatchForm):
    """`on___a__b`: an array with a number for each copy."""

    def __init__(self, form: SpaceForm, count: int) -> None:
        super().__init__(form, count)
        self._places: dict[str, tuple[int, int]] = {}
        for n, each in enumerate(self.fluents):
            self._places.update({name: (n, place) for place, name in enumerate(each.names)})
        self._types = [self.space[each.names[0]].dtype if each.names else None for each in self.fluents]

    def shown(self, values: Sequence[Any]) -> dict[str, Any]:
        columns: dict[str, Any] = {}
        for each, of, array in zip(self.fluents, self._types, values, strict=True):
            rows = np.array(np.reshape(array, (self.count, len(each.names))).T, of, order="C")
            if each.fluent.range == REAL:
                # A zero has no sign.
                rows += 0.0
            columns.update(zip(each.names, rows, strict=True))
        return columns

    def given(self, element: Mapping[str, Any], idle: Sequence[Any]) -> tuple[list[Any], Any]:
        columns: list[tuple[list[int], list[Any]]] = [([], []) for _ in self.fluents]
        for name, value in element.items():
            if name not in self._places:
                raise InvalidAction(f"there is no action '{name}'", expected=", ".join([*self._places][:20]))
            n, place = self._places[name]
            columns[n][0].append(place)
            columns[n][1].append(value)
        right = np.ones(self.count, bool)
        rows_of = []
        for each, (places, arrays), start in zip(self.fluents, columns, idle, strict=True):
            shape = (self.count, *each.sizes)
            if not places:
                rows_of.append(np.broadcast_to(start, shape))
                continue
            values, inside = each.taken(self._columns(each, places, arrays), places)
            right &= inside
            if places == [*range(len(each.names))]:
                rows_of.append(values.reshape(shape))
            else:
                whole: Any = np.empty((self.count, len(each.names)), each.type)
                whole[:] = np.reshape(start, -1)
                whole[:, places] = values
                rows_of.append(whole.reshape(shape))
        return rows_of, right

    def _columns(self, each: Fluents, places: Sequence[int], arrays: Sequence[Any]) -> Any:
        """Arrays with a number for each copy as the columns of one."""
        try:
            whole = np.array(arrays)
            if whole.shape == (len(arrays), self.count) and whole.dtype.kind in "bif":
                return whole.T
        except ValueError:
            # They are not of one shape.
            pass
        return np.array(
            [self._array(each.names[place], array, ()) for place, array in zip(places, arrays, strict=True)]
        ).T


class ArraysBatch(BatchForm):
    """An array for each fluent that has cells, with an axis for the copies before those of its parameters."""

    def __init__(self, form: SpaceForm, count: int) -> None:
        super().__init__(form, count)
        spaces = self.space.spaces
        names = [each.fluent.name for each in self.fluents]
        self._shown = [(place, name, spaces[name].dtype) for place, name in enumerate(names) if name in spaces]

    def shown(self, values: Sequence[Any]) -> dict[str, Any]:
        return {
            name: np.add(values[place], 0.0) if of.kind == "f" else np.array(values[place], of)
            for place, name, of in self._shown
        }

    def given(self, element: Mapping[str, Any], idle: Sequence[Any]) -> tuple[list[Any], Any]:
        for name in element:
            if name not in self.space.spaces:
                raise InvalidAction(f"there is no fluent '{name}'", expected=", ".join(sorted(self.space)))
        right = np.ones(self.count, bool)
        columns = []
        for each, start in zip(self.fluents, idle, strict=True):
            name, shape = each.fluent.name, (self.count, *each.sizes)
            if name not in element:
                columns.append(np.broadcast_to(start, shape))
                continue
            numbers = self._array(name, element[name], each.sizes).reshape(self.count, -1)
            values, inside = each.taken(numbers)
            right &= inside
            columns.append(values.reshape(shape))
        return columns, right


BATCHES: Mapping[type[SpaceForm], type[BatchForm]] = {Cells: CellsBatch, Arrays: ArraysBatch}
"""The forms for many copies by those for one."""
