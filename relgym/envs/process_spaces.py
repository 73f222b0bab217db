"""Gymnasium spaces for RDDL: one entry a fluent and its objects, `on___a__b`, with the range's bounds.

Sampling an action gives one that the environment accepts: as many entries differ from their defaults as may,
within the bounds that the preconditions set, and the preconditions hold.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces

from relgym.errors import RelgymError
from relgym.model.equations import Number, Values
from relgym.model.rddl import Declaration
from relgym.model.rddl_expressions import BOOL, INT, REAL
from relgym.rddl.bounds import Bounds, Interval
from relgym.simulator import Action, Simulator

LARGEST = float(np.finfo(np.float32).max)
"""What bounds real values that nothing else does: infinite bounds cannot be sampled between."""

LARGEST_INT = 2**31 - 1
"""The same for whole numbers."""

TRIES = 50
"""How many actions are drawn at most until one can be mended."""

PATIENCE = 3
"""After how many the default is taken instead, if it is accepted."""

CHANGES = 100
"""How often an action is changed at most to make it one that is accepted."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of a fluent: `position` is the fluent's among those of its kind, `place` that of the value in it."""

    fluent: Declaration
    position: int
    place: int | None
    interval: Interval


def cells_of(simulator: Simulator, fluents: Sequence[Declaration], bounds: Bounds | None = None) -> dict[str, Cell]:
    """The cells of some fluents by their names."""
    found: dict[str, Cell] = {}
    for position, fluent in enumerate(fluents):
        for place, name in enumerate(simulator.layout.names(fluent.name)):
            interval = (bounds or {}).get((fluent.name, place), Interval())
            found[name] = Cell(fluent, position, place if fluent.parameters else None, interval)
    return found


def spaces_of(simulator: Simulator, cells: Mapping[str, Cell]) -> OrderedDict[str, spaces.Space[Any]]:
    """The spaces of cells by their names, in their order (Gymnasium sorts what is not an `OrderedDict`)."""
    return OrderedDict((name, space_of(simulator, cell)) for name, cell in cells.items())


def space_of(simulator: Simulator, cell: Cell) -> spaces.Space[Any]:
    """The space of one value."""
    match cell.fluent.range:
        case "bool":
            return spaces.Discrete(2)
        case "int":
            return spaces.Box(*cell.interval.whole(LARGEST_INT), (), np.int64)
        case "real":
            return spaces.Box(*cell.interval.real(LARGEST), (), np.float64)
        case name:
            return spaces.Discrete(simulator.layout.size(name))


def observed(cells: Mapping[str, Cell], values: Sequence[Values]) -> dict[str, Any]:
    """The values as elements of their spaces."""
    found: dict[str, Any] = OrderedDict()
    for name, cell in cells.items():
        value = _value(values, cell)
        if cell.fluent.range == REAL:
            found[name] = np.array(value, np.float64)
        elif cell.fluent.range == INT:
            found[name] = np.array(value, np.int64)
        else:
            found[name] = np.int64(value)
    return found


def _value(values: Sequence[Values], cell: Cell) -> Number:
    several = values[cell.position]
    if cell.place is None:
        assert not isinstance(several, list)
        return several
    assert isinstance(several, list)
    return several[cell.place]


class ActionDict(spaces.Dict):
    """All action-fluents of one instance.

    `accepted` tells of an action whether it may be taken now, and `distance` how far it is from that.
    """

    def __init__(
        self,
        simulator: Simulator,
        cells: Mapping[str, Cell],
        accepted: Callable[[Action], bool],
        distance: Callable[[Action], float],
    ) -> None:
        super().__init__(spaces_of(simulator, cells))
        self.cells = dict(cells)
        self._simulator = simulator
        self._accepted = accepted
        self._distance = distance

    def sample(self, mask: Any = None, probability: Any = None) -> dict[str, Any]:
        """An action that is accepted now; raises `RelgymError` if none is found."""
        if mask is not None or probability is not None:
            raise ValueError("actions of RDDL are sampled without a mask")
        return observed(self.cells, self._drawn())

    def _drawn(self) -> Action:
        rng = self.np_random
        idle = self._simulator.idle
        names = list(self.cells)
        most = self._simulator.layout.instance.most_actions
        limit = len(names) if most is None else min(most, len(names))
        for attempt in range(TRIES):
            if attempt == PATIENCE and self._accepted(idle):
                return idle
            count = int(rng.integers(limit + 1))
            chosen = [names[int(n)] for n in rng.choice(len(names), size=count, replace=False)] if count else []
            action = self._mended({name: self._random(self.cells[name]) for name in chosen}, limit)
            if action is not None:
                return action
        raise RelgymError("no valid action was found by trying", hint="the preconditions may allow none in this state")

    def _mended(self, given: dict[str, Number], limit: int) -> Action | None:
        """An action near the one with these entries that is accepted: what brings it no farther from that is kept."""
        rng = self.np_random
        idle = self._simulator.idle
        action = self.changed(idle, given)
        if self._accepted(action):
            return action
        names = list(self.cells)
        if not names:
            return None
        far = self._distance(action)
        for _ in range(CHANGES):
            name = names[int(rng.integers(len(names)))]
            other = dict(given)
            if name in other and rng.random() < 0.5:
                del other[name]
            else:
                other[name] = self._random(self.cells[name])
            if len(other) > limit:
                del other[[*other][int(rng.integers(len(other) - 1))]]
            changed = self.changed(idle, other)
            now = self._distance(changed)
            if now <= far:
                given, far = other, now
                if far == 0 and self._accepted(changed):
                    return changed
        return None

    def _random(self, cell: Cell) -> Number:
        rng = self.np_random
        match cell.fluent.range:
            case "bool":
                return not self._simulator.layout.default(cell.fluent)
            case "real":
                return cell.interval.sample(rng)
            case "int":
                low, high = cell.interval.whole(LARGEST_INT)
                if high - low < LARGEST_INT:
                    return int(rng.integers(low, high + 1))
                return int(min(max(round(cell.interval.sample(rng)), low), high))
            case name:
                return int(rng.integers(self._simulator.layout.size(name)))

    def holds(self, name: str, value: Any) -> bool:
        """Whether a value may be given to an action-fluent; people may write plain numbers."""
        try:
            number = float(value)
        except (TypeError, ValueError):
            return False
        interval, of = self.cells[name].interval, self.cells[name].fluent.range
        if of == REAL:
            low, high = interval.real(LARGEST)
        elif of == INT:
            low, high = interval.whole(LARGEST_INT)
        else:
            low, high = 0, 1 if of == BOOL else self._simulator.layout.size(of) - 1
        return low <= number <= high and (of == REAL or number.is_integer())

    def changed(self, action: Action, given: Mapping[str, Any]) -> Action:
        """The action with some entries as given; raises `KeyError` for one that is none."""
        lists = [list(values) if isinstance(values, list) else values for values in action]
        for name, value in given.items():
            cell = self.cells[name]
            plain = (
                bool(value) if cell.fluent.range == BOOL else float(value) if cell.fluent.range == REAL else int(value)
            )
            if cell.place is None:
                lists[cell.position] = plain
            else:
                several = lists[cell.position]
                assert isinstance(several, list)
                several[cell.place] = plain
        return tuple(lists)
