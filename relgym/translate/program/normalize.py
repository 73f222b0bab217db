"""Formulas in negation normal form, every quantified variable with a name of its own.

>>> from relgym.model.pddl.formulas import Atom, Imply, Not
>>> from relgym.model.terms import Variable
>>> x = Variable("?x")
>>> str(Normalizer().normal(Not(Imply(Atom("p", (x,)), Exists((x,), Atom("q", (x,)))))))
'(and (p ?x) (forall (?x#1) (not (q ?x#1))))'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import assert_never

from relgym.model.numeric import Expression, with_terms
from relgym.model.pddl.formulas import (
    FALSE,
    TRUE,
    And,
    Atom,
    Compare,
    Equal,
    Exists,
    Forall,
    Formula,
    Imply,
    Not,
    Or,
    Truth,
)
from relgym.model.pddl.traversal import formulas_in, terms_in, with_formulas
from relgym.model.terms import Object, Term, Variable

Binding = Mapping[Variable, Term]
"""A substitution of terms for variables."""


class Normalizer:
    """Gives normal forms; variables renamed by one normalizer never meet (`#` is in no PDDL name)."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def fresh(self, variable: Variable) -> Variable:
        """A variable like this one with a name that nothing else has."""
        stem = variable.name.partition("#")[0]
        return Variable(f"{stem}#{next(self._numbers)}", variable.types, variable.span)

    def normal(self, formula: Formula, binding: Binding | None = None) -> Formula:
        """The formula made of literals, `And`, `Or`, `Exists`, `Forall` and `Truth` alone.

        A comparison over an undefined number is neither true nor false (PDDL 2.1, definition 9), so a negated one
        becomes the opposite comparison: neither holds where a side is undefined.
        """
        return self._normal(formula, binding or {}, True)

    def renamed(self, formula: Formula, binding: Binding | None = None) -> Formula:
        """The formula, which is in normal form, with other names for its quantified variables."""
        binding = binding or {}
        match formula:
            case Forall(variables, body) | Exists(variables, body):
                renaming = {variable: self.fresh(variable) for variable in variables}
                return type(formula)(tuple(renaming.values()), self.renamed(body, {**binding, **renaming}))
            case Atom() | Equal() | Compare():
                return substitute(formula, binding)
            case _:
                return with_formulas(formula, lambda part: self.renamed(part, binding))

    def _normal(self, formula: Formula, binding: Binding, positive: bool) -> Formula:
        match formula:
            case Equal(left, right) if known(replace(left, binding), replace(right, binding)):
                return Truth((replace(left, binding) == replace(right, binding)) == positive)
            case Compare(operator, left, right, span) if not positive:
                sides = substitute_expression(left, binding), substitute_expression(right, binding)
                return disjunction([Compare(opposite, *sides, span) for opposite in OPPOSITES[operator]])
            case Atom() | Equal() | Compare():
                literal = substitute(formula, binding)
                return literal if positive else Not(literal)
            case Truth(value):
                return Truth(value == positive)
            case Not(part):
                return self._normal(part, binding, not positive)
            case And(parts) | Or(parts):
                joined = conjunction if isinstance(formula, And) == positive else disjunction
                return joined([self._normal(part, binding, positive) for part in parts])
            case Imply(premise, conclusion):
                return self._normal(Or((Not(premise), conclusion)), binding, positive)
            case Forall(variables, body) | Exists(variables, body):
                renaming = {variable: self.fresh(variable) for variable in variables}
                inner = self._normal(body, {**binding, **renaming}, positive)
                if not variables:
                    return inner
                universal = isinstance(formula, Forall) == positive
                return (Forall if universal else Exists)(tuple(renaming.values()), inner)
            case _:
                assert_never(formula)


OPPOSITES = {"<": (">=",), "<=": (">",), ">": ("<=",), ">=": ("<",), "=": ("<", ">")}
"""The comparisons of which one holds where a comparison of two defined values does not."""


def negate(formula: Formula) -> Formula:
    """The formula, in normal form, that one in normal form does not hold.

    Unlike PDDL's `not`, it is true where a comparison does not hold because a side is undefined.
    """
    match formula:
        case Not(part):
            return part
        case And(parts):
            return disjunction([negate(part) for part in parts])
        case Or(parts):
            return conjunction([negate(part) for part in parts])
        case Forall(variables, body):
            return Exists(variables, negate(body))
        case Exists(variables, body):
            return Forall(variables, negate(body))
        case Truth(value):
            return Truth(not value)
        case Atom() | Equal() | Compare():
            return Not(formula)
        case Imply():
            raise ValueError(f"not in normal form: {formula}")
        case _:
            assert_never(formula)


def conjunction(parts: Iterable[Formula]) -> Formula:
    """Return `And` of the parts; nested ones and truth values are simplified."""
    return _connected(And, parts, TRUE, FALSE)


def disjunction(parts: Iterable[Formula]) -> Formula:
    """Return `Or` of the parts; nested ones and truth values are simplified."""
    return _connected(Or, parts, FALSE, TRUE)


def _connected(connective: type[And | Or], parts: Iterable[Formula], neutral: Truth, absorbing: Truth) -> Formula:
    kept: list[Formula] = []
    for part in parts:
        if part == absorbing:
            return absorbing
        if part != neutral:
            kept.extend(part.parts if isinstance(part, connective) else [part])
    if not kept:
        return neutral
    return kept[0] if len(kept) == 1 else connective(tuple(kept))


def known(left: Term, right: Term) -> bool:
    """Return True if the terms alone decide whether they are equal."""
    return left == right or (isinstance(left, Object) and isinstance(right, Object))


def replace(term: Term, binding: Binding) -> Term:
    return binding.get(term, term) if binding and isinstance(term, Variable) else term


def substitute_expression(expression: Expression, binding: Binding) -> Expression:
    """The expression with variables replaced."""
    return with_terms(expression, lambda term: replace(term, binding))


def substitute(formula: Formula, binding: Binding) -> Formula:
    """The formula with free variables replaced; quantified variables must have names of their own."""
    if not binding:
        return formula
    match formula:
        case Atom(predicate, terms, span):
            return Atom(predicate, tuple(replace(term, binding) for term in terms), span)
        case Equal(left, right, span):
            return Equal(replace(left, binding), replace(right, binding), span)
        case Compare(operator, left, right, span):
            sides = substitute_expression(left, binding), substitute_expression(right, binding)
            return Compare(operator, *sides, span)
        case _:
            return with_formulas(formula, lambda part: substitute(part, binding))


def free_variables(formula: Formula) -> tuple[Variable, ...]:
    """The free variables of a formula, in the order of their first occurrence."""
    match formula:
        case Atom() | Equal() | Compare():
            return tuple(dict.fromkeys(term for term in terms_in(formula) if isinstance(term, Variable)))
        case Forall(variables, body) | Exists(variables, body):
            return tuple(v for v in free_variables(body) if v not in variables)
        case _:
            return tuple(dict.fromkeys(v for part in formulas_in(formula) for v in free_variables(part)))
