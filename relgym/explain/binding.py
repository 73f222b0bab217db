"""Objects in the place of variables, by the variables' names; inner quantifiers hide outer variables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number
from relgym.model.pddl.formulas import And, Atom, Compare, Equal, Exists, Forall, Formula, Imply, Not, Or, Truth
from relgym.model.terms import Object, Term, Variable

Binding = Mapping[str, Object]


def filled(term: Term, binding: Binding) -> Term:
    return binding.get(term.name, term) if isinstance(term, Variable) else term


def filled_expression(expression: Expression, binding: Binding) -> Expression:
    match expression:
        case Number():
            return expression
        case FluentValue(function, terms):
            return FluentValue(function, tuple(filled(term, binding) for term in terms))
        case Arithmetic(operator, operands):
            return Arithmetic(operator, tuple(filled_expression(operand, binding) for operand in operands))
        case _:
            assert_never(expression)


def filled_formula(formula: Formula, binding: Binding) -> Formula:
    """The formula with objects for the free variables that are bound."""
    match formula:
        case Atom(predicate, terms):
            return Atom(predicate, tuple(filled(term, binding) for term in terms))
        case Equal(left, right):
            return Equal(filled(left, binding), filled(right, binding))
        case Compare(operator, left, right):
            return Compare(operator, filled_expression(left, binding), filled_expression(right, binding))
        case Truth():
            return formula
        case Not(part):
            return Not(filled_formula(part, binding))
        case And(parts):
            return And(tuple(filled_formula(part, binding) for part in parts))
        case Or(parts):
            return Or(tuple(filled_formula(part, binding) for part in parts))
        case Imply(premise, conclusion):
            return Imply(filled_formula(premise, binding), filled_formula(conclusion, binding))
        case Forall(variables, body):
            return Forall(variables, filled_formula(body, without(binding, variables)))
        case Exists(variables, body):
            return Exists(variables, filled_formula(body, without(binding, variables)))
        case _:
            assert_never(formula)


def without(binding: Binding, variables: tuple[Variable, ...]) -> Binding:
    hidden = {variable.name for variable in variables}
    return {name: term for name, term in binding.items() if name not in hidden}


def shown(variables: tuple[Variable, ...], binding: Binding) -> str:
    """The binding of some variables as people read it: `?x = a, ?y = b`."""
    return ", ".join(f"{variable.name} = {binding[variable.name]}" for variable in variables)
