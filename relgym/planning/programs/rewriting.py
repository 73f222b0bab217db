"""Passes over the formulas and effects of a task: a base class that changes nothing.

>>> from relgym.model.pddl.formulas import Not
>>> class Upper(Rewriting):
...     def atom(self, atom):
...         return Atom(atom.predicate.upper(), atom.terms)
>>> str(Upper().formula(Not(Atom("wet", ()))))
'(not (WET))'
"""

from __future__ import annotations

from typing import assert_never

from relgym.model.pddl.effects import NO_CHANGE, Add, All, Assign, Delete, Effect, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import And, Atom, Compare, Equal, Exists, Forall, Formula, Truth
from relgym.model.pddl.traversal import with_formulas
from relgym.model.terms import Variable


class Rewriting:
    """A pass; subclasses say what it does with atoms, comparisons, numeric effects and variables."""

    def atom(self, atom: Atom) -> Atom:
        """Rewrite an atom."""
        return atom

    def equal(self, equal: Equal) -> Formula:
        """Rewrite an equality of terms."""
        return equal

    def compare(self, compare: Compare) -> Formula:
        """Rewrite a numeric comparison."""
        return compare

    def assign(self, assign: Assign) -> Effect:
        """Rewrite a numeric effect."""
        return assign

    def quantified(self, formula: Forall | Exists) -> Formula:
        """Rewrite a quantified formula."""
        return with_formulas(formula, self.formula)

    def universal(self, effect: ForallEffect) -> Effect:
        """Rewrite a universal effect."""
        return ForallEffect(effect.variables, self.effect(effect.effect))

    def formula(self, formula: Formula) -> Formula:
        """Rewrite a formula."""
        match formula:
            case Atom():
                return self.atom(formula)
            case Equal():
                return self.equal(formula)
            case Compare():
                return self.compare(formula)
            case Forall() | Exists():
                return self.quantified(formula)
            case _:
                return with_formulas(formula, self.formula)

    def effect(self, effect: Effect) -> Effect:
        """Rewrite an effect."""
        match effect:
            case Add(atom):
                return Add(self.atom(atom))
            case Delete(atom):
                return Delete(self.atom(atom))
            case Assign():
                return self.assign(effect)
            case When(condition, inner):
                after = self.effect(inner)
                return NO_CHANGE if after == NO_CHANGE else When(self.formula(condition), after)
            case ForallEffect():
                after = self.universal(effect)
                return NO_CHANGE if isinstance(after, ForallEffect) and after.effect == NO_CHANGE else after
            case All(parts):
                rewritten = (self.effect(part) for part in parts)
                return All(tuple(part for part in rewritten if part != NO_CHANGE))
            case Probabilistic(outcomes):
                return Probabilistic(tuple((chance, self.effect(outcome)) for chance, outcome in outcomes))
            case _:
                assert_never(effect)


def conjunction(*parts: Formula) -> Formula:
    """Join formulas; those that are always true are left out."""
    kept: list[Formula] = []
    for part in parts:
        kept += part.parts if isinstance(part, And) else [part]
    kept = [part for part in kept if part != Truth(True)]
    return kept[0] if len(kept) == 1 else And(tuple(kept)) if kept else Truth(True)


def distinct(variables: tuple[Variable, ...]) -> tuple[Variable, ...]:
    """Leave out repeated variables."""
    return tuple(dict.fromkeys(variables))
