"""A short walk that tells of which productions the rows had better be kept, and of which they had better be found anew.

Rows that nearly all change at every step cost more to keep than to find. This is found out before anything is written
that keeps them, for that takes longer than all else.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from random import Random
from statistics import median

from relgym.backends.productions import ProductionSystem

STEPS = 40
"""How many steps the walk has."""

SECONDS = 0.004
"""How long it takes at most."""

CHANGE = 2e-7
"""Seconds, at the least, in which one row comes or goes, as a share of those in which one is found."""


def worth_keeping(system: ProductionSystem) -> set[int]:
    """The productions whose rows are worth keeping, of those that can be kept; the system stands elsewhere then."""
    kept = [place for place, plan in enumerate(system.plans) if plan is not None and not plan.by_chunks]
    spent: dict[int, list[float]] = {place: [] for place in kept}
    changes = dict.fromkeys(kept, 0)
    before: dict[int, set[int]] = {}
    rng = Random(0)
    end = time.perf_counter() + SECONDS
    for _ in range(STEPS if kept else 0):
        found = {}
        for place in kept:
            begun = time.perf_counter()
            found[place] = system.listed(place)
            spent[place].append(time.perf_counter() - begun)
            rows = set(found[place])
            changes[place] += len(rows ^ before.get(place, rows))
            before[place] = rows
        numbers = _numbers(system, found)
        if not numbers or time.perf_counter() > end:
            break
        system.try_out(rng.choice(numbers))
    return {
        place
        for place, plan in enumerate(system.plans)
        # Once in a while something else takes the processor's time, and with it what the sum would say.
        if plan and (plan.by_chunks or CHANGE * changes[place] <= median(spent[place]) * len(spent[place]))
    }


def _numbers(system: ProductionSystem, found: Mapping[int, list[int]]) -> list[int]:
    """The numbers of all rows that hold, of productions whose changes are known; some rows are found already."""
    numbers = []
    for place, production in enumerate(system.productions):
        if production.changes:
            rows = found[place] if place in found else system.listed_now(place)
            # Where gates hold for one row they hold for all.
            if rows and (not system.gated[place].gates or system.valid(*system.numbering.row(rows[0]))()):
                numbers += rows
    return numbers
