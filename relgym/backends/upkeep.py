"""The rows of a stratum of derived symbols, kept up to date as those that they rest on change: delete and rederive.

What changes is written into a log, by whoever changes it: the place of a symbol among all, and a row. A row that is
written twice is as it was. So whoever has read the log up to some place knows what has changed since, and every stratum
may be asked at a time of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from relgym.backends.table import Item, Table

Log = list[tuple[int, Item]]

Join = Callable[[Callable[[Item], None], Sequence[Item]], None]
"""Hands out the rows that follow from some rows of a literal."""


@dataclass(slots=True)
class Reader:
    """Whoever reads the log, for the symbols in `wanted`, and has read it up to `seen`."""

    wanted: frozenset[int]
    seen: int = 0

    def flips(self, log: Log) -> dict[int, set[Item]]:
        """The rows that have changed since the log was read last, by symbol."""
        found: dict[int, set[Item]] = {}
        wanted = self.wanted
        entries = log[self.seen :]
        self.seen = len(log)
        once = {*entries}
        if len(once) < len(entries):
            once = {entry for entry, times in Counter(entries).items() if times % 2}
        for place, item in once:
            if place in wanted:
                if place in found:
                    found[place].add(item)
                else:
                    found[place] = {item}
        return found


Reactions = Mapping[int, Sequence[tuple[int, Sequence[Join]]]]
"""By symbol whose rows have changed, which symbols' rows change with them, and how those are found."""


@dataclass(slots=True)
class Upkeep:
    """How the rows of a stratum's symbols, by their places among all, follow changes.

    `tables` are of all symbols; `checks` say of each own symbol whether a row holds by one rule. Rows may be lost, or
    are won, with those of other symbols that have become true or false, and with those of own ones.
    """

    reader: Reader
    tables: Sequence[Table]
    checks: Mapping[int, Callable[..., bool]]
    lost_if_true: Reactions
    lost_if_false: Reactions
    lost_inside: Reactions
    won_if_true: Reactions
    won_if_false: Reactions
    won_inside: Reactions

    def follow(self, flips: Mapping[int, set[Item]], log: Log) -> None:
        """Bring the rows up to date, and write what has changed of them into the log."""
        tables = self.tables
        true: dict[int, list[Item]] = {}
        false: dict[int, list[Item]] = {}
        for place, changed in flips.items():
            rows = tables[place].rows
            for item in changed:
                (true if item in rows else false).setdefault(place, []).append(item)
        lost: dict[int, set[Item]] = {}
        won: dict[int, list[Item]] = {}
        if any(tables[place].rows for place in self.checks):
            lost = self._doubted(true, false)
            for place, doubted in lost.items():
                tables[place].drop(doubted)
            won = {place: self._holding(place, doubted) for place, doubted in lost.items()}
        for changes, reactions in ((true, self.won_if_true), (false, self.won_if_false)):
            for place, items in changes.items():
                for head, joins in reactions.get(place, ()):
                    found = won.setdefault(head, [])
                    for join in joins:
                        join(found.append, items)
        new = self._spread(won)
        for place, doubted in lost.items():
            rows = tables[place].rows
            log += [(place, item) for item in doubted if item not in rows]
        for place, items in new.items():
            before = lost.get(place, ())
            log += [(place, item) for item in items if item not in before]

    def _doubted(self, true: Mapping[int, list[Item]], false: Mapping[int, list[Item]]) -> dict[int, set[Item]]:
        """The rows that may be lost, found in a state in which all is true that was or is."""
        lost: dict[int, set[Item]] = {}
        for place, items in false.items():
            self.tables[place].take(items, [])
        try:
            todo: dict[int, list[Item]] = {}
            for changes, reactions in ((true, self.lost_if_true), (false, self.lost_if_false)):
                for place, items in changes.items():
                    self._doubt(reactions.get(place, ()), items, lost, todo)
            while todo and self.lost_inside:
                begun, todo = todo, {}
                for place, items in begun.items():
                    self._doubt(self.lost_inside.get(place, ()), items, lost, todo)
        finally:
            for place, items in false.items():
                self.tables[place].drop(items)
        return lost

    def _doubt(
        self,
        reactions: Sequence[tuple[int, Sequence[Join]]],
        items: list[Item],
        lost: dict[int, set[Item]],
        todo: dict[int, list[Item]],
    ) -> None:
        for head, joins in reactions:
            rows = self.tables[head].rows
            if rows:
                found: list[Item] = []
                for join in joins:
                    join(found.append, items)
                if found:
                    known = lost.setdefault(head, set())
                    new = rows.intersection(found) - known
                    if new:
                        known |= new
                        todo.setdefault(head, []).extend(new)

    def _holding(self, place: int, items: set[Item]) -> list[Item]:
        """Those rows that hold by one rule."""
        check = self.checks[place]
        if self.tables[place].arity == 1:
            return [item for item in items if check(item)]
        return [item for item in items if check(*item)]

    def _spread(self, won: dict[int, list[Item]]) -> dict[int, list[Item]]:
        """Put rows in, and all that follow from them; what was not there before."""
        every: dict[int, list[Item]] = {}
        while won:
            new: dict[int, list[Item]] = {}
            for place, items in won.items():
                fresh: list[Item] = []
                self.tables[place].take(items, fresh)
                if fresh:
                    new[place] = fresh
                    every.setdefault(place, []).extend(fresh)
            won = {}
            for place, items in new.items():
                for head, joins in self.won_inside.get(place, ()):
                    found = won.setdefault(head, [])
                    for join in joins:
                        join(found.append, items)
        return every
