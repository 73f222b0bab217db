"""Samples actions that an environment accepts.

Every cell's value is drawn evenly from its range; where an instance limits how many may differ from their defaults, an
evenly drawn number of cells gets other values than these. If the preconditions do not hold then, cells that those read
which do not hold are changed until they do.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from relgym.cells import Cell
from relgym.envs.process_draws import Draws, drawn
from relgym.envs.process_stepping import Held
from relgym.errors import RelgymError
from relgym.model.equations import Number, Values
from relgym.model.rddl_expressions import BOOL
from relgym.process_reasoner import ProcessReasoner
from relgym.simulator import Action, ActionCell, State

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


class Sampler(ABC):
    """Samples actions of one instance."""

    def __init__(self, reasoner: ProcessReasoner) -> None:
        self._cells = reasoner.actions
        # In the order of the fluents; `Draws` of a fluent are of all its cells.
        self._draws = [Draws(self._cells, position) for position in range(len(reasoner.simulator.idle))]
        limit = reasoner.instance.most_actions
        self._budget = reasoner.simulator.engine.budget
        self._limit = None if limit is None or limit >= len(self._cells) else limit

    @abstractmethod
    def drawn(self, rng: np.random.Generator) -> Held:
        """An action that is accepted now; raises `RelgymError` if none is found."""


class ListSampler(Sampler):
    """Samples values in lists; `accepted` tells of an action whether it may be taken in the state that `now` tells."""

    def __init__(self, reasoner: ProcessReasoner, accepted: Callable[[Action], bool], now: Callable[[], State]) -> None:
        super().__init__(reasoner)
        self._simulator = reasoner.simulator
        self._idle = reasoner.simulator.idle
        self._accepted = accepted
        self._now = now

    def drawn(self, rng: np.random.Generator) -> Held:
        with self._budget:
            return self._drawn(rng)

    def _drawn(self, rng: np.random.Generator) -> Held:
        for attempt in range(TRIES):
            self._budget.check()
            if attempt == PATIENCE and self._accepted(self._idle):
                return self._idle
            action = self._any(rng) if self._limit is None else self._few(self._limit, rng)
            if self._accepted(tuple(action)) or self._mended(action, rng) or self._climbed(action, rng):
                return tuple(action)
        raise RelgymError("no valid action was found by trying", hint="the preconditions may allow none in this state")

    def _any(self, rng: np.random.Generator) -> list[Values]:
        """Each cell evenly drawn."""
        return [draws.all(rng) for draws in self._draws]

    def _few(self, limit: int, rng: np.random.Generator) -> list[Values]:
        """As many cells as may be, or fewer, with other values than their defaults."""
        action = copied(self._idle)
        count = int(rng.integers(limit + 1))
        for n in rng.choice(len(self._cells), size=count, replace=False).tolist() if count else ():
            cell = self._cells.numbered(n)
            put(action, cell, self._other(cell, rng))
        return action

    def _mended(self, action: list[Values], rng: np.random.Generator) -> bool:
        """Change cells that are read by preconditions which do not hold; whether the action is accepted at the end."""
        simulator, state = self._simulator, self._now()
        for _ in range(ROUNDS):
            self._budget.check()
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

    def _climbed(self, action: list[Values], rng: np.random.Generator) -> bool:
        """Change cells anywhere, keeping what brings the action no farther from being accepted; whether it is then."""
        if not self._cells:
            return False
        simulator, state = self._simulator, self._now()
        far = simulator.distance(state, tuple(action))
        for _ in range(min(CHANGES * len(self._cells), MOST)):
            self._budget.check()
            cell = self._cells.numbered(int(rng.integers(len(self._cells))))
            before = cell.of(action)
            put(action, cell, cell.of(self._idle) if rng.random() < 0.5 else drawn(cell, rng))
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

    def _other(self, cell: Cell, rng: np.random.Generator) -> Number:
        """Any of a cell's values but its default, if it has others."""
        default = cell.of(self._idle)
        if cell.low == cell.high:
            return default
        if cell.fluent.range == BOOL:
            return not default
        while True:
            value = drawn(cell, rng)
            if value != default:
                return value


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
