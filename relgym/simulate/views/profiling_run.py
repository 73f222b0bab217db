"""A profiling run: a short walk that decides which rules get join views, and which rows are searched.

Rows that nearly all change at every step cost more to maintain than to search, and so do rows that are seldom listed
because their guards do not hold. The run comes before join views are compiled, since that takes the longest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from random import Random
from statistics import median
from time import perf_counter

from relgym.libraries import thread_time
from relgym.model.program import Row, Symbol
from relgym.simulate.views.current import CurrentState
from relgym.simulate.views.effects import VaryingEffects
from relgym.simulate.views.rules import ActionRules
from relgym.simulate.views.views import Views
from relgym.translate.analysis.events import ViewEvents
from relgym.translate.program.join_order import Size, size_of
from relgym.tuning.simulate import (
    CHECK_UNITS,
    ESTIMATE_STATES,
    LISTING_UNITS,
    PROFILING_SECONDS,
    PROFILING_STEPS,
    RETIMED_SECONDS,
    SEARCH_UNITS,
    UNIT_ITEMS,
)


def worth_maintaining(
    views: Views, current: CurrentState, effects: VaryingEffects, unknown: Sequence[Symbol]
) -> set[int]:
    """Find the rules whose rows are worth maintaining in join views; the current state is another one afterwards.

    Args:
        views: The views, without join views.
        current: The current state.
        effects: Finds the changes of steps.
        unknown: Symbols that had no rows at the start; the views learn cardinality estimates of them.
    """
    rules = views.rules
    records = [Record() for _ in rules.productions]
    units = []
    new = {symbol: Met(rules.sizes[symbol]) for symbol in unknown}
    taken = Counter[int]()
    # By production, the records of the rules that depend on what it changes.
    touched: dict[int, list[Record]] = {}
    rng = Random(0)
    # Thread time leaves out the time that other threads and processes use.
    end = thread_time() + PROFILING_SECONDS
    for _ in range(PROFILING_STEPS):
        end += _compiled(views)
        numbers: list[int] = []
        for index, record in enumerate(records):
            if views.guards.hold(index):
                record.look(views, index)
                if effects.may_try(index):
                    numbers += record.found
        for symbol, met in new.items():
            met.meet(views.engine.compiler.tables[symbol].all())
        units.append(_unit())
        if not numbers or thread_time() > end:
            break
        index, row = rules.numbering.row(rng.choice(numbers))
        taken[index] += 1
        if index not in touched:
            touched[index] = _depending(rules, index, records)
        for record in touched[index]:
            record.stale = True
        current.replace(current.state().changed(*effects.masks(index, row)))
    views.materialized.learn({symbol: met.size() for symbol, met in new.items()})
    unit = min(units)
    return {
        index
        for index, (record, plan) in enumerate(zip(records, views.materialized.plans, strict=True))
        if plan and (plan.is_grouped or unit * record.units(_cost(views, plan, taken)) <= record.seconds())
    }


def _depending(rules: ActionRules, index: int, records: Sequence[Record]) -> list[Record]:
    """Return the records of the rules that depend on what a production changes."""
    changed = {literal.symbol for literal in rules.productions[index].touched}
    return [record for record, reads in zip(records, rules.reads, strict=True) if not reads.isdisjoint(changed)]


def _compiled(views: Views) -> float:
    """Generate deferred functions, and return the seconds that took, which do not count as time of the run."""
    begun = thread_time()
    views.search.generate_possible()
    return thread_time() - begun


def _cost(views: Views, plan: ViewEvents, taken: Mapping[int, int]) -> float:
    """Estimate the cost of finding the added and deleted rows of a rule, given the counts of applied steps."""
    return sum(
        times * event.cost
        for index, times in taken.items()
        for literal in views.rules.productions[index].touched
        for event in plan.events
        if event.literal.symbol == literal.symbol
    )


class Record:
    """The measured cost of searching the rows of a rule, and the estimated cost of maintaining them."""

    def __init__(self) -> None:
        self.stale = True
        self.found: list[int] = []
        self._rows: set[int] = set()
        # The numbers of looks, of listed rows and of changed rows, and the seconds of each search.
        self._looks = self._listed = self._changed = 0
        self._spent: list[float] = []

    def look(self, views: Views, index: int) -> None:
        """Record the rows of the rule, whose guards hold."""
        if self.stale:
            strata, find = views.search.strata[index], views.search.function(index)
            if strata:
                views.derived.in_time(lambda: views.derived.update(strata))
            self.found, spent = _timed(find)
            if spent < RETIMED_SECONDS:
                spent = min(spent, _timed(find)[1])
            self._spent.append(spent)
            rows = set(self.found)
            self._changed += len(rows ^ self._rows) if self._looks else 0
            self._rows, self.stale = rows, False
        self._looks += 1
        self._listed += len(self.found)

    def seconds(self) -> float:
        """Return the seconds that searches took."""
        # The median instead of the sum, since other processes sometimes take the processor.
        return median(self._spent) * len(self._spent) if self._spent else 0.0

    def units(self, cost: float) -> float:
        """Return the units by which maintaining costs more than searching; `cost` is that of added and deleted rows."""
        return (
            cost
            + self._changed
            + LISTING_UNITS * self._listed
            - CHECK_UNITS * self._looks
            - SEARCH_UNITS * len(self._spent)
        )


def _timed(find: Callable[[list[int]], None]) -> tuple[list[int], float]:
    """Return the rows of a rule, and the seconds it took to find them."""
    found: list[int] = []
    begun = perf_counter()
    find(found)
    return found, perf_counter() - begun


def _unit() -> float:
    """Measure the seconds in which a number is added to a dict and removed again.

    Other work may slow the machine down for a while, so the caller takes the least of several measurements.
    """
    found: dict[int, None] = {}
    begun = perf_counter()
    for number in range(UNIT_ITEMS):
        found[number] = None
    for number in range(UNIT_ITEMS):
        found.pop(number, None)
    return (perf_counter() - begun) / UNIT_ITEMS


class Met:
    """The rows of a symbol in the states of a run."""

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
        if self._states < ESTIMATE_STATES:
            return self._guessed
        met = size_of(self._rows, len(self._guessed.distinct))
        distinct = (sqrt(mine * its) for mine, its in zip(met.distinct, self._guessed.distinct, strict=True))
        return Size(sqrt(max(0.5, self._most) * self._guessed.rows), tuple(distinct))
