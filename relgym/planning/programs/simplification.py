"""Simpler formulas and effects: planners read less than PDDL allows, such as `forall` below `when` below `forall`.

>>> from relgym.model.pddl.formulas import Atom
>>> a, b = Atom("a"), Atom("b")
>>> str(Simplification().formula(And((a, Or((Truth(False), Not(Not(b))))))))
'(and (a) (b))'
>>> nested = When(a, All((Add(b), When(b, Delete(a)))))
>>> print(flat(nested))
(and (when (a) (b)) (when (and (a) (b)) (not (a))))
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from relgym.errors import UnsupportedFeature
from relgym.model.pddl.effects import Add, All, Assign, Delete, Effect, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import FALSE, TRUE, And, Equal, Exists, Forall, Formula, Imply, Not, Or, Truth
from relgym.model.terms import Object, Variable
from relgym.planning.programs.rewriting import Rewriting, conjunction


class Simplification(Rewriting):
    """Folds truth values and double negations."""

    def formula(self, formula: Formula) -> Formula:
        """Simplify a formula."""
        match super().formula(formula):
            case Not(Truth(value)):
                return Truth(not value)
            case Not(Not(part)):
                return part
            case And(parts):
                return FALSE if FALSE in parts else conjunction(*parts)
            case Or(parts):
                kept = tuple(part for part in parts if part != FALSE)
                return TRUE if TRUE in kept else kept[0] if len(kept) == 1 else Or(kept) if kept else FALSE
            case Imply(premise, conclusion):
                return self._implied(premise, conclusion)
            # Over no objects, `exists` is false and `forall` is true, whatever the body is.
            case Exists(_, Truth(False)):
                return FALSE
            case Forall(_, Truth(True)):
                return TRUE
            case simple:
                return simple

    def equal(self, equal: Equal) -> Formula:
        """Decide equalities of objects."""
        if equal.left == equal.right:
            return TRUE
        return FALSE if isinstance(equal.left, Object) and isinstance(equal.right, Object) else equal

    def _implied(self, premise: Formula, conclusion: Formula) -> Formula:
        if premise == FALSE or conclusion == TRUE:
            return TRUE
        if premise == TRUE:
            return conclusion
        return self.formula(Not(premise)) if conclusion == FALSE else Imply(premise, conclusion)


def flat(effect: Effect) -> All:
    """Return an effect as a list of single changes, each below one `when` and one `forall` at most.

    Args:
        effect: The effect; no variable in it hides another one.
    """
    return All(tuple(_changes(effect, (), ())))


def _changes(effect: Effect, variables: tuple[Variable, ...], conditions: tuple[Formula, ...]) -> Iterator[Effect]:
    match effect:
        case Add() | Delete() | Assign():
            condition = Simplification().formula(conjunction(*conditions))
            if condition != FALSE:
                change = effect if condition == TRUE else When(condition, effect)
                yield ForallEffect(variables, change) if variables else change
        case All(parts):
            for part in parts:
                yield from _changes(part, variables, conditions)
        case When(condition, inner):
            yield from _changes(inner, variables, (*conditions, condition))
        case ForallEffect(more, inner):
            yield from _changes(inner, (*variables, *more), conditions)
        case Probabilistic(_, span):
            raise UnsupportedFeature("probabilistic effects", span=span)
        case _:
            assert_never(effect)
