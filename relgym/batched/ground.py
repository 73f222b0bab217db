"""Tasks are grounded where that is within reason, and refused by an estimate where it is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from relgym.backends.base import Limits
from relgym.errors import BackendError, ModelError, RelgymError, UnsupportedFeature
from relgym.grounding import reached
from relgym.model.grounded import Grounded
from relgym.model.problem import Task
from relgym.translate.ground_estimate import Estimate, estimated
from relgym.translate.ground_task import Reached, grounded
from relgym.translate.task import Translation


@dataclass(frozen=True, slots=True)
class Room:
    """What grounding may take: actions, bindings of anything, and seconds for what is within reach of each task."""

    actions: int = 200_000
    bindings: int = 2_000_000
    seconds: float = 2.0


ROUGH = 5
"""How many times too large an estimate may be: what is within reach is often less than what types allow."""


def ground(tasks: Sequence[Task], room: Room | None = None) -> Grounded:
    """The tasks with all variables bound.

    Raises `UnsupportedFeature` for tasks that there is no room for, or whose numbers arrays do not carry, and
    `ModelError` for tasks of several domains.
    """
    room = room or Room()
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
    estimates = [estimated(translation) for translation in translations]
    total = Estimate(sum(each.actions for each in estimates), sum(each.bindings for each in estimates))
    if total.actions > ROUGH * room.actions or total.bindings > ROUGH * room.bindings:
        raise _too_large(tasks, total, room)
    found: list[Reached] = []
    actions = 0
    for translation in translations:
        try:
            found.append(reached(translation, Limits(seconds=room.seconds)))
        except BackendError:
            raise _too_large(tasks, total, room) from None
        actions += sum(len(found[-1][schema.symbol]) for schema in translation.schemas)
        if actions > room.actions:
            raise _too_large(tasks, total, room)
    return grounded(translations, found)


def _too_large(tasks: Sequence[Task], total: Estimate, room: Room) -> UnsupportedFeature:
    many = len(tasks) > 1
    whose = f"{len(tasks)} problems of '{tasks[0].domain.name}'" if many else f"the problem '{tasks[0].problem.name}'"
    return UnsupportedFeature(
        f"{whose} {'are' if many else 'is'} too large for a batch: about {_rounded(total.actions)} actions, and "
        f"{_rounded(total.bindings)} ways to bind variables",
        expected=f"at most {room.actions:,} actions within reach, found within {room.seconds:g} s",
        hint=("take fewer problems, or " if many else "")
        + "play single environments, whose engine grounds nothing: gymnasium.make, or relgym.Reasoner",
    )


def _rounded(number: float) -> str:
    """A number with two digits that mean something.

    >>> _rounded(1234567), _rounded(42)
    ('1,200,000', '42')
    """
    return f"{float(f'{number:.2g}'):,.0f}"
