"""Objects in the place of variables, by the variables' names; inner quantifiers hide outer variables."""

from __future__ import annotations

from collections.abc import Mapping

from relgym.model.numeric import Expression, with_terms
from relgym.model.pddl.formulas import Atom, Compare, Equal, Exists, Forall, Formula
from relgym.model.pddl.traversal import with_formulas
from relgym.model.terms import Object, Term, Variable

Binding = Mapping[str, Object]


def filled(term: Term, binding: Binding) -> Term:
    return binding.get(term.name, term) if isinstance(term, Variable) else term


def filled_expression(expression: Expression, binding: Binding) -> Expression:
    return with_terms(expression, lambda term: filled(term, binding))


def filled_formula(formula: Formula, binding: Binding) -> Formula:
    """The formula with objects for the free variables that are bound."""
    match formula:
        case Atom(predicate, terms):
            return Atom(predicate, tuple(filled(term, binding) for term in terms))
        case Equal(left, right):
            return Equal(filled(left, binding), filled(right, binding))
        case Compare(operator, left, right):
            return Compare(operator, filled_expression(left, binding), filled_expression(right, binding))
        case Forall(variables) | Exists(variables):
            inner = without(binding, variables)
            return with_formulas(formula, lambda part: filled_formula(part, inner))
        case _:
            return with_formulas(formula, lambda part: filled_formula(part, binding))


def without(binding: Binding, variables: tuple[Variable, ...]) -> Binding:
    hidden = {variable.name for variable in variables}
    return {name: term for name, term in binding.items() if name not in hidden}


def shown(variables: tuple[Variable, ...], binding: Binding) -> str:
    """The binding of some variables as people read it: `?x = a, ?y = b`."""
    return ", ".join(f"{variable.name} = {binding[variable.name]}" for variable in variables)
