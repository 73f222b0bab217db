"""The numbers of all valid rows: rows of incremental join views, and rows that are searched when they are stale.

Join views are maintained as atoms come and go (Miranker, TREAT, 1987): functions that change atoms contain the joins
that add and delete the rows (`translate/plans/views.py`). The rows of rules with the same guards are the keys of one
dict. Grouped rows are those that always come and go with one atom: they are stored as a tuple for each atom.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Mapping, Sequence
from functools import cache
from typing import Any

from relgym.backends.builtin.compiler import Compiler
from relgym.backends.builtin.tables import Item, Table
from relgym.model.program import variables_of
from relgym.simulate.views.derived import DerivedViews
from relgym.simulate.views.rules import ActionRules, Guards
from relgym.simulate.views.search import RowSearch, StaleRows
from relgym.translate.analysis.events import ViewEvents, view_events
from relgym.translate.plans.clock import Widths
from relgym.translate.python.listing import SearchedRule, listing
from relgym.tuning.simulate import VIEW_COST_LIMIT


class MaterializedViews:
    """The numbers of the rows of some rules, without their guards.

    Attributes:
        plans: How the rows of each rule are maintained, None if they are not.
        groups: The groups of rules whose rows are the keys of one dict.
    """

    def __init__(self, rules: ActionRules, search: RowSearch, compiler: Compiler) -> None:
        self._rules = rules
        self._search = search
        self._compiler = compiler
        self._scope = compiler.scope
        self.plans: list[ViewEvents | None] = [None] * len(rules.guarded)
        self.groups: set[int] = set()
        # How the rows of a rule could be maintained; few systems ask for every rule, and many for none.
        self._possible = cache(lambda index: view_events(rules.guarded[index], rules.sizes))

    def worth_maintaining(self) -> set[int]:
        """Find the rules whose rows are worth maintaining: short joins find changes, or they go with one atom."""
        return {
            index
            for index, plan in enumerate(map(self._possible, range(len(self.plans))))
            if plan and (plan.is_grouped or sum(event.cost for event in plan.events) <= VIEW_COST_LIMIT)
        }

    def choose(self, indices: Container[int]) -> list[int]:
        """Maintain the rows of those of these rules where it is possible; returns the indices of the others."""
        self.plans = [self._possible(index) if index in indices else None for index in range(len(self.plans))]
        return [index for index, plan in enumerate(self.plans) if plan is None]

    def name_indexes(self) -> None:
        """Name all indexes that functions for added and deleted atoms may read."""
        for plan in self.plans:
            for event in plan.events if plan else ():
                self._compiler.indexes.foresee(event.rest, variables_of(event.literal))

    def create(self) -> None:
        """Create empty views, and compile the functions that find grouped rows."""
        rules, scope = self._rules, self._scope
        self.groups = {
            rules.plans.groups[index] for index, plan in enumerate(self.plans) if plan and not plan.is_grouped
        }
        scope |= {f"view_{group}": {} for group in self.groups}
        views = range(len(rules.views.grouped))
        for view in views:
            scope |= {f"grouped_{view}": {}, f"known_{view}": {}}
        self._compiler.define(*map(rules.views.group, views))

    def dicts(self) -> list[dict[Any, Any]]:
        """Return the dicts with the rows of all views."""
        names = [f"view_{group}" for group in self.groups]
        names += [f"grouped_{view}" for view in range(len(self._rules.views.grouped))]
        return [self._scope[name] for name in names]

    def fill(self) -> None:
        """Compute all views anew."""
        rules = self._rules
        for group in self.groups:
            self._scope[f"view_{group}"].clear()
        for index, plan in enumerate(self.plans):
            if plan and not plan.is_grouped:
                rows = self._search.rows(index)
                self._scope[f"view_{rules.plans.groups[index]}"].update(dict.fromkeys(rows))
        for view in range(len(rules.views.grouped)):
            self._fill_grouped(view)

    def _fill_grouped(self, view: int) -> None:
        """Compute the rows that come and go with each atom of a symbol."""
        plan = self.plans[self._rules.views.grouped[view][0]]
        assert plan is not None
        symbol = plan.events[0].literal.symbol
        grouped, known, find = (self._scope[f"{name}_{view}"] for name in ("grouped", "known", "find_grouped"))
        grouped.clear()
        for item in self._compiler.tables[symbol].rows:
            if item not in known:
                known[item] = find(*((item,) if symbol.arity == 1 else item))
            if known[item]:
                grouped[item] = known[item]


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
        guards, scope, views = self._guards, self._compiler.scope, self._rules.views.grouped
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
