"""The goal of a task as conditions, each met or missing in a state.

>>> from relgym.read.loading import load
>>> task = load('''(define (domain d) (:requirements :adl) (:predicates (on ?x ?y) (lamp ?x))
...       (:action put :parameters (?x ?y) :effect (on ?x ?y)))''',
...     '''(define (problem p) (:domain d) (:objects a b) (:init (lamp b))
...     (:goal (and (on a b) (forall (?x) (imply (lamp ?x) (not (on ?x a)))))))''')
>>> [condition.words for condition in conditions_of(task)]
['on a b', 'not on b a']
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import NamedTuple

from relgym.model.pddl.formulas import And, Atom, Equal, Exists, Forall, Formula, Imply, Not, Or, Truth
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.pddl.traversal import subformulas
from relgym.model.terms import Object, Variable
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.render.facts import Row, StateView
from relgym.render.shapes import NamedAtom
from relgym.render.spots import changed
from relgym.translate.program.normalize import substitute

INSTANCES_LIMIT = 60
"""The largest number of instances of a universal condition that are told apart; one with more is one condition."""


class Condition(NamedTuple):
    """A part of a goal.

    Attributes:
        formula: The condition.
        words: Its text for people.
        atom: The atom that is wanted, if the condition is one without negation.
        objects: The objects that it names.
    """

    formula: Formula
    words: str
    atom: NamedAtom | None
    objects: tuple[str, ...]

    @property
    def text(self) -> str:
        """The condition in PDDL."""
        return str(self.formula)


class GoalConditions(NamedTuple):
    """The conditions of a goal in a state: for each of them True if it is met."""

    conditions: tuple[Condition, ...]
    met: tuple[bool, ...]

    def rows(self, predicate: str, met: bool | None = None) -> list[Row]:
        """Return the wanted atoms of a predicate; with `met`, those that are met or missing."""
        return [
            condition.atom[1:]
            for condition, holds in zip(self.conditions, self.met, strict=True)
            if condition.atom is not None and condition.atom[0] == predicate and (met is None or holds is met)
        ]

    def atoms(self, met: bool) -> frozenset[NamedAtom]:
        """Return the wanted atoms that are met, or those that are missing."""
        return frozenset(
            condition.atom
            for condition, holds in zip(self.conditions, self.met, strict=True)
            if condition.atom is not None and holds is met
        )


class Goal:
    """Finds the conditions of a task's goal that a state meets.

    Atoms that states hold are looked up; an engine is asked about all other conditions, and made when it is needed.
    """

    def __init__(self, task: Task) -> None:
        self._task = task
        self.conditions = conditions_of(task)
        self._reasoner: PDDLReasoner | None = None

    def wanted(self, state: State, view: StateView) -> GoalConditions:
        """Return the conditions with what holds of them in a state."""
        return GoalConditions(
            self.conditions, tuple(self._holds(condition.formula, state, view) for condition in self.conditions)
        )

    def _holds(self, formula: Formula, state: State, view: StateView) -> bool:
        match formula:
            case Not(part):
                return not self._holds(part, state, view)
            case Atom(predicate, terms) if predicate not in self._task.derived:
                row = tuple(term.name for term in terms)
                return row in view.ending(predicate).get(row[-1] if row else "", ())
            case _:
                if self._reasoner is None:
                    self._reasoner = PDDLReasoner(self._task)
                return self._reasoner.holds(state, formula)


def conditions_of(task: Task) -> tuple[Condition, ...]:
    """Split the goal of a task into conditions; a universal one becomes its instances, if these are not too many."""
    fixed = frozenset(task.problem.init)
    moving = changed(task) | task.derived
    found: dict[Formula, None] = {}
    for formula in _parts(task.problem.goal, task):
        # Alternatives that no action changes say for which objects something is wanted.
        reduced = _reduced(formula, fixed, moving) if isinstance(formula, Imply | Or) else formula
        for part in _parts(formula if reduced == Truth(False) else reduced, task):
            if part != Truth(True):
                found[part] = None
    return tuple(map(condition_of, found))


def _parts(formula: Formula, task: Task) -> Iterator[Formula]:
    match formula:
        case And(parts):
            for part in parts:
                yield from _parts(part, task)
        case Forall(variables, body):
            ranges = [[task.objects[number] for number in sorted(task.ranged(v.types))] for v in variables]
            rows = list(islice(product(*ranges), INSTANCES_LIMIT + 1))
            if len(rows) > INSTANCES_LIMIT or _hidden(variables, body):
                yield formula
                return
            for row in rows:
                binding = dict(zip(variables, row, strict=True))
                yield from _parts(substitute(body, binding), task)
        case _:
            yield formula


def _hidden(variables: tuple[Variable, ...], body: Formula) -> bool:
    """Return True if a quantifier inside binds one of the variables again."""
    return any(
        variable.name == inner.name
        for part in subformulas(body)
        if isinstance(part, Exists | Forall)
        for inner in part.variables
        for variable in variables
    )


def _reduced(formula: Formula, fixed: frozenset[Atom], moving: frozenset[str]) -> Formula:
    """Replace static conditions by their truth values, outside of quantifiers."""
    match formula:
        case Atom(predicate) if predicate not in moving:
            return Truth(formula in fixed)
        case Equal(Object() as left, Object() as right):
            return Truth(left == right)
        case Not(part):
            return _negated(_reduced(part, fixed, moving))
        case Imply(premise, conclusion):
            return _any([_negated(_reduced(premise, fixed, moving)), _reduced(conclusion, fixed, moving)], formula)
        case Or(parts):
            return _any([_reduced(part, fixed, moving) for part in parts], formula)
        case And(parts):
            kept = [part for part in (_reduced(part, fixed, moving) for part in parts) if part != Truth(True)]
            if Truth(False) in kept:
                return Truth(False)
            return And(tuple(kept)) if kept else Truth(True)
        case _:
            return formula


def _negated(formula: Formula) -> Formula:
    match formula:
        case Truth(value):
            return Truth(not value)
        case Not(part):
            return part
        case _:
            return Not(formula)


def _any(parts: list[Formula], whole: Formula) -> Formula:
    """Return a disjunction without parts that are false; the whole formula if no part has a value."""
    if Truth(True) in parts:
        return Truth(True)
    kept = [part for part in parts if part != Truth(False)]
    if len(kept) == len(parts) and not isinstance(whole, Or):
        return whole
    match kept:
        case []:
            return Truth(False)
        case [part]:
            return part
        case _:
            return Or(tuple(kept))


def condition_of(formula: Formula) -> Condition:
    """Return a formula as a condition."""
    atom = None
    if isinstance(formula, Atom):
        atom = (formula.predicate, *(term.name for term in formula.terms))
    return Condition(formula, _words(formula), atom, tuple(_objects(formula)))


def _words(formula: Formula) -> str:
    match formula:
        case Atom():
            return str(formula)[1:-1]
        case Not(Atom() as part):
            return f"not {str(part)[1:-1]}"
        case _:
            return str(formula)


def _objects(formula: Formula) -> dict[str, None]:
    terms = [
        term
        for part in subformulas(formula)
        for term in (
            part.terms if isinstance(part, Atom) else (part.left, part.right) if isinstance(part, Equal) else ()
        )
    ]
    return dict.fromkeys(term.name for term in terms if isinstance(term, Object))
