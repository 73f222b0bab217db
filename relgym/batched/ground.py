"""Tasks are grounded where that is within reason, and refused by an estimate where it is not."""

from __future__ import annotations

from collections.abc import Sequence

from relgym.backends.base import Limits
from relgym.errors import ModelError, RelgymError
from relgym.grounding import reached
from relgym.model.grounded import Grounded
from relgym.model.problem import Task
from relgym.translate.ground_task import grounded
from relgym.translate.task import Translation


def ground(tasks: Sequence[Task]) -> Grounded:
    """The tasks with all variables bound.

    Raises `UnsupportedFeature` for tasks that are too large for that, or whose numbers arrays do not carry, and
    `ModelError` for tasks of several domains.
    """
    if not tasks:
        raise RelgymError("a batch needs at least one task", expected="a task, or several of one domain")
    for task in tasks:
        if task.domain != tasks[0].domain:
            raise ModelError(
                f"the tasks are of several domains: {tasks[0].domain.name} and {task.domain.name}",
                expected="tasks of one domain, with the same axioms and free parameters",
                hint="make a batch for each domain",
            )
    translations = [Translation(task) for task in tasks]
    return grounded(translations, [reached(translation, Limits(seconds=2)) for translation in translations])
