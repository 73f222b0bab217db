"""Sample actions that an environment accepts.

Each cell's value is drawn uniformly from its range. If an instance limits the number of cells that differ from their
defaults, that number is drawn uniformly, and as many cells get other values. If preconditions do not hold then, cells
that the violated ones read are changed until they hold.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from relgym.envs.rddl.draws import EpisodeDraws, drawn
from relgym.envs.rddl.steppers import Held
from relgym.errors import RelgymError
from relgym.model.rddl.equations import Number, Values
from relgym.model.rddl.expressions import BOOL
from relgym.reasoning.rddl.cells import Cell
from relgym.reasoning.rddl.dynamics import Action, ActionCell, State
from relgym.reasoning.rddl.reasoner import RDDLReasoner

DRAWN_ACTIONS_LIMIT = 50
"""Largest number of actions that are drawn until one can be repaired. After that sampling fails. Judged."""

DRAWN_BEFORE_DEFAULT = 3
"""Number of failed draws after which the default action is taken, if it is valid. Judged."""

REPAIR_ROUNDS_LIMIT = 40
"""Largest number of rounds that find violated preconditions and change cells that they read. After that another action
is drawn. Judged."""

RESET_PROBABILITY = 0.7
"""Probability of resetting cells of a violated precondition, as if too many differed from their defaults. Judged."""

RESET_SHARE = 0.25
"""Share of the cells of a violated precondition that are reset to their defaults at once. Judged."""

FINAL_CHANGES_PER_CELL = 20
"""Number of final changes of random single cells, for each cell, up to `FINAL_CHANGES_LIMIT`. Judged."""

FINAL_CHANGES_LIMIT = 2000
"""Largest number of final changes of one sampled action. Judged."""


class Sampler(ABC):
    """Samples actions of one instance."""

    def __init__(self, reasoner: RDDLReasoner) -> None:
        self._cells = reasoner.actions
        # In the order of the fluents; `Draws` of a fluent are of all its cells.
        self._draws = [EpisodeDraws(self._cells, position) for position in range(len(reasoner.dynamics.idle))]
        limit = reasoner.instance.most_actions
        self._budget = reasoner.dynamics.engine.budget
        self._limit = None if limit is None or limit >= len(self._cells) else limit

    @abstractmethod
    def drawn(self, rng: np.random.Generator) -> Held:
        """Draw an action that is valid now; raises `RelgymError` if none is found."""


class ListSampler(Sampler):
    """Samples values in lists; `accepted` tells whether an action is valid in the state that `now` returns."""

    def __init__(self, reasoner: RDDLReasoner, accepted: Callable[[Action], bool], now: Callable[[], State]) -> None:
        super().__init__(reasoner)
        self._simulator = reasoner.dynamics
        self._idle = reasoner.dynamics.idle
        self._accepted = accepted
        self._now = now

    def drawn(self, rng: np.random.Generator) -> Held:
        with self._budget.call():
            return self._drawn(rng)

    def _drawn(self, rng: np.random.Generator) -> Held:
        for attempt in range(DRAWN_ACTIONS_LIMIT):
            self._budget.check()
            if attempt == DRAWN_BEFORE_DEFAULT and self._accepted(self._idle):
                return self._idle
            action = self._any(rng) if self._limit is None else self._few(self._limit, rng)
            if self._accepted(tuple(action)) or self._mended(action, rng) or self._climbed(action, rng):
                return tuple(action)
        raise RelgymError("no valid action was found by trying", hint="the preconditions may allow none in this state")

    def _any(self, rng: np.random.Generator) -> list[Values]:
        """Draw each cell uniformly."""
        return [draws.all(rng) for draws in self._draws]

    def _few(self, limit: int, rng: np.random.Generator) -> list[Values]:
        """Draw values other than the defaults for at most `limit` cells."""
        action = copied(self._idle)
        count = int(rng.integers(limit + 1))
        for n in rng.choice(len(self._cells), size=count, replace=False).tolist() if count else ():
            cell = self._cells.numbered(n)
            put(action, cell, self._other(cell, rng))
        return action

    def _mended(self, action: list[Values], rng: np.random.Generator) -> bool:
        """Change cells that violated preconditions read; return true if the action is valid in the end."""
        simulator, state = self._simulator, self._now()
        for _ in range(REPAIR_ROUNDS_LIMIT):
            self._budget.check()
            faults = simulator.faults(state, tuple(action))
            for cells in faults:
                # By position and place, not by `Cell`, since there may be very many cells.
                other = [(n, m) for n, m in cells if _value(action, n, m) != _value(self._idle, n, m)]
                surplus = [*dict.fromkeys(other)]
                # Too many may differ from their defaults, or too few.
                if surplus and rng.random() < RESET_PROBABILITY:
                    count = max(1, int(len(surplus) * RESET_SHARE))
                    for n in rng.choice(len(surplus), size=count, replace=False).tolist():
                        cell = self._cell(surplus[n])
                        # The precondition may require another value than the default.
                        again = cell.fluent.range != BOOL and rng.random() < 0.5
                        put(action, cell, drawn(cell, rng) if again else cell.of(self._idle))
                elif cells:
                    cell = self._cell(cells[int(rng.integers(len(cells)))])
                    put(action, cell, drawn(cell, rng))
            if self._accepted(tuple(action)):
                return True
            if not faults:
                return False
        return False

    def _climbed(self, action: list[Values], rng: np.random.Generator) -> bool:
        """Change random cells, and keep changes that do not increase the distance; return true if that succeeds."""
        if not self._cells:
            return False
        simulator, state = self._simulator, self._now()
        far = simulator.distance(state, tuple(action))
        for _ in range(min(FINAL_CHANGES_PER_CELL * len(self._cells), FINAL_CHANGES_LIMIT)):
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
        """Draw a value of a cell other than its default, if it has others."""
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
    """Return a copy of values that may be changed."""
    return [list(several) if isinstance(several, list) else several for several in values]


def put(values: list[Values], cell: Cell, value: Number) -> None:
    """Set the value of a cell."""
    if cell.place is None:
        values[cell.position] = value
    else:
        several = values[cell.position]
        assert isinstance(several, list)
        several[cell.place] = value
