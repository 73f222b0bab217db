"""Incremental join views: the valid rows of rules, maintained as atoms come and go (Miranker, TREAT, 1987).

Functions that change atoms contain the joins that add and delete the rows (`translate/plans/views.py`). The rows of
rules with the same guards are the keys of one dict. Grouped rows are those that always come and go with one atom: they
are stored as a tuple for each atom.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from relgym.backends.builtin.tables import Compiler
from relgym.model.program import variables_of
from relgym.simulate.views.rules import ActionRules
from relgym.simulate.views.search import RowSearch
from relgym.translate.analysis.events import ViewEvents, view_events
from relgym.tuning.simulate import VIEW_COST_LIMIT


class MaterializedViews:
    """The numbers of the rows of some rules, without their guards.

    Attributes:
        plans: How the rows of each rule are maintained, None if they are not; until `create`, how they could be.
        groups: The groups of rules whose rows are the keys of one dict.
    """

    def __init__(self, rules: ActionRules, search: RowSearch, compiler: Compiler) -> None:
        self._rules = rules
        self._search = search
        self._compiler = compiler
        self._scope = compiler.scope
        self.plans: list[ViewEvents | None] = [view_events(each, rules.sizes) for each in rules.guarded]
        self.groups: set[int] = set()

    def worth_maintaining(self) -> set[int]:
        """Find the rules whose rows are worth maintaining: short joins find changes, or they go with one atom."""
        return {
            index
            for index, plan in enumerate(self.plans)
            if plan and (plan.is_grouped or sum(event.cost for event in plan.events) <= VIEW_COST_LIMIT)
        }

    def choose(self, indices: Container[int]) -> list[int]:
        """Maintain the rows of those of these rules where it is possible; returns the indices of the others."""
        self.plans = [plan if index in indices else None for index, plan in enumerate(self.plans)]
        return [index for index, plan in enumerate(self.plans) if plan is None]

    def name_indexes(self) -> None:
        """Name all indexes that functions for added and deleted atoms may read."""
        for plan in self.plans:
            for event in plan.events if plan else ():
                self._compiler.indexes.foresee(event.rest, variables_of(event.literal))

    def create(self) -> None:
        """Create empty views, and compile the functions that find grouped rows."""
        steps, scope = self._rules.steps, self._scope
        self.groups = {
            steps.rules.groups[index] for index, plan in enumerate(self.plans) if plan and not plan.is_grouped
        }
        scope |= {f"view_{group}": {} for group in self.groups}
        views = range(len(steps.views.grouped))
        for view in views:
            scope |= {f"grouped_{view}": {}, f"known_{view}": {}}
        self._compiler.define(*map(steps.views.group, views))

    def dicts(self) -> list[dict[Any, Any]]:
        """Return the dicts with the rows of all views."""
        names = [f"view_{group}" for group in self.groups]
        names += [f"grouped_{view}" for view in range(len(self._rules.steps.views.grouped))]
        return [self._scope[name] for name in names]

    def fill(self) -> None:
        """Compute all views anew."""
        steps = self._rules.steps
        for group in self.groups:
            self._scope[f"view_{group}"].clear()
        for index, plan in enumerate(self.plans):
            if plan and not plan.is_grouped:
                rows = self._search.rows(index)
                self._scope[f"view_{steps.rules.groups[index]}"].update(dict.fromkeys(rows))
        for view in range(len(steps.views.grouped)):
            self._fill_grouped(view)

    def _fill_grouped(self, view: int) -> None:
        """Compute the rows that come and go with each atom of a symbol."""
        plan = self.plans[self._rules.steps.views.grouped[view][0]]
        assert plan is not None
        symbol = plan.events[0].literal.symbol
        grouped, known, find = (self._scope[f"{name}_{view}"] for name in ("grouped", "known", "find_grouped"))
        grouped.clear()
        for item in self._compiler.tables[symbol].rows:
            if item not in known:
                known[item] = find(*((item,) if symbol.arity == 1 else item))
            if known[item]:
                grouped[item] = known[item]
