"""The numbers of all valid rows: rows of join views, and rows that are searched when they are stale."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any

from relgym.backends.builtin.table import Item, Table
from relgym.backends.builtin.tables import Compiler
from relgym.simulate.views.derived import DerivedViews
from relgym.simulate.views.guards import Guards
from relgym.simulate.views.materialized import MaterializedViews
from relgym.simulate.views.rules import ActionRules
from relgym.simulate.views.search import RowSearch
from relgym.simulate.views.stale import StaleRows
from relgym.translate.plans.widths import Widths
from relgym.translate.python.listing import SearchedRule, listing


class Snapshot:
    """A copy of the rows of tables and of the items of dicts; `size` is the number of both.

    A return atom by atom takes long after a long walk. A copy of the sets and dicts is restored at once.

    >>> table, view, log = Table(1, 3), {7: None}, deque()
    >>> table.insert_all([(0,), (1,)])
    >>> snapshot = Snapshot({table: [log]}, [view])
    >>> table.insert((2,))
    >>> view.clear()
    >>> snapshot.restore()
    >>> table.rows, view, log
    ({0, 1}, {7: None}, deque([2]))
    """

    def __init__(self, tables: Mapping[Table, Sequence[deque[Item]]], dicts: Sequence[dict[Any, Any]]) -> None:
        """Copy tables, given with the logs of their changes, and dicts."""
        self._rows = [(table, frozenset(table.rows), logs) for table, logs in tables.items()]
        self._dicts = [(own, own.copy()) for own in dicts]
        self.size = sum(len(rows) for _, rows, _ in self._rows) + sum(len(own) for own in dicts)

    def restore(self) -> None:
        """Restore all rows and items, and log the changes."""
        for table, rows, logs in self._rows:
            changed = table.become(rows)
            for log in logs:
                log.extend(changed)
        for own, items in self._dicts:
            own.clear()
            own.update(items)


class ValidRows:
    """Lists the valid rows of all rules in the current state.

    Attributes:
        numbers: Returns the numbers of all valid rows, in any order, in a new list.
    """

    numbers: Callable[[], list[int]]

    def __init__(
        self,
        rules: ActionRules,
        compiler: Compiler,
        derived: DerivedViews,
        guards: Guards,
        search: RowSearch,
        materialized: MaterializedViews,
        stale: StaleRows,
    ) -> None:
        self._rules = rules
        self._compiler = compiler
        self._derived = derived
        self._guards = guards
        self._search = search
        self._materialized = materialized
        self._stale = stale

    def maintain(self, indices: Container[int]) -> None:
        """Maintain the rows of those of these rules where it is possible, search all others, and compute all rows."""
        rules, compiler, fluents = self._rules, self._compiler, self._rules.program.fluents
        searched = self._materialized.choose(indices)
        marks = self._stale.operations(searched)
        if new := rules.join_static(searched):
            self._search.generate_again(new)
        for symbol in fluents:
            compiler.indexes.access(symbol)
        self._materialized.name_indexes()
        self._search.name_indexes()
        rules.write(self._materialized.plans, marks, self._derived.log.names)
        self._materialized.create()
        compiler.define(self._text(searched))
        compiler.frozen = frozenset(fluents)
        self.numbers = compiler.scope["listing"]
        self.compute()

    def _text(self, searched: Sequence[int]) -> str:
        """Return the text of the function that lists all numbers."""
        guards, scope, views = self._guards, self._compiler.scope, self._rules.steps.views.grouped
        widths = Widths(
            self._compiler.tables.objects, self._rules.facts, self._rules.sizes, self._compiler.indexes.groups
        )
        rules = []
        for index in searched:
            strata = self._search.strata[index]
            scope |= {f"rows_{index}": [], f"below_{index}": strata}
            block = self._search.block(index) if index in self._stale.always else ()
            watched = self._search.may_take_long(index, widths)
            rules.append(SearchedRule(index, guards.groups[index], bool(strata), watched, block))
        derived = [group for group, strata in enumerate(guards.strata) if strata]
        scope |= {f"guards_{group}": guards.strata[group] for group in derived}
        grouped = {view: guards.groups[indices[0]] for view, indices in enumerate(views)}
        return listing(self._compiler.printer, guards.conditions, derived, self._materialized.groups, grouped, rules)

    def compute(self) -> None:
        """Compute all join views again, and mark all other rows as stale."""
        self._derived.outdate()
        self._stale.mark_all()
        self._derived.in_time(self._materialized.fill)

    # -- copies ------------------------------------------------------------------------------

    def restorable(self) -> Callable[[], None]:
        """Return a function that restores the rows of the join views as they are now, for a state of the same atoms."""
        return Snapshot({}, self._materialized.dicts()).restore

    def size(self) -> int:
        """Count the atoms and the rows of join views."""
        atoms = sum(len(self._compiler.tables[symbol].rows) for symbol in self._rules.program.fluents)
        return atoms + sum(map(len, self._materialized.dicts()))

    def snapshot(self) -> Snapshot:
        """Copy the atoms and the rows of join views."""
        logs = {self._compiler.tables[symbol]: self._derived.log.logs(symbol) for symbol in self._rules.program.fluents}
        return Snapshot(logs, self._materialized.dicts())

    def restore(self, snapshot: Snapshot) -> None:
        """Restore atoms and join views; other rows are stale, and views of strata see the changes."""
        snapshot.restore()
        self._stale.mark_all()
        self._derived.outdate_unmaintained()
