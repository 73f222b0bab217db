"""All formulas within a formula, all effects within an effect, and the terms in them.

>>> from relgym.model.terms import Variable
>>> wet = Atom("wet", (Variable("?x"),))
>>> [str(part) for part in subformulas(Not(wet))], [str(part) for part in subeffects(All((Add(wet),)))]
(['(not (wet ?x))', '(wet ?x)'], ['(and (wet ?x))', '(wet ?x)'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import assert_never

from relgym.model.numeric import Expression, fluents_in
from relgym.model.pddl.effects import Add, All, Assign, Delete, Effect, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import And, Atom, Compare, Equal, Exists, Forall, Formula, Imply, Not, Or, Truth
from relgym.model.terms import Term


def subformulas(formula: Formula) -> Iterator[Formula]:
    """Yield a formula and all formulas within it, outer ones first."""
    todo = [formula]
    while todo:
        part = todo.pop()
        yield part
        todo += reversed(formulas_in(part))


def formulas_in(formula: Formula) -> tuple[Formula, ...]:
    """Return the direct parts of a formula."""
    match formula:
        case Atom() | Equal() | Compare() | Truth():
            return ()
        case Not(inner) | Exists(_, inner) | Forall(_, inner):
            return (inner,)
        case And(parts) | Or(parts):
            return parts
        case Imply(premise, conclusion):
            return premise, conclusion
        case _:
            assert_never(formula)


def with_formulas(formula: Formula, changed: Callable[[Formula], Formula]) -> Formula:
    """Return a formula with each of its direct parts given to a function that says what stands in its place."""
    match formula:
        case Atom() | Equal() | Compare() | Truth():
            return formula
        case Not(part, span):
            return Not(changed(part), span)
        case And(parts, span) | Or(parts, span):
            return type(formula)(tuple(map(changed, parts)), span)
        case Imply(premise, conclusion, span):
            return Imply(changed(premise), changed(conclusion), span)
        case Forall(variables, body, span) | Exists(variables, body, span):
            return type(formula)(variables, changed(body), span)
        case _:
            assert_never(formula)


def subeffects(effect: Effect) -> Iterator[Effect]:
    """Yield an effect and all effects within it, outer ones first."""
    todo = [effect]
    while todo:
        part = todo.pop()
        yield part
        match part:
            case Add() | Delete() | Assign():
                pass
            case When(_, inner) | ForallEffect(_, inner):
                todo.append(inner)
            case Probabilistic(outcomes):
                todo += [inner for _, inner in reversed(outcomes)]
            case All(parts):
                todo += reversed(parts)
            case _:
                assert_never(part)


_PRIMITIVES = Add, Delete, Assign
# As a constant, since `Add | Delete | Assign` would be made anew for each part.


def primitives(effect: Effect) -> Iterator[Add | Delete | Assign]:
    """Yield the single changes that an effect may make, whatever their conditions and probabilities."""
    return (part for part in subeffects(effect) if isinstance(part, _PRIMITIVES))


def terms_in(formula: Formula) -> Iterator[Term]:
    """Yield the terms of a formula, as often as they occur; variables that quantifiers declare are none."""
    for part in subformulas(formula):
        match part:
            case Atom(_, terms):
                yield from terms
            case Equal(left, right):
                yield from (left, right)
            case Compare(_, left, right):
                yield from _terms_of(left)
                yield from _terms_of(right)
            case _:
                pass


def terms_in_effect(effect: Effect) -> Iterator[Term]:
    """Yield the terms of an effect and of its conditions."""
    for part in subeffects(effect):
        match part:
            case Add(atom) | Delete(atom):
                yield from atom.terms
            case Assign(_, fluent, value):
                yield from fluent.terms
                yield from _terms_of(value)
            case When(condition):
                yield from terms_in(condition)
            case _:
                pass


def _terms_of(expression: Expression) -> Iterator[Term]:
    return (term for fluent in fluents_in(expression) for term in fluent.terms)


def conjuncts(formula: Formula) -> Iterator[Formula]:
    """Yield the parts of a conjunction, those of conjunctions in it apart; any other formula is its own part."""
    match formula:
        case And(parts):
            for part in parts:
                yield from conjuncts(part)
        case _:
            yield formula
