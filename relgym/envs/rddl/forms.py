"""The forms in which values of RDDL become elements of spaces: cell by cell, or an array for each fluent."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from gymnasium import Space
from gymnasium.spaces import Discrete

from relgym.arguments import check_one_of
from relgym.envs.rddl.fluents import NUMBERS, FluentArray, cell_space
from relgym.envs.rddl.pages import Elements, Pages
from relgym.envs.rddl.steppers import Held, Stepper
from relgym.errors import InvalidAction
from relgym.model.rddl.domain import Declaration, Kind
from relgym.reasoning.rddl.cells import CellMap, cells_of, checked
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.translate.equations.layout import Layout
from relgym.tuning.envs import ARRAY_CELLS, DISCRETE_ARRAY_CELLS, NUMBER_ARRAY_CELLS


class SpaceForm(ABC):
    """The form of elements for the values of some fluents of one instance; `cells` are all their cells, by name."""

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


class Cells(SpaceForm):
    """One entry for each cell, `on___a__b`: `Discrete` for truth values and items, `Box` for numbers."""

    def _spaces(self) -> dict[str, Space[Any]]:
        spaces: dict[str, Space[Any]] = {}
        for position, fluent in enumerate(self.fluents):
            names = self.layout.names(fluent.name)
            if fluent.range in NUMBERS:
                spaces |= zip(names, map(cell_space, self.cells.of(position)), strict=True)
            elif names:
                # One space for all cells: of these there may be hundreds of thousands.
                spaces |= dict.fromkeys(names, cell_space(self.cells.at(position, 0)))
        self._names = list(spaces)
        self._fluents = [FluentArray(self.layout, f, position, self.cells) for position, f in enumerate(self.fluents)]
        ends = [*accumulate((each.count for each in self._fluents), initial=0)]
        self._parts = [slice(*pair) for pair in pairwise(ends)]
        sizes = [int(space.n) for space in spaces.values() if isinstance(space, Discrete)]
        types = [NUMBERS.get(fluent.range) for fluent in self.fluents]
        self._one_by_one = DISCRETE_ARRAY_CELLS if all(of is None for of in types) else NUMBER_ARRAY_CELLS
        self._shown = Pages([self._names[part] for part in self._parts], types, max(sizes, default=0)).shown
        return spaces

    def shown(self, values: Held) -> Elements:
        return self._shown(values)

    def given(self, element: Mapping[str, Any]) -> dict[str, Any]:
        return dict(checked(element, self.cells, InvalidAction))

    def taken(self, element: Mapping[str, Any], stepper: Stepper) -> Held:
        count = len(element)
        if count < self._one_by_one:
            known = self.cells.known
            try:
                given = [(cell := known[name], cell.plains[value]) for name, value in element.items()]
                return stepper.with_plain(given)
            except (KeyError, TypeError, ValueError):
                # Names of items, or something that is wrong.
                pass
        arrays = self._arrays_of(element) if count >= ARRAY_CELLS else None
        if arrays is not None:
            return stepper.with_values(arrays)
        return stepper.with_cells(checked(element, self.cells, InvalidAction))

    def _arrays_of(self, element: Mapping[str, Any]) -> list[Any] | None:
        """The arrays of all fluents under an action that gives some cells; none where something else is given."""
        try:
            places = self._places([*element])
            numbers = np.array([*element.values()]).reshape(-1)
        except (KeyError, ValueError):
            # There is no such cell, or its value is not a number.
            return None
        if len(numbers) != len(element):
            return None
        arrays: list[Any] = []
        for each, (chosen, cells) in zip(self._fluents, places, strict=True):
            array = each.changed(cells, numbers[chosen])
            if array is None:
                return None
            arrays.append(array)
        return arrays

    def _places(self, names: list[str]) -> list[tuple[Any, Any]]:
        """For each fluent which of some cells are its own, and their places in its list; raises `KeyError`."""
        if names == self._names:
            return [(part, slice(None)) for part in self._parts]
        numbers = np.fromiter(map(self.cells.numbers.__getitem__, names), np.intp, len(names))
        chosen = [(numbers >= part.start) & (numbers < part.stop) for part in self._parts]
        return [(which, numbers[which] - part.start) for which, part in zip(chosen, self._parts, strict=True)]

    def action(self, changed: Mapping[str, Any], values: Held) -> Elements:
        return dict(changed)


class Arrays(SpaceForm):
    """One array for each fluent, an axis for each parameter: `MultiBinary`, `MultiDiscrete` or `Box`.

    A fluent without parameters has the space of its one cell, and one without cells, since a type has no objects, none.
    """

    def _spaces(self) -> dict[str, Space[Any]]:
        self._fluents = {
            fluent.name: FluentArray(self.layout, fluent, position, self.cells)
            for position, fluent in enumerate(self.fluents)
            if 0 not in self.layout.sizes(fluent.name)
        }
        self._shown = [(each.position, name, each.shown_type, each.shown) for name, each in self._fluents.items()]
        return {name: each.space() for name, each in self._fluents.items()}

    def shown(self, values: Held) -> Elements:
        elements = {}
        for place, name, of, shown in self._shown:
            several = values[place]
            copied = of is not None and of.kind != "f" and type(several) is _ARRAY
            elements[name] = several.astype(of) if copied else shown(several)
        return elements

    def given(self, element: Mapping[str, Any]) -> dict[str, Any]:
        cells: dict[str, Any] = {}
        for name, value in element.items():
            numbers = self._shaped(name, value).reshape(-1).tolist()
            cells |= zip(self.layout.names(name), numbers, strict=True)
        return dict(checked(cells, self.cells, InvalidAction))

    def taken(self, element: Mapping[str, Any], stepper: Stepper) -> Held:
        values = [*stepper.idle]
        for name, value in element.items():
            each = self._fluents.get(name)
            if each is None or (array := each.read(value)) is None:
                # Items may be given by their names; where something is wrong this says what.
                return stepper.with_cells(self.given(element))
            values[each.position] = array
        return stepper.with_values(values)

    def _shaped(self, name: str, value: Any) -> Any:
        if name not in self._fluents:
            raise InvalidAction(f"there is no fluent '{name}'", expected=", ".join(self._fluents))
        shape = self._fluents[name].shape
        try:
            array = np.asarray(value)
        except ValueError:
            raise InvalidAction(f"'{name}' is given as no array", expected=f"an array of the shape {shape}") from None
        if array.shape != shape:
            raise InvalidAction(f"'{name}' is given as an array of the shape {array.shape}", expected=str(shape))
        return array

    def action(self, changed: Mapping[str, Any], values: Held) -> Elements:
        return self.shown(values)


FORMS: Mapping[str, type[SpaceForm]] = {"cells": Cells, "arrays": Arrays}
"""The forms by the names that users choose them by."""


def no_action(given: object) -> InvalidAction:
    """Return the error for an action that is not a dictionary of cells."""
    return InvalidAction(f"{given!r} is not an action", expected="a dictionary of what differs from the defaults")


def form_named(name: str) -> type[SpaceForm]:
    """The form of a name; raises `RelgymError` if there is none."""
    check_one_of("form", name, FORMS)
    return FORMS[name]


def forms_of(reasoner: RDDLReasoner, name: str, enforce: bool) -> tuple[SpaceForm, SpaceForm]:
    """Return the forms of observations and actions.

    Args:
        reasoner: The reasoner of the instance.
        name: The name of the form.
        enforce: True if preconditions are enforced: bounds of numbers that preconditions set hold only then.

    Raises:
        RelgymError: There is no form of this name.
    """
    form, layout = form_named(name), reasoner.dynamics.layout
    seen = layout.of_kind(Kind.OBSERVED) or layout.of_kind(Kind.STATE)
    acted = layout.of_kind(Kind.ACTION)
    return form(layout, seen, cells_of(layout, seen)), form(
        layout, acted, reasoner.actions if enforce else cells_of(layout, acted)
    )


_ARRAY = np.ndarray
