"""A domain, a problem and a state in words: the context of questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

from relgym.data.question_sets.problem import QuestionProblem
from relgym.data.question_sets.wording import Wording, listed, number
from relgym.model.pddl.domain import ActionSchema
from relgym.model.pddl.effects import Add, All, Assign, Delete, Effect, ForallEffect, Probabilistic, When
from relgym.model.pddl.formulas import TRUE, And, Formula
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.terms import OBJECT
from relgym.reasoning.pddl.reasoner import PDDLReasoner


def background(problem: QuestionProblem, reasoner: PDDLReasoner, wording: Wording) -> str:
    """Return what is the same in all states of a problem: the rules, the objects, and the facts that never change."""
    about = wording.templates.about or problem.about
    parts = [about] if about else []
    parts += [action_rules(schema, wording) for schema in reasoner.task.domain.actions]
    parts += axiom_rules(reasoner.task, wording)
    parts += _subtypes(reasoner.task)
    parts.append(f"The objects: {_objects(reasoner.task)}.")
    vocabulary = reasoner.vocabulary
    static = [wording.atom(name, vocabulary.terms(row)) for name, row in sorted(vocabulary.static_atoms)]
    static += [_value(name, vocabulary.terms(row), value, wording) for (name, row), value in vocabulary.static_values]
    if static:
        parts.append(f"Always true: {'; '.join(static)}.")
    return " ".join(parts)


def state_words(state: State, ordered: Iterable[int], atom: Callable[[int], str], wording: Wording) -> str:
    """Return a state in words: all that is true and may change, and the values of numbers."""
    vocabulary = state.vocabulary
    words = [atom(bit) for bit in ordered]
    words += [_value(name, vocabulary.terms(row), value, wording) for (name, row), value in state.own_values()]
    if not words:
        return "Now nothing of what may change is true."
    return f"Now: {'; '.join(words)}. Nothing else of what may change is true."


def _value(name, terms, value, wording) -> str:  # type: ignore[no-untyped-def]
    return f"{wording.fluent(name, terms)} is {number(value)}"


def _objects(task: Task) -> str:
    of_type: dict[tuple[str, ...], list[str]] = {}
    for item in task.typed:
        of_type.setdefault(item.types, []).append(item.object.name)
    if [*of_type] == [("object",)]:
        return listed(of_type["object",])
    return "; ".join(f"{listed(names)} ({' and '.join(types)})" for types, names in of_type.items())


def _subtypes(task: Task) -> list[str]:
    """The types that are below others, since rules name either."""
    parts = [
        f"{name} is {' and '.join(kind.parents)}"
        for name, kind in task.types.items()
        if name != OBJECT and kind.parents and OBJECT not in kind.parents
    ]
    return [f"What is of type {', what is of type '.join(parts)}, too."] if parts else []


def action_rules(schema: ActionSchema, wording: Wording) -> str:
    """Return the rules of an action: when it is possible, and what it does.

    Args:
        schema: An action of the task of `wording`.
        wording: The words.
    """
    free = {variable.name: variable for variable in schema.parameters}
    name = wording.schema(schema.name, [free[each] for each in schema.free])
    condition = "" if schema.precondition == TRUE else f" if {_together(schema.precondition, wording)}"
    return f'It is possible to "{name}"{condition}. Then {_effect(schema.effect, wording)}.'


def _together(formula: Formula, wording: Wording) -> str:
    parts = formula.parts if isinstance(formula, And) else (formula,)
    return ", ".join(map(wording.formula, parts))


def axiom_rules(task: Task, wording: Wording) -> list[str]:
    """Return a sentence for each rule of a derived predicate."""
    return [
        f"It is true that {wording.atom(axiom.predicate, axiom.parameters)} whenever {_together(axiom.body, wording)}."
        for axiom in task.domain.axioms
    ]


def _effect(effect: Effect, wording: Wording) -> str:
    match effect:
        case Add(atom):
            return wording.formula(atom)
        case Delete(atom):
            return f"it is no longer true that {wording.formula(atom)}"
        case Assign(operator, fluent, value):
            target, amount = wording.expression(fluent), wording.expression(value)
            return {
                "assign": f"{target} becomes {amount}",
                "increase": f"{target} increases by {amount}",
                "decrease": f"{target} decreases by {amount}",
                "scale-up": f"{target} is multiplied by {amount}",
                "scale-down": f"{target} is divided by {amount}",
            }[operator]
        case When(condition, inner):
            return f"(if {_together(condition, wording)}: {_effect(inner, wording)})"
        case ForallEffect(variables, inner):
            kinds = listed([wording.term(variable) for variable in variables])
            return f"(for every {kinds}: {_effect(inner, wording)})"
        case Probabilistic(outcomes):
            ways = [f"with probability {number(p)}: {_effect(inner, wording)}" for p, inner in outcomes]
            return f"(at random, {' or '.join(ways)})"
        case All(parts):
            # Adds come first in words: what an action deletes is mostly the other side of what it adds.
            ordered = sorted(parts, key=lambda part: isinstance(part, Delete))
            return ", ".join(_effect(part, wording) for part in ordered) if parts else "nothing changes"
        case _:
            assert_never(effect)
