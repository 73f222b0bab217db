"""Gymnasium spaces for RDDL: one entry a fluent and its objects (`on___a__b`), or one array a fluent.

Sampling an action gives one that the environment accepts. Every cell's value is drawn evenly from its range; where an
instance limits how many may differ from their defaults, an evenly drawn number of cells gets other values than these.
If the preconditions do not hold then, cells that those read which do not hold are changed until they do.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from relgym.cells import LARGEST_INT, Cell, CellMap
from relgym.envs.process_forms import Form
from relgym.errors import RelgymError
from relgym.model.equations import Number, Values
from relgym.model.rddl_expressions import BOOL, INT, NUMBERS, REAL
from relgym.process_reasoner import ProcessReasoner
from relgym.simulator import Action, ActionCell, Simulator, State

TRIES = 50
"""How many actions are drawn at most until one can be mended."""

PATIENCE = 3
"""After how many the default is taken instead, if it is accepted."""

ROUNDS = 40
"""How often all preconditions that do not hold are looked at, and cells changed that they read."""

TOO_MANY = 0.7
"""How often it is thought that a precondition does not hold because too many cells differ from their defaults."""

DROPPED = 0.25
"""The share of the cells of one that go back to their defaults at once."""

CHANGES = 20
"""How often then single cells are changed, anywhere: so many times for each of them, but not more often than `MOST`."""

MOST = 2000


class ActionDict(spaces.Dict):
    """All action-fluents of one instance, in a form.

    `accepted` tells of an action whether it may be taken now, and `guide` which state that is.
    """

    def __init__(
        self,
        reasoner: ProcessReasoner,
        form: Form,
        accepted: Callable[[Action], bool],
        guide: Callable[[], tuple[Simulator, State]],
    ) -> None:
        super().__init__(OrderedDict(form.spaces))
        self._form = form
        self._cells = reasoner.actions
        self._idle = reasoner.simulator.idle
        # In the order of the fluents; `Draws` of a fluent are of all its cells.
        self._draws = [Draws(self._cells, position) for position in range(len(self._idle))]
        limit = reasoner.instance.most_actions
        self._limit = None if limit is None or limit >= len(self._cells) else limit
        self._accepted = accepted
        self._guide = guide

    def become(self, other: ActionDict) -> None:
        """Hold the actions of another instance from now on, with the same chance to come."""
        self.__dict__.update({**other.__dict__, "_np_random": self._np_random})

    def sample(self, mask: Any = None, probability: Any = None) -> dict[str, Any]:
        """An action that is accepted now; raises `RelgymError` if none is found."""
        if mask is not None or probability is not None:
            raise ValueError("actions of RDDL are sampled without a mask")
        return self._form.shown(self._drawn())

    def _drawn(self) -> Action:
        for attempt in range(TRIES):
            if attempt == PATIENCE and self._accepted(self._idle):
                return self._idle
            action = self._any() if self._limit is None else self._few(self._limit)
            if self._accepted(tuple(action)) or self._mended(action) or self._climbed(action):
                return tuple(action)
        raise RelgymError("no valid action was found by trying", hint="the preconditions may allow none in this state")

    def _any(self) -> list[Values]:
        """Each cell evenly drawn."""
        rng = self.np_random
        return [draws.all(rng) for draws in self._draws]

    def _few(self, limit: int) -> list[Values]:
        """As many cells as may be, or fewer, with other values than their defaults."""
        rng = self.np_random
        action = copied(self._idle)
        count = int(rng.integers(limit + 1))
        for n in rng.choice(len(self._cells), size=count, replace=False).tolist() if count else ():
            cell = self._cells.numbered(n)
            put(action, cell, self._other(cell))
        return action

    def _mended(self, action: list[Values]) -> bool:
        """Change cells that are read by preconditions which do not hold; whether the action is accepted at the end."""
        rng = self.np_random
        simulator, state = self._guide()
        for _ in range(ROUNDS):
            faults = simulator.faults(state, tuple(action))
            for found in faults:
                # Not by cells: they may be very many.
                other = [(n, m) for n, m in found if _value(action, n, m) != _value(self._idle, n, m)]
                surplus = [*dict.fromkeys(other)]
                # Too many may differ from their defaults, or too few.
                if surplus and rng.random() < TOO_MANY:
                    count = max(1, int(len(surplus) * DROPPED))
                    for n in rng.choice(len(surplus), size=count, replace=False).tolist():
                        cell = self._cell(surplus[n])
                        # It may be another one that is asked for.
                        again = cell.fluent.range != BOOL and rng.random() < 0.5
                        put(action, cell, drawn(cell, rng) if again else cell.of(self._idle))
                elif found:
                    cell = self._cell(found[int(rng.integers(len(found)))])
                    put(action, cell, drawn(cell, rng))
            if self._accepted(tuple(action)):
                return True
            if not faults:
                return False
        return False

    def _climbed(self, action: list[Values]) -> bool:
        """Change cells anywhere, keeping what brings the action no farther from being accepted; whether it is then."""
        rng = self.np_random
        if not self._cells:
            return False
        simulator, state = self._guide()
        far = simulator.distance(state, tuple(action))
        for _ in range(min(CHANGES * len(self._cells), MOST)):
            cell = self._cells.numbered(int(rng.integers(len(self._cells))))
            before = cell.of(action)
            put(action, cell, cell.of(self._idle) if rng.random() < 0.5 else drawn(cell, self.np_random))
            now = simulator.distance(state, tuple(action))
            if now > far:
                put(action, cell, before)
                continue
            far = now
            if far == 0 and self._accepted(tuple(action)):
                return True
        return False

    def _cell(self, at: ActionCell) -> Cell:
        position, place = at
        return self._cells.at(position, place or 0)

    def _other(self, cell: Cell) -> Number:
        """Any of a cell's values but its default, if it has others."""
        default = cell.of(self._idle)
        if cell.low == cell.high:
            return default
        if cell.fluent.range == BOOL:
            return not default
        while True:
            value = drawn(cell, self.np_random)
            if value != default:
                return value


