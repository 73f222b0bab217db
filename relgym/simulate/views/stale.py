"""Marks of what a change of atoms or of numbers makes stale: searched rows, and strata that are not maintained."""

from __future__ import annotations

from collections.abc import Sequence

from relgym.model.plan import MarkStale
from relgym.model.program import Symbol
from relgym.simulate.views.derived import DerivedViews
from relgym.simulate.views.rules import ActionRules


class StaleRows:
    """Tells for each rule whether its rows must be searched again.

    Attributes:
        marks: True for a rule whose rows have to be searched; generated functions set them.
        always: The rules whose rows every step makes stale, without a mark.
    """

    def __init__(self, rules: ActionRules, derived: DerivedViews, scope: dict[str, object]) -> None:
        self._rules = rules
        self._derived = derived
        self._scope = scope
        indices, dependencies = range(len(rules.guarded)), derived.strata.dependencies
        self.marks = scope["stale"] = [True] * len(indices)
        self.always: set[int] = set()
        self._numeric = [index for index in indices if rules.is_numeric(index, dependencies)]

    def mark_all(self) -> None:
        """Mark the rows of all rules."""
        self.marks[:] = [True] * len(self.marks)

    def mark_numeric(self) -> None:
        """Mark the rows of rules that depend on numbers."""
        for index in self._numeric:
            self.marks[index] = True

    def operations(self, searched: Sequence[int]) -> dict[Symbol, list[MarkStale]]:
        """Return by symbol the operations that mark what a change makes stale, given the searched rules."""
        self.always = {*self._always(searched)}
        marks: dict[Symbol, list[MarkStale]] = {symbol: [] for symbol in self._rules.program.fluents}
        for index in searched:
            if index not in self.always:
                for symbol in marks.keys() & self._rules.reads[index]:
                    marks[symbol].append(MarkStale(index))
        strata = self._derived.strata
        numbers = {id(stratum): number for number, stratum in enumerate(strata)}
        self._scope |= {f"stratum_{numbers[id(stratum)]}": stratum for stratum in strata}
        for symbol, own in marks.items():
            for stratum in strata.reading(symbol):
                if not self._derived.maintains(stratum):
                    own.append(MarkStale(numbers[id(stratum)], True))
        return marks

    def _always(self, searched: Sequence[int]) -> list[int]:
        """Find the rules that depend on symbols that every production changes."""
        every = [production.effect for production in self._rules.productions]
        changed = [{literal.symbol for literal in (*each.deletes, *each.adds)} if each else set() for each in every]
        return [index for index in searched if not any(self._rules.reads[index].isdisjoint(own) for own in changed)]
