"""All transitions of a small task, for tests of learners."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from relgym.data import Experience
from relgym.model.pddl.action import Action
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.reasoning.pddl.reasoner import PDDLReasoner


def kinds(task: Task) -> dict[str, tuple[str, ...]]:
    """The types of each object, supertypes included."""
    return {
        item.object.name: tuple(sorted(frozenset().union(*map(task.supertypes, item.types)))) for item in task.typed
    }


def texts(state: State) -> frozenset[str]:
    return frozenset(map(str, state.atoms))


def ground_actions(task: Task) -> list[Action]:
    """All actions whose objects have the right types, applicable or not."""
    return [
        Action(schema.name, tuple(task.objects[number] for number in row))
        for schema in task.domain.actions
        for row in product(*(sorted(task.ranged(variable.types)) for variable in schema.parameters))
    ]


def reachable(reasoner: PDDLReasoner, most: int) -> list[State]:
    """The reachable states, or so many of them."""
    found = {reasoner.initial_state: None}
    for state in (todo := list(found)):
        for _, after in reasoner.successors(state):
            if after not in found and len(found) < most:
                found[after] = None
                todo.append(after)
    return todo


def everything(reasoner: PDDLReasoner, states: list[State], failures: bool = True) -> Iterator[Experience]:
    """Every ground action in every state of a list."""
    objects = kinds(reasoner.task)
    actions = ground_actions(reasoner.task)
    for number, state in enumerate(states):
        valid = set(reasoner.valid_actions(state))
        before = texts(state)
        for step, action in enumerate(actions, 1):
            if action in valid:
                after = texts(reasoner.successor(state, action))
                yield Experience(before, str(action), after, objects, episode=number, step=step)
            elif failures:
                yield Experience(before, str(action), before, objects, applicable=False, episode=number, step=step)
