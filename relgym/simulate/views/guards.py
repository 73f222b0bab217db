"""Guards: the nullary preconditions of actions, tested once for all rows of the rules that have the same ones.

The whole precondition of one row is tested by a function of its own.
"""

from __future__ import annotations

from collections.abc import Callable

from relgym.model.plan import Filter, Procedure
from relgym.simulate.views.derived import DerivedViews
from relgym.simulate.views.rules import ActionRules, symbols_in


class Guards:
    """Tests of the guards of rules, and of whole rules for one row.

    Attributes:
        groups: The group of each rule; rules of a group have the same guards.
        conditions: For each group the conditions that its guards hold.
        strata: For each group the strata on which its guards depend.
    """

    def __init__(self, rules: ActionRules, derived: DerivedViews) -> None:
        self._rules = rules
        self._derived = derived
        own = rules.steps.rules
        self.groups = own.groups
        self.strata = [derived.strata.below(symbols_in(body)) for body in own.guards]
        plans = [own.guard(group) for group in range(len(own.guards))]
        first = [plan.body[0] for plan in plans]
        self.conditions = [each.conditions if isinstance(each, Filter) else () for each in first]
        self._updated = [*map(derived.before, self.strata, map(self._compiled, plans))]
        self._checks: dict[int, Callable[..., bool]] = {}

    def _compiled(self, plan: Procedure) -> Callable[[], object]:
        return self._rules.function(plan.name, lambda: plan)

    def hold(self, index: int) -> bool:
        """Tell whether the guards of a rule hold."""
        return bool(self._updated[self.groups[index]]())

    def check(self, index: int) -> Callable[..., bool]:
        """Return the function that tells whether a row of a production, given as arguments, is valid."""
        check = self._checks.get(index)
        if check is None:
            test = self._rules.function(f"check_{index}", lambda: self._rules.steps.rules.check(index))
            strata = self._derived.strata.below((self._rules.productions[index].rule.head.symbol,))
            check = self._checks[index] = self._derived.before(strata, test)
        return check
