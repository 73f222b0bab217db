"""Random starts of the problems of a batch."""

from __future__ import annotations

from collections.abc import Callable

from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.reasoning.pddl.states import States
from relgym.reasoning.pddl.transition import Transition
from relgym.reasoning.randomness import Generator
from relgym.translate.program.task import Translation


def random_start(task: Task) -> Callable[[Generator], State] | None:
    """Return a function that draws a start of a task, or None if its starts are not random."""
    if not task.problem.chances:
        return None
    translation = Translation(task)
    vocabulary = Vocabulary(task.objects, translation.static_atoms, translation.static_values.items())
    transition = Transition(vocabulary, task.number, translation.static_values)
    return States(translation, vocabulary, transition).drawn_start
