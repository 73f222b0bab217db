"""The step at which a formula got its truth value: a search back through the history."""

from __future__ import annotations

from collections.abc import Sequence

from relgym.explain.search import FormulaSearch
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Formula


class Past:
    """The states up to the present one, oldest first, each with the action that led to it."""

    def __init__(self, steps: Sequence[tuple[Action | None, FormulaSearch]]) -> None:
        self._steps = steps

    def turn(self, formula: Formula) -> str:
        """Return the step since which a closed formula has its truth value, in words; empty if it has always had it."""
        if len(self._steps) < 2:
            return ""
        now = self._steps[-1][1].holds(formula)
        for number in range(len(self._steps) - 1, 0, -1):
            if self._steps[number - 1][1].holds(formula) != now:
                action = self._steps[number][0]
                by = "" if action is None else f", {action}"
                return f"it became {'true' if now else 'false'} at step {number}{by}"
        return ""
