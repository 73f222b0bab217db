"""Guards: the nullary preconditions of actions, tested once for all rows of the rules that have the same ones.

The whole precondition of one row is tested by a function of its own.
"""

from __future__ import annotations

from collections.abc import Callable

from relgym.simulate.views.derived import DerivedViews
from relgym.simulate.views.rules import ActionRules, symbols_in


class Guards:
    """Tests of the guards of rules, and of whole rules for one row.

    Attributes:
        groups: The group of each rule; rules of a group have the same guards.
        texts: For each group a Python expression that tells whether its guards hold; empty if there are none.
        strata: For each group the strata on which its guards depend.
    """

    def __init__(self, rules: ActionRules, derived: DerivedViews) -> None:
        self._rules = rules
        self._derived = derived
        writer = rules.writer
        self.groups = writer.rules.groups
        self.strata = [derived.strata.below(symbols_in(body)) for body in writer.rules.gates]
        gates = [writer.guard(body) for body in writer.rules.gates]
        self.texts = [text for text, _ in gates]
        # For each group the test without an update of strata.
        self._tests: list[Callable[[], object]] = []
        for group, (text, helpers) in enumerate(gates):
            function = f"{helpers}def open_{group}(): return {text or True}\n"
            self._tests.append(rules.function(f"open_{group}", function.__str__))
        self._updated = [*map(derived.before, self.strata, self._tests)]
        self._checks: dict[int, Callable[..., bool]] = {}

    def hold(self, index: int) -> bool:
        """Tell whether the guards of a rule hold."""
        return bool(self._updated[self.groups[index]]())

    def hold_now(self, index: int) -> bool:
        """Tell whether the guards of a rule hold, if the strata on which they depend are up to date."""
        group = self.groups[index]
        return not self.texts[group] or bool(self._tests[group]())

    def check(self, index: int) -> Callable[..., bool]:
        """Return the function that tells whether a row of a production, given as arguments, is valid."""
        check = self._checks.get(index)
        if check is None:
            test = self._rules.function(f"check_{index}", lambda: self._rules.writer.check(index))
            strata = self._derived.strata.below((self._rules.productions[index].rule.head.symbol,))
            check = self._checks[index] = self._derived.before(strata, test)
        return check
