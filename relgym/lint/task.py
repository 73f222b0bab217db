"""Lints of PDDL problems by relaxed reachability: actions and goals out of reach, objects that take no part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic

from relgym.backends.base import Limits
from relgym.diagnostics import Diagnostic, Severity
from relgym.errors import BackendError
from relgym.lint.uses import Uses, names_of
from relgym.model.pddl.domain import ActionSchema, Domain
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.problem import Problem, Task
from relgym.model.pddl.traversal import conjuncts, terms_in, terms_in_effect
from relgym.model.program import Role, Row, Symbol
from relgym.model.terms import Object, Term
from relgym.reasoning.pddl.reachability import reached
from relgym.translate.program.task import Translation
from relgym.tuning.reasoning import DOMAIN_SECONDS, PROBLEM_SECONDS


class Reach:
    """The reachable actions and atoms of a domain's problems; a problem is analysed only when a lint needs it."""

    def __init__(self, domain: Domain, problems: Sequence[Problem], seconds: float = PROBLEM_SECONDS) -> None:
        self._domain = domain
        self._problems = problems
        self._limits = Limits(seconds=seconds)

    def lints(self) -> Iterator[tuple[Problem | None, Diagnostic]]:
        """Each finding with the problem that it is about, or `None` for the domain."""
        end = monotonic() + DOMAIN_SECONDS
        left = {action.name: action for action in self._domain.actions}
        constants = dict.fromkeys(item.object for item in self._domain.constants)
        sure = bool(self._problems)
        for problem in self._problems:
            if monotonic() > end:
                sure = False
                break
            task = Task(self._domain, problem)
            suspects = _unmentioned(task)
            goal = [part for part in conjuncts(problem.goal) if isinstance(part, Atom)]
            translation = Translation(task)
            try:
                rows = reached(translation, self._limits)
            except BackendError:
                sure = False
                continue
            for schema in translation.schemas:
                if rows[schema.symbol]:
                    left.pop(schema.action.name, None)
            for diagnostic in _goal_lints(translation, rows, goal):
                yield problem, diagnostic
            idle = _idle(task, translation, rows, suspects)
            for item in idle:
                if item not in constants:
                    yield problem, _unused("object", item)
            constants = {item: None for item in constants if item in idle}
        if sure:
            for item in constants:
                yield None, _unused("constant", item)
            for action in left.values():
                yield None, self._never_applied(action)

    def _never_applied(self, action: ActionSchema) -> Diagnostic:
        many = len(self._problems)
        where = f"in '{self._problems[0].name}'" if many == 1 else f"in any of the {many} problems"
        message = f"the action '{action.name}' can never be applied {where}"
        hint = "its precondition is out of reach, whatever is done before"
        return Diagnostic("W204", Severity.WARNING, message, action.span, hint=hint)


def _goal_lints(translation: Translation, rows: dict[Symbol, list[Row]], goal: list[Atom]) -> Iterator[Diagnostic]:
    task = translation.task
    static = set(translation.static_atoms)
    for atom in goal:
        symbol = translation.symbol(atom.predicate)
        row = tuple(task.number[term.name] for term in atom.terms)
        possible = (atom.predicate, row) in static if symbol.role is Role.STATIC else row in rows.get(symbol, ())
        if not possible:
            hint = "no sequence of actions makes it true"
            yield Diagnostic("W207", Severity.WARNING, f"the goal {atom} can never be reached", atom.span, hint=hint)


def _unmentioned(task: Task) -> list[Object]:
    """Return the objects in no action, axiom, fact, value, draw or goal, and in the range of no quantifier."""
    problem = task.problem
    uses = Uses.of(task.domain, (problem,))
    quantified = task.ranged(tuple(uses.quantified)) if uses.quantified else frozenset()
    mentioned = {name for terms in _terms(task.domain) for name in names_of(terms)[1]}
    mentioned |= {term.name for atom in problem.init for term in atom.terms}
    mentioned |= {term.name for fluent, _ in problem.values for term in fluent.terms}
    mentioned |= names_of(terms_in(problem.goal))[1]
    for chance in problem.chances:
        mentioned |= names_of(terms_in_effect(chance))[1]
    return [item for item in task.objects if item.name not in mentioned and task.number[item.name] not in quantified]


def _terms(domain: Domain) -> Iterator[Iterator[Term]]:
    for action in domain.actions:
        yield terms_in(action.precondition)
        yield terms_in_effect(action.effect)
    for axiom in domain.axioms:
        yield terms_in(axiom.body)


def _idle(task: Task, translation: Translation, rows: dict[Symbol, list[Row]], suspects: list[Object]) -> list[Object]:
    """Those of some objects to which no action can be applied."""
    if not suspects:
        return []
    acting = {number for schema in translation.schemas for row in rows[schema.symbol] for number in row}
    return [item for item in suspects if task.number[item.name] not in acting]


def _unused(what: str, item: Object) -> Diagnostic:
    hint = "no fact and no goal speaks of it, and no action can be applied to it"
    return Diagnostic("I203", Severity.INFO, f"nothing uses the {what} '{item.name}'", item.span, hint=hint)
