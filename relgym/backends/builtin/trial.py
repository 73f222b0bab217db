"""A short walk that tells of which productions the rows had better be kept, and of which they had better be found anew.

Rows that nearly all change at every step cost more to keep than to find, and so do those that seldom count because
their gates are closed. This is found out before anything is written that keeps them, for that takes longer than all
else.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from random import Random
from statistics import median

from relgym.backends.builtin.productions import ProductionSystem
from relgym.model.program import Row
from relgym.translate.analysis.events import KeptRule
from relgym.translate.program.order import Size, size_of

STEPS = 40
"""How many steps the walk has."""

ENOUGH = 10
"""So many states have to be met before they tell of how many rows there may be."""

SECONDS = 0.01
"""How long it takes at most."""

READ = 0.1
"""What it costs that a kept row is listed, beside `_unit`."""

LOOK, FIND = 1.0, 2.5
"""What it costs to see whether rows are stale, and to have them found if they are, beside all that finds them."""

UNITS = 50
"""Of so many numbers the time is taken."""

AGAIN = 0.00005
"""What takes less is done twice, in seconds: at first it takes longer than it does on a walk."""


def worth_keeping(system: ProductionSystem) -> set[int]:
    """The productions whose rows are worth keeping, of those that can be kept; the system stands elsewhere then.

    It has learned meanwhile how many rows there are of what there were none at the start.
    """
    records = [Record() for _ in system.productions]
    units = []
    new = {symbol: Met(system.sizes[symbol]) for symbol in system.unknown}
    taken = Counter[int]()
    # By production, the records of those that rest on what it changes.
    touched: dict[int, list[Record]] = {}
    rng = Random(0)
    # Time that others take on the processor is not the walk's.
    end = time.thread_time() + SECONDS
    for _ in range(STEPS):
        end += _written(system)
        numbers: list[int] = []
        for place, record in enumerate(records):
            if system.open(place):
                record.look(system, place)
                if system.may_try(place):
                    numbers += record.found
        for symbol, met in new.items():
            met.meet(system.rows(symbol))
        units.append(_unit())
        if not numbers or time.thread_time() > end:
            break
        number = rng.choice(numbers)
        place = system.numbering.place(number)
        taken[place] += 1
        if place not in touched:
            changed = {literal.symbol for literal in system.productions[place].touched}
            reading = zip(records, system.reads, strict=True)
            touched[place] = [record for record, reads in reading if not reads.isdisjoint(changed)]
        for record in touched[place]:
            record.stale = True
        system.try_out(number)
    system.learn({symbol: met.size() for symbol, met in new.items()})
    unit = min(units)
    return {
        place
        for place, (record, plan) in enumerate(zip(records, system.plans, strict=True))
        if plan and (plan.by_chunks or unit * record.units(_cost(system, plan, taken)) <= record.seconds())
    }


def _written(system: ProductionSystem) -> float:
    """How many seconds it took to write what finds rows, where there may be some now: that is not the walk's."""
    begun = time.thread_time()
    system.write_lists()
    return time.thread_time() - begun


def _cost(system: ProductionSystem, plan: KeptRule, taken: Mapping[int, int]) -> float:
    """What it costs to find which rows of a production come and go while others are taken so often."""
    return sum(
        times * event.cost
        for place, times in taken.items()
        for literal in system.productions[place].touched
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
            find = system.finder(place)
            self.found, spent = _timed(find)
            if spent < AGAIN:
                spent = min(spent, _timed(find)[1])
            self._spent.append(spent)
            rows = set(self.found)
            self._changed += len(rows ^ self._rows) if self._looks else 0
            self._rows, self.stale = rows, False
        self._looks += 1
        self._listed += len(self.found)

    def seconds(self) -> float:
        """How long it took to find rows anew."""
        # Once in a while something else takes the processor's time, and with it what the sum would say.
        return median(self._spent) * len(self._spent) if self._spent else 0.0

    def units(self, cost: float) -> float:
        """How many units more it would have taken to keep them; so many to find which have come and gone."""
        return cost + self._changed + READ * self._listed - LOOK * self._looks - FIND * len(self._spent)


def _timed(find: Callable[[list[int]], None]) -> tuple[list[int], float]:
    """The rows of a production, and how many seconds it took to find them."""
    found: list[int] = []
    begun = time.perf_counter()
    find(found)
    return found, time.perf_counter() - begun


def _unit() -> float:
    """Seconds in which a number comes into a dict and goes again.

    Something else may make the machine slower for a while, so this is measured again and again.
    """
    found: dict[int, None] = {}
    begun = time.perf_counter()
    for number in range(UNITS):
        found[number] = None
    for number in range(UNITS):
        found.pop(number, None)
    return (time.perf_counter() - begun) / UNITS


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
