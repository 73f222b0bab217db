"""A short profiling walk that decides for which productions to keep rows, and for which to find them anew.

Rows that nearly all change at every step cost more to keep than to find, and so do rows that are seldom listed because
their gates are closed. The walk comes before the functions that keep rows are generated, since that takes the longest.
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
from relgym.translate.program.join_order import Size, size_of

STEPS = 40
"""The largest number of steps of the walk."""

ENOUGH = 10
"""The smallest number of visited states from which the number of rows is estimated."""

SECONDS = 0.01
"""The time limit of the walk, in seconds of the thread's processor time."""

READ = 0.1
"""The cost of listing one kept row, in units of `_unit`."""

LOOK, FIND = 1.0, 2.5
"""The costs of checking whether rows are stale and of calling their list function, in units of `_unit`."""

UNITS = 50
"""The number of items over which `_unit` measures the time."""

AGAIN = 0.00005
"""The seconds below which a call is timed twice, since the first call takes longer than calls on a walk."""


def worth_keeping(system: ProductionSystem) -> set[int]:
    """Find the productions whose rows can be kept and are worth keeping; the system ends in another state.

    It also learns cardinality estimates of the symbols that had no rows at the start.
    """
    records = [Record() for _ in system.productions]
    units = []
    new = {symbol: Met(system.sizes[symbol]) for symbol in system.unknown}
    taken = Counter[int]()
    # By production, the records of the productions that depend on what it changes.
    touched: dict[int, list[Record]] = {}
    rng = Random(0)
    # Thread time leaves out the time that other threads and processes use.
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
    """Generate deferred list functions, and return the seconds that took, which do not count as time of the walk."""
    begun = time.thread_time()
    system.write_lists()
    return time.thread_time() - begun


def _cost(system: ProductionSystem, plan: KeptRule, taken: Mapping[int, int]) -> float:
    """Estimate the cost of finding the added and deleted rows of a production, given the counts of applied steps."""
    return sum(
        times * event.cost
        for place, times in taken.items()
        for literal in system.productions[place].touched
        for event in plan.events
        if event.literal.symbol == literal.symbol
    )


class Record:
    """The measured cost of finding the rows of a production anew, and the estimated cost of keeping them."""

    def __init__(self) -> None:
        self.stale = True
        self.found: list[int] = []
        self._rows: set[int] = set()
        # The numbers of looks, of listed rows and of changed rows, and the seconds of each search.
        self._looks = self._listed = self._changed = 0
        self._spent: list[float] = []

    def look(self, system: ProductionSystem, place: int) -> None:
        """Record the rows of the production, whose gates hold."""
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
        """Return the seconds it took to find rows anew."""
        # The median instead of the sum, since other processes sometimes take the processor.
        return median(self._spent) * len(self._spent) if self._spent else 0.0

    def units(self, cost: float) -> float:
        """Return the units by which keeping costs more than finding; `cost` is that of added and deleted rows."""
        return cost + self._changed + READ * self._listed - LOOK * self._looks - FIND * len(self._spent)


def _timed(find: Callable[[list[int]], None]) -> tuple[list[int], float]:
    """Return the rows of a production, and the seconds it took to find them."""
    found: list[int] = []
    begun = time.perf_counter()
    find(found)
    return found, time.perf_counter() - begun


def _unit() -> float:
    """Measure the seconds in which a number is added to a dict and removed again.

    Other work may slow the machine down for a while, so the caller takes the least of several measurements.
    """
    found: dict[int, None] = {}
    begun = time.perf_counter()
    for number in range(UNITS):
        found[number] = None
    for number in range(UNITS):
        found.pop(number, None)
    return (time.perf_counter() - begun) / UNITS


class Met:
    """The rows of a symbol in the states of a walk."""

    def __init__(self, guessed: Size) -> None:
        self._guessed = guessed
        self._states = self._most = 0
        self._rows: set[Row] = set()

    def meet(self, rows: Sequence[Row]) -> None:
        """Record the rows of one state."""
        self._states += 1
        self._most = max(self._most, len(rows))
        self._rows.update(rows)

    def size(self) -> Size:
        """Estimate the size of the symbol between the observed and the guessed one, since rows may be added later."""
        if self._states < ENOUGH:
            return self._guessed
        met = size_of(self._rows, len(self._guessed.distinct))
        distinct = (sqrt(mine * its) for mine, its in zip(met.distinct, self._guessed.distinct, strict=True))
        return Size(sqrt(max(0.5, self._most) * self._guessed.rows), tuple(distinct))
