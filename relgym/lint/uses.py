"""The names that a PDDL domain and its problems read and change.

>>> from relgym.read.pddl.domain import read_domain
>>> domain = read_domain('''(define (domain d) (:requirements :strips) (:predicates (p) (q) (r))
...   (:action a :parameters () :precondition (p) :effect (not (q))))''')
>>> uses = Uses.of(domain, ())
>>> sorted(uses.read), sorted(uses.changed)
(['p'], ['q'])
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from relgym.model.numeric import functions_in
from relgym.model.pddl.domain import Domain
from relgym.model.pddl.effects import Add, Assign, Delete, Effect, ForallEffect, When
from relgym.model.pddl.formulas import Atom, Compare, Exists, Forall, Formula
from relgym.model.pddl.problem import Problem
from relgym.model.pddl.traversal import primitives, subeffects, subformulas
from relgym.model.span import Span
from relgym.model.terms import Object, Term, Variable


@dataclass(slots=True)
class Uses:
    """The predicates and functions that are read, and those that effects change, with the first place of each.

    `derived` are the predicates that axioms define. `read` has no predicate that only its own axioms read, and no
    function that is read only to change itself. `quantified` are the types of quantified variables, `ranged` those of
    all variables, `inhabited` those of constants and objects, `stated` the predicates and functions in :init.
    """

    read: set[str] = field(default_factory=set)
    functions_read: set[str] = field(default_factory=set)
    changed: dict[str, Span | None] = field(default_factory=dict)
    functions_changed: dict[str, Span | None] = field(default_factory=dict)
    derived: set[str] = field(default_factory=set)
    quantified: set[str] = field(default_factory=set)
    ranged: set[str] = field(default_factory=set)
    inhabited: set[str] = field(default_factory=set)
    stated: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, domain: Domain, problems: Sequence[Problem]) -> Uses:
        """The uses in a domain and in some of its problems."""
        uses = cls()
        for items in (domain.predicates, domain.functions, domain.actions, domain.axioms):
            uses.ranged.update(name for item in items for parameter in item.parameters for name in parameter.types)
        for typed in (*domain.constants, *(item for problem in problems for item in problem.objects)):
            uses.inhabited.update(typed.types)
        for action in domain.actions:
            uses._formula(action.precondition)
            uses._effect(action.effect)
        for axiom in domain.axioms:
            uses.derived.add(axiom.predicate)
            uses._formula(axiom.body, axiom.predicate)
        for problem in problems:
            uses._problem(problem)
        uses.ranged |= uses.quantified
        return uses

    def _problem(self, problem: Problem) -> None:
        self._formula(problem.goal)
        self.stated |= {atom.predicate for atom in problem.init}
        self.stated |= {fluent.function for fluent, _ in problem.values}
        for change in (change for chance in problem.chances for change in primitives(chance)):
            self.stated.add(change.fluent.function if isinstance(change, Assign) else change.atom.predicate)
        if problem.metric is not None:
            self.functions_read |= functions_in(problem.metric.expression)
        if problem.goal_reward is not None:
            self.functions_read |= functions_in(problem.goal_reward)

    def _formula(self, formula: Formula, of: str | None = None) -> None:
        for part in subformulas(formula):
            match part:
                case Atom(predicate) if predicate != of:
                    self.read.add(predicate)
                case Compare(_, left, right):
                    self.functions_read |= functions_in(left) | functions_in(right)
                case Exists(variables) | Forall(variables):
                    self.quantified.update(name for variable in variables for name in variable.types)
                case _:
                    pass

    def _effect(self, effect: Effect) -> None:
        for part in subeffects(effect):
            match part:
                case Add(atom, span) | Delete(atom, span):
                    self.changed.setdefault(atom.predicate, span)
                case Assign(_, fluent, value, span):
                    self.functions_changed.setdefault(fluent.function, span)
                    self.functions_read |= functions_in(value) - {fluent.function}
                case When(condition):
                    self._formula(condition)
                case ForallEffect(variables):
                    self.quantified.update(name for variable in variables for name in variable.types)
                case _:
                    pass


def names_of(terms: Iterator[Term]) -> tuple[set[str], set[str]]:
    """The names of the variables among some terms, and those of the objects."""
    variables: set[str] = set()
    objects: set[str] = set()
    for term in terms:
        match term:
            case Variable(name):
                variables.add(name)
            case Object(name):
                objects.add(name)
            case _:
                assert_never(term)
    return variables, objects
