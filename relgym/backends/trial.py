"""A short walk that tells of which productions the rows had better be kept, and of which they had better be found anew.

Rows that nearly all change at every step cost more to keep than to find, and so do those that seldom count because
their gates are closed. This is found out before anything is written that keeps them, for that takes longer than all
else.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random
from statistics import median

from relgym.backends.productions import ProductionSystem
from relgym.model.program import Literal, Row
from relgym.translate.events import KeptRule
from relgym.translate.order import Size, size_of

STEPS = 40
"""How many steps the walk has."""

ENOUGH = 10
"""So many states have to be met before they tell of how many rows there may be."""

SECONDS = 0.01
"""How long it takes at most."""

CHANGE, TRY, READ = 2.0, 0.7, 0.1
"""What it costs that a kept row changes, that one is tried, and that one is listed, beside `_unit`."""

LOOK = 2.0
"""What it costs at each step that rows are to be found anew when they are stale, beside `_unit`."""


def worth_keeping(system: ProductionSystem) -> set[int]:
    """The productions whose rows are worth keeping, of those that can be kept; the system stands elsewhere then.

    It has learned meanwhile how many rows there are of what there were none at the start.
    """
    records = [Record() for _ in system.productions]
    new = {symbol: Met(system.sizes[symbol]) for symbol in system.unknown}
    taken = Counter[int]()
    rng = Random(0)
    end = time.perf_counter() + SECONDS
    for _ in range(STEPS):
        numbers: list[int] = []
        for place, record in enumerate(records):
            if system.open(place):
                record.look(system, place)
                if system.productions[place].changes:
                    numbers += record.found
        for symbol, met in new.items():
            met.meet(system.rows(symbol))
        if not numbers or time.perf_counter() > end:
            break
        number = rng.choice(numbers)
        place, _ = system.numbering.row(number)
        taken[place] += 1
        changed = {literal.symbol for literal in _changes(system, place)}
        for record, reads in zip(records, system.reads, strict=True):
            record.stale |= not reads.isdisjoint(changed)
        system.try_out(number)
    system.learn({symbol: met.size() for symbol, met in new.items()})
    unit = _unit()
    return {
        place
        for place, (record, plan) in enumerate(zip(records, system.plans, strict=True))
        if plan and (plan.by_chunks or unit * record.units(_tried(system, plan, taken)) <= record.seconds())
    }


def _changes(system: ProductionSystem, place: int) -> Sequence[Literal]:
    changes = system.productions[place].changes
    assert changes is not None
    return (*changes.deletes, *changes.adds)


def _tried(system: ProductionSystem, plan: KeptRule, taken: Mapping[int, int]) -> float:
    """About how many rows are tried to keep those of a production while others are taken so often."""
    return sum(
        times * event.tried
        for place, times in taken.items()
        for literal in _changes(system, place)
        for event in plan.events
        if event.literal.symbol == literal.symbol
    )


class Record:
    """What it takes on a walk to find the rows of a production anew, and what it would take to keep them."""

    def __init__(self) -> None:
        self.stale = True
        self.found: list[int] = []
        self._rows: set[int] = set()
        # How often rows counted, and how many in all; how many have changed; in how many seconds they were found.
        self._looks = self._listed = self._changed = 0
        self._spent: list[float] = []

    def look(self, system: ProductionSystem, place: int) -> None:
        """Look at the rows of the production, whose gates hold."""
        if self.stale:
            system.ready(place)
            begun = time.perf_counter()
            self.found = system.listed(place)
            self._spent.append(time.perf_counter() - begun)
            rows = set(self.found)
            self._changed += len(rows ^ self._rows) if self._looks else 0
            self._rows, self.stale = rows, False
        self._looks += 1
        self._listed += len(self.found)

    def seconds(self) -> float:
        """How long it took to find rows anew."""
        # Once in a while something else takes the processor's time, and with it what the sum would say.
        return median(self._spent) * len(self._spent) if self._spent else 0.0

    def units(self, tried: float) -> float:
        """How many units more it would have taken to keep them, of which so many would have been tried."""
        return CHANGE * self._changed + TRY * tried + READ * self._listed - LOOK * self._looks


def _unit() -> float:
    """Seconds in which a number comes into a dict and goes again."""
    found: dict[int, None] = {}
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        for number in range(100):
            found[number] = None
        for number in range(100):
            found.pop(number, None)
        times.append(time.perf_counter() - begun)
    return min(times) / 100


class Met:
    """The rows of a symbol that are met on a walk."""

    def __init__(self, guessed: Size) -> None:
        self._guessed = guessed
        self._states = self._most = 0
        self._rows: set[Row] = set()

    def meet(self, rows: Sequence[Row]) -> None:
        """Meet the rows that there are in one state."""
        self._states += 1
        self._most = max(self._most, len(rows))
        self._rows.update(rows)

    def size(self) -> Size:
        """The size of the symbol: between what was met and what was guessed, for there may be more later."""
        if self._states < ENOUGH:
            return self._guessed
        met = size_of(self._rows, len(self._guessed.distinct))
        distinct = (sqrt(mine * its) for mine, its in zip(met.distinct, self._guessed.distinct, strict=True))
        return Size(sqrt(max(0.5, self._most) * self._guessed.rows), tuple(distinct))
