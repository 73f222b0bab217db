"""Partial observation by logic: `(p a)` is observed if it is true and the derived atom `(seen-p a)` is, too.

A predicate without such a rule is never seen. Derived predicates may be seen like all others, so that a sensor can
tell less than where things are: a breeze, but not from which side.

>>> import relgym
>>> domain = '''(define (domain cave) (:requirements :adl :derived-predicates)
...   (:predicates (at ?c) (pit ?c) (next ?c ?d) (breeze))
...   (:derived (breeze) (exists (?c ?d) (and (at ?c) (next ?c ?d) (pit ?d))))
...   (:action go :parameters (?c ?d) :precondition (and (at ?c) (next ?c ?d)) :effect (and (not (at ?c)) (at ?d))))'''
>>> problem = '''(define (problem p) (:domain cave) (:objects a b c) (:init (at a) (next a b) (next b a)
...   (next b c) (probabilistic 1/2 (pit c))) (:goal (at c)))'''
>>> seen = "(:derived (seen-at ?c) (and)) (:derived (seen-breeze) (and))"
>>> with relgym.Reasoner(relgym.load(domain, problem, axioms=[seen])) as reasoner:
...     state = reasoner.state(["(at b)", "(pit c)"])
...     print(Sensor(reasoner).observation(state))
Observation((at b) (breeze))
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from relgym.errors import ModelError
from relgym.model.pddl.domain import Predicate
from relgym.model.pddl.formulas import And, Atom
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.terms import OBJECT, Variable
from relgym.reasoning.pddl.reasoner import PDDLReasoner

PREFIX = "seen-"


class Observation(frozenset[Atom]):
    """The observed atoms of a state: all are true, and every other atom is false or not observed."""

    __slots__ = ()

    def __copy__(self) -> Observation:
        return self

    def __deepcopy__(self, memo: object) -> Observation:
        return self

    def __repr__(self) -> str:
        return f"Observation({' '.join(sorted(map(str, self)))})"


def sensed(task: Task) -> Mapping[str, str]:
    """Map each observable predicate `p` to its derived predicate `seen-p`.

    Args:
        task: The task.

    Raises:
        ModelError: There is a rule of `seen-p`, but no predicate `p` with the same parameters.
    """
    return {
        predicate.name.removeprefix(PREFIX): predicate.name
        for predicate in task.domain.predicates
        if predicate.name.startswith(PREFIX) and predicate.name in task.derived and _is_sound(predicate, task)
    }


def _is_sound(predicate: Predicate, task: Task) -> bool:
    name = predicate.name.removeprefix(PREFIX)
    described = task.predicates.get(name)
    if described is None:
        numeric = name in task.functions
        known = [other for other in task.predicates if not other.startswith(PREFIX)]
        near = get_close_matches(name, known, n=1)
        raise ModelError(
            f"'{predicate.name}' is about the predicate '{name}', "
            + ("which is a number" if numeric else "which does not exist"),
            span=predicate.span,
            expected="one of " + ", ".join(f"{PREFIX}{other}" for other in known),
            hint=f"did you mean '{PREFIX}{near[0]}'?" if near and not numeric else None,
        )
    if len(described.parameters) != len(predicate.parameters):
        raise ModelError(
            f"{predicate} has other parameters than what it is about, {described}",
            span=predicate.span,
            expected=f"(:derived {Predicate(predicate.name, described.parameters)} formula)",
        )
    return True


class Sensor:
    """Observes the states of one task with its reasoner's engine.

    Args:
        reasoner: The reasoner of the task.

    Attributes:
        predicates: The names of the observable predicates.
    """

    def __init__(self, reasoner: PDDLReasoner) -> None:
        self.reasoner = reasoner
        rules, declared = sensed(reasoner.task), reasoner.task.predicates
        self.predicates = tuple(rules)
        self._questions = [_question(declared[name], rule) for name, rule in rules.items()]

    def observation(self, state: State) -> Observation:
        """Return the observed atoms of a state.

        Args:
            state: A state of the task.
        """
        return Observation(
            Atom(name, row) for name, formula in self._questions for row in self.reasoner.answers(state, formula)
        )


def _question(predicate: Predicate, rule: str) -> tuple[str, And]:
    variables = tuple(Variable(f"?{place}", (OBJECT,)) for place in range(len(predicate.parameters)))
    return predicate.name, And((Atom(predicate.name, variables), Atom(rule, variables)))
