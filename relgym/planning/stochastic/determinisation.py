"""Determinisation: a task without chance in place of one with probabilistic effects (Yoon, Fern and Givan, 2007).

All-outcomes determinisation makes an action of each outcome, so the planner chooses what happens. Most-likely
determinisation keeps the likeliest outcome of each draw. A draw inside `forall` has the same outcome for all objects.

>>> import relgym
>>> domain = '''(define (domain coin) (:requirements :probabilistic-effects) (:predicates (heads) (tails))
...   (:action toss :effect (probabilistic 3/4 (heads) 1/4 (tails))))'''
>>> task = relgym.load(domain, "(define (problem p) (:domain coin) (:init) (:goal (tails)))")
>>> [(action.name, str(action.effect)) for action in determinised(task, "all_outcomes").task.domain.actions]
[('toss-outcome-1', '(heads)'), ('toss-outcome-2', '(tails)')]
>>> [str(action.effect) for action in determinised(task, "most_likely").task.domain.actions]
['(heads)']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, islice, product
from typing import Literal, assert_never

from relgym.errors import BackendError
from relgym.model.pddl.domain import ActionSchema
from relgym.model.pddl.effects import (
    NO_CHANGE,
    Add,
    All,
    Assign,
    Delete,
    Effect,
    ForallEffect,
    Probabilistic,
    When,
)
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.tuning.planning import OUTCOME_ACTIONS_LIMIT

Outcomes = Literal["all_outcomes", "most_likely"]

OUTCOMES: tuple[Outcomes, ...] = ("all_outcomes", "most_likely")


@dataclass(frozen=True, slots=True)
class Determinisation:
    """A task without probabilistic effects.

    Attributes:
        task: The task.
        names: The names of the original actions by those of its own.
    """

    task: Task
    names: Mapping[str, str]

    def started(self, state: State) -> Task:
        """Return the task with another start."""
        atoms = sorted(state.atoms, key=str)
        problem = replace(self.task.problem, init=tuple(atoms), values=tuple(state.fluents.items()), chances=())
        return Task(self.task.domain, problem)


def determinised(task: Task, outcomes: Outcomes) -> Determinisation:
    """Determinise a task.

    Args:
        task: The task.
        outcomes: The outcomes of actions that are kept.

    Returns:
        The task without probabilistic effects.

    Raises:
        BackendError: An action has too many combinations of outcomes.
    """
    taken = {action.name for action in task.domain.actions}
    names: dict[str, str] = {}
    actions: list[ActionSchema] = []
    for action in task.domain.actions:
        effects = [_likeliest(action.effect)] if outcomes == "most_likely" else _all(action)
        for number, effect in enumerate(effects, 1):
            name = action.name if effects == [action.effect] else _unused(f"{action.name}-outcome-{number}", taken)
            names[name] = action.name
            # PDDLGym's action predicates name one action each; plans name schemas.
            actions.append(replace(action, name=name, effect=effect, atom=None))
    return Determinisation(Task(replace(task.domain, actions=tuple(actions)), task.problem), names)


def _unused(name: str, taken: set[str]) -> str:
    unused = name if name not in taken else next(each for n in count(2) if (each := f"{name}-{n}") not in taken)
    taken.add(unused)
    return unused


def _all(action: ActionSchema) -> list[Effect]:
    effects = list(islice(dict.fromkeys(_variants(action.effect)), OUTCOME_ACTIONS_LIMIT + 1))
    if len(effects) > OUTCOME_ACTIONS_LIMIT:
        raise BackendError(
            f"the action '{action.name}' has more than {OUTCOME_ACTIONS_LIMIT} combinations of outcomes",
            hint="outcomes='most_likely' keeps one of them",
        )
    # To do nothing is of no use to a plan.
    return [effect for effect in effects if effect != NO_CHANGE] or [NO_CHANGE]


def _variants(effect: Effect) -> Iterator[Effect]:
    """Yield an effect with each combination of outcomes."""
    match effect:
        case Add() | Delete() | Assign():
            yield effect
        case When(_, inner) | ForallEffect(_, inner):
            for variant in _variants(inner):
                yield NO_CHANGE if variant == NO_CHANGE else replace(effect, effect=variant)
        case All(parts):
            for chosen in product(*([*islice(_variants(part), OUTCOME_ACTIONS_LIMIT + 1)] for part in parts)):
                yield All(tuple(part for part in chosen if part != NO_CHANGE))
        case Probabilistic(outcomes):
            for share, outcome in outcomes:
                if share:
                    yield from _variants(outcome)
            if sum(share for share, _ in outcomes) < 1:
                yield NO_CHANGE
        case _:
            assert_never(effect)


def _likeliest(effect: Effect) -> Effect:
    """Return an effect in which each draw falls on its likeliest side, the first of equals."""
    match effect:
        case Add() | Delete() | Assign():
            return effect
        case When(_, inner) | ForallEffect(_, inner):
            return replace(effect, effect=_likeliest(inner))
        case All(parts):
            return All(tuple(map(_likeliest, parts)), effect.span)
        case Probabilistic(outcomes):
            rest = 1 - sum((share for share, _ in outcomes), Fraction(0))
            share, outcome = max(outcomes, key=lambda item: item[0], default=(Fraction(0), NO_CHANGE))
            return _likeliest(outcome) if share >= rest else NO_CHANGE
        case _:
            assert_never(effect)
