"""List the rows of productions as numbers: some are kept up to date, others are found anew.

A function that finds rows is generated when there may be some. The functions that keep rows are generated once it is
known for which productions that pays. Functions for one production or one symbol are generated when first needed.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import replace
from typing import Any

from relgym.backends.base import Limits
from relgym.backends.builtin.checking import Checking
from relgym.backends.builtin.memory import Memory
from relgym.backends.builtin.prepared import Prepared
from relgym.model.plan import MarkStale
from relgym.model.program import Symbol
from relgym.translate.analysis.events import KeptRule, kept_rule
from relgym.translate.analysis.static_indexes import size_of_wide, widened
from relgym.translate.plans.widths import Widths
from relgym.translate.program.flatten import variables_of
from relgym.translate.program.join_order import Sizes, reordered
from relgym.translate.python.listing import Anew, listing


class Listing(Checking):
    """Lists the numbers of the rows of productions, once `keep` has chosen the productions whose rows are kept.

    `plans` holds for each production how its rows are kept, or None; before the call of `keep`, how they could be.
    """

    # Returns the numbers of all valid rows, in any order, in a new list.
    numbers: Callable[[], list[int]]

    def __init__(self, ready: Prepared, limits: Limits | None) -> None:
        super().__init__(ready, limits)
        self.plans: list[KeptRule | None] = [kept_rule(each, self.sizes) for each in self.gated]
        self._stale = self.compiler.scope["stale"] = [True] * len(self.plans)

    def learn(self, sizes: Sizes) -> None:
        """Reorder joins by new cardinality estimates of some symbols."""
        self.sizes = {**self.sizes, **sizes}
        new = []
        for place, reads in enumerate(self.reads):
            if not reads.isdisjoint(sizes):
                rule = self.gated[place].rule
                better = reordered(rule, rule.body, self.sizes)
                if better != rule:
                    self.gated[place] = replace(self.gated[place], rule=better)
                    new.append(place)
                self.plans[place] = self.plans[place] and kept_rule(self.gated[place], self.sizes)
        if new:
            self.rewrite_lists(new, self._steps_writer([None] * len(self.plans), {}, {}))

    def keep(self, places: Container[int]) -> None:
        """Keep the rows of those of these productions where it is possible, and find all others anew."""
        self.plans = [plan if place in places else None for place, plan in enumerate(self.plans)]
        self._always_stale = self._stale_by_every_step()
        self._widen()
        self._foresee()
        writer = self._writing = self._steps_writer(self.plans, self._stale_marks(), self.told)
        kept = [place for place, plan in enumerate(self.plans) if plan and not plan.by_chunks]
        self._groups = {writer.rules.groups[place] for place in kept}
        scope = self.compiler.scope
        scope |= {f"kept_{group}": {} for group in self._groups}
        for lot in range(len(writer.views.lots)):
            scope |= {f"chunks_{lot}": {}, f"known_{lot}": {}}
        chunks = [writer.group(lot) for lot in range(len(writer.views.lots))]
        self.compiler.define(*chunks, self._listing())
        self.compiler.frozen = frozenset(self._program.fluents)
        self.numbers = scope["listing"]
        self.find_all()

    def _widen(self) -> None:
        """Join fluents with static relations in the rules whose rows are found anew, where that saves much work."""
        facts = self._program.facts
        new = []
        for place, plan in enumerate(self.plans):
            if plan is None:
                rule, wides = widened(self.gated[place].rule, facts, self.sizes, self._wide)
                for wide in wides:
                    if wide.symbol not in self._wide:
                        self._wide[wide.symbol] = facts[wide.fixed]
                        self.sizes = {**self.sizes, wide.symbol: size_of_wide(wide, self.sizes)}
                        self.compiler.writer.indexes.widen(wide)
                        self.compiler.tables[wide.fluent].widen(
                            self.compiler.tables[wide.symbol], wide.rows(facts[wide.fixed])
                        )
                if wides:
                    self.gated[place] = replace(self.gated[place], rule=rule)
                    new.append(place)
        if new:
            self.rewrite_lists(new, self._steps_writer(self.plans, {}, {}))
            self.compiler.notify()

    def _listing(self) -> str:
        """Return the text of the function that lists all numbers."""
        writer, anew, derived = self._writing, [], []
        printer, groups = self.compiler.writer.printer, self.compiler.writer.indexes.groups
        widths = Widths(self.compiler.tables.objects, self._all_facts(), self.sizes, groups)
        for place, group in enumerate(writer.rules.groups):
            if self.plans[place] is None:
                self.compiler.scope |= {f"rows_{place}": [], f"below_{place}": self._rests_on[place]}
                rests_on, watched = bool(self._rests_on[place]), self.may_take_long(place, widths)
                always = self.always(place) if place in self._always_stale else ()
                anew.append(Anew(place, group, rests_on, watched, always))
        for group, strata in enumerate(self._gate_strata):
            if strata:
                self.compiler.scope[f"gates_{group}"] = strata
                derived.append(group)
        chunks = {lot: writer.rules.groups[places[0]] for lot, places in enumerate(writer.views.lots)}
        return listing(printer, [gate for gate, _ in self._gates], derived, self._groups, chunks, anew)

    def find_all(self) -> None:
        """Find all kept rows again, and mark the others as stale."""
        self.forget()
        self._stale[:] = [True] * len(self._stale)
        self.in_time(self._find_kept)

    def _find_kept(self) -> None:
        for group in self._groups:
            self.compiler.scope[f"kept_{group}"].clear()
        for place, plan in enumerate(self.plans):
            if plan and not plan.by_chunks:
                self.compiler.scope[f"kept_{self._writing.rules.groups[place]}"].update(
                    dict.fromkeys(self.listed(place))
                )
        for lot, places in enumerate(self._writing.views.lots):
            plan = self.plans[places[0]]
            assert plan is not None
            self._fill_chunks(lot, plan.events[0].literal.symbol)

    def _fill_chunks(self, lot: int, symbol: Symbol) -> None:
        """Find the rows that go with each atom of a symbol."""
        chunks, known = self.compiler.scope[f"chunks_{lot}"], self.compiler.scope[f"known_{lot}"]
        chunks.clear()
        for item in self.compiler.tables[symbol].rows:
            row = (item,) if symbol.arity == 1 else item
            if item not in known:
                known[item] = self.compiler.scope[f"chunk_{lot}"](*row)
            if known[item]:
                chunks[item] = known[item]

    def held(self) -> int:
        """Count the atoms and the kept rows."""
        return sum(len(self.compiler.tables[symbol].rows) for symbol in self._program.fluents) + sum(
            map(len, self._kept())
        )

    def _kept(self) -> list[dict[Any, Any]]:
        """Return the dicts of kept rows."""
        names = [f"kept_{group}" for group in self._groups]
        names += [f"chunks_{lot}" for lot in range(len(self._writing.views.lots))]
        return [self.compiler.scope[name] for name in names]

    def remember(self) -> Memory:
        """Return a copy of the atoms and the kept rows."""
        told = {self.compiler.tables[symbol]: self.lists(symbol) for symbol in self._program.fluents}
        return Memory(told, self._kept())

    def recall(self, memory: Memory) -> None:
        """Restore the atoms and kept rows of a memory; other rows become stale, and the changes are logged."""
        memory.recall()
        self._stale[:] = [True] * len(self._stale)
        for stratum in self.strata:
            stratum.fresh = stratum.fresh and id(stratum) in self._upkeeps

    # -- what is written ---------------------------------------------------------------------

    def _foresee(self) -> None:
        """Name all sets that functions for added and deleted atoms may read."""
        for symbol in self._program.fluents:
            self.compiler.writer.indexes.access(symbol)
        for plan in self.plans:
            for event in plan.events if plan else ():
                self.compiler.writer.indexes.foresee(event.rest, variables_of(event.literal))
        self.foresee_lists()

    def _stale_by_every_step(self) -> set[int]:
        """Find the productions whose rows are found anew and depend on symbols that every production changes."""
        every = [production.effect for production in self.productions]
        changed = [{literal.symbol for literal in (*each.deletes, *each.adds)} if each else set() for each in every]
        anew = (place for place, plan in enumerate(self.plans) if plan is None)
        return {place for place in anew if not any(self.reads[place].isdisjoint(own) for own in changed)}

    def _stale_marks(self) -> dict[Symbol, list[MarkStale]]:
        """Return by symbol the operations that mark what a change of its atoms makes stale."""
        marks: dict[Symbol, list[MarkStale]] = {symbol: [] for symbol in self._program.fluents}
        for place, plan in enumerate(self.plans):
            if plan is None and place not in self._always_stale:
                for symbol in marks.keys() & self.reads[place]:
                    marks[symbol].append(MarkStale(place))
        numbers = {id(stratum): number for number, stratum in enumerate(self.strata)}
        self.compiler.scope |= {f"stratum_{numbers[id(stratum)]}": stratum for stratum in self.strata}
        for symbol in self._program.fluents:
            its = (stratum for stratum in self.strata.reading(symbol) if id(stratum) not in self._upkeeps)
            marks[symbol] += [MarkStale(numbers[id(stratum)], True) for stratum in its]
        return marks