class Draws:
    """Draws values for all cells of one fluent."""

    def __init__(self, cells: CellMap, position: int) -> None:
        self._fluent = fluent = cells.fluents[position]
        self._count = cells.layout.cells(fluent.name)
        # Only numbers have bounds of their own.
        numbers = fluent.range in NUMBERS and fluent.range != BOOL
        self._cells = cells.of(position) if numbers else [cells.at(position, 0)] * min(1, self._count)
        ends = [(cell.low, cell.high) for cell in self._cells]
        self._low, self._high = np.array(ends).reshape(-1, 2).T
        self._is_even = all(_is_even(cell) for cell in self._cells)

    def all(self, rng: np.random.Generator) -> Values:
        """The fluent's values."""
        if not self._fluent.parameters:
            return drawn(self._cells[0], rng)
        if not self._is_even:
            return [drawn(cell, rng) for cell in self._cells]
        return self._drawn(rng).tolist()

    def _drawn(self, rng: np.random.Generator) -> np.ndarray[tuple[int], Any]:
        if self._fluent.range == BOOL:
            return rng.random(self._count) < 0.5
        if self._fluent.range == REAL:
            return rng.uniform(self._low, self._high)
        low, high = self._low.astype(int), self._high.astype(int) + 1
        return rng.integers(low, high, self._count)


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
    """Whether all its values are as likely."""
    return cell.fluent.range not in (INT, REAL) or cell.high - cell.low < LARGEST_INT


def _value(values: Sequence[Values], position: int, place: int | None) -> Any:
    several: Any = values[position]
    return several if place is None else several[place]


def copied(values: Sequence[Values]) -> list[Values]:
    """The values, to be changed."""
    return [list(several) if isinstance(several, list) else several for several in values]


def put(values: list[Values], cell: Cell, value: Number) -> None:
    """Give a cell a value."""
    if cell.place is None:
        values[cell.position] = value
    else:
        several = values[cell.position]
        assert isinstance(several, list)
        several[cell.place] = value


def dict_of(form: Form) -> spaces.Dict:
    """The space of a form, its entries in their order (Gymnasium sorts what is not an `OrderedDict`)."""
    return spaces.Dict(OrderedDict(form.spaces))
