"""The forms of actions and atoms in PDDL with their meaning, for open questions, which are answered in PDDL."""

from __future__ import annotations

from collections.abc import Iterable

from relgym.data.question_sets.wording import Wording
from relgym.model.pddl.domain import Predicate
from relgym.model.pddl.problem import Task


def action_forms(wording: Wording) -> str:
    """Return the form of each action."""
    forms = []
    for schema in wording.task.domain.actions:
        variables = {variable.name: variable for variable in schema.parameters}
        words = wording.schema(schema.name, [variables[name] for name in schema.free])
        forms.append(f'({" ".join([schema.name, *schema.free])}) for "{words}"')
    return f"Write {', '.join(forms)}."


def atom_forms(wording: Wording, predicates: Iterable[Predicate]) -> str:
    """Return the form of the atoms of some predicates."""
    forms = []
    for predicate in predicates:
        names = [variable.name for variable in predicate.parameters]
        words = wording.atom(predicate.name, predicate.parameters)
        forms.append(f'({" ".join([predicate.name, *names])}) for "{words}"')
    return f"Write {', '.join(forms)}."


def action_patterns(task: Task) -> tuple[str, ...]:
    """Return the forms of actions alone, as validators have them."""
    return tuple(f"({' '.join([schema.name, *schema.free])})" for schema in task.domain.actions)


def atom_patterns(predicates: Iterable[Predicate], negative: bool = False) -> tuple[str, ...]:
    """Return the forms of atoms alone; `negative` adds those of atoms that become false."""
    forms = [f"({' '.join([each.name, *(variable.name for variable in each.parameters)])})" for each in predicates]
    return (*forms, *(f"(not {form})" for form in forms if negative))
