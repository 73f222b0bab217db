"""Varying effects: what conditional and random effects of an action change in the current state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from relgym.simulate.views.derived import DerivedViews
from relgym.simulate.views.rules import ActionRules
from relgym.simulate.views.step import Changed, Step, masks
from relgym.translate.plans.effects import EffectPlans


class VaryingEffects:
    """Finds the changes of productions whose effects rest on conditions or on chance."""

    def __init__(self, rules: ActionRules, derived: DerivedViews) -> None:
        self._rules = rules
        self._derived = derived
        self._conditions = {rule.head.symbol: rule for rule in rules.program.rules}
        varying = (index for index, production in enumerate(rules.productions) if production.varies)
        self._plans = {index: self._effects(index).procedure(index) for index in varying}
        self._intended: dict[int, Callable[..., Changed]] = {}
        self._watched = {index for index, plan in self._plans.items() if plan.checks_clock}

    def _effects(self, index: int) -> EffectPlans:
        rules = self._rules.steps.rules
        return EffectPlans(rules.indexes, rules.productions[index], self._conditions)

    def function(self, index: int) -> Callable[..., Changed]:
        """Return the function that finds the changes of a row of a production that varies."""
        return self._after_conditions(index, self._rules.function(f"effects_{index}", lambda: self._plans[index]))

    def finding(self, index: int, apply: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that applies a row, given one that calls the function of its effects, if it has one."""
        if index not in self._plans:
            return apply
        self.function(index)
        return self._after_conditions(index, apply)

    def _after_conditions(self, index: int, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that first updates the strata of a production's conditions, within the limits."""
        strata = self._derived.strata.below(self._rules.productions[index].conditions)
        return self._derived.before(strata, function, is_timed=index in self._watched)

    def intended(self, step: Step) -> tuple[int, int]:
        """Find the changes of a step without chance, by the conditions that hold in the current state.

        Returns:
            The bits that are false afterwards, and those that are false or true, whatever they are now.
        """
        index, rules = step.index, self._rules
        find = self._intended.get(index)
        if find is None:
            effects = self._effects(index)
            function = rules.function(f"intended_{index}", lambda: effects.procedure(index, True))
            find = self._intended[index] = self._after_conditions(index, function)
        gone, come = masks(rules.changed_atoms(index, find(*step.row)))
        return gone, gone | come

    # -- profiling runs ----------------------------------------------------------------------

    def may_try(self, index: int) -> bool:
        """Tell whether a production has known changes, without chance, that do not take long to find."""
        production = self._rules.productions[index]
        return production.effect is not None and not production.is_random and index not in self._watched

    def masks(self, index: int, row: tuple[int, ...]) -> tuple[int, int]:
        """Find the bits that a row of a production that `may_try` allows makes false and true."""
        changed = self.function(index)(*row) if index in self._plans else row
        return masks(self._rules.changed_atoms(index, changed))
