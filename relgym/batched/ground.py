"""Ground tasks within limits; an estimate refuses tasks that are too large."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from relgym.backends.base import Limits
from relgym.capacity import without_collector
from relgym.errors import BackendError, ModelError, RelgymError, UnsupportedFeature
from relgym.model.pddl.grounded import BatchTask
from relgym.model.pddl.problem import Task
from relgym.reasoning.pddl.reachability import reached
from relgym.translate.ground.batch import Reached, grounded
from relgym.translate.ground.estimate import Estimate, estimated
from relgym.translate.program.task import Translation
from relgym.tuning.batched import ACTION_BINDINGS, ESTIMATE_MARGIN, UNSAMPLED_BINDINGS_LIMIT


@dataclass(frozen=True, slots=True)
class Room:
    """The limits of grounding: actions, bindings (the default takes two seconds), and seconds of each reachability."""

    actions: int = 200_000
    bindings: int = 400_000
    seconds: float = 2.0


def ground(
    tasks: Sequence[Task], room: Room | None = None, known: Sequence[tuple[Translation, Reached]] = ()
) -> BatchTask:
    """Ground tasks of one domain together.

    Args:
        tasks: The tasks.
        room: The limits; None for the defaults.
        known: The translations of the tasks, and the reachable rows of each, if they are known.

    Returns:
        The ground tasks.

    Raises:
        UnsupportedFeature: If the tasks exceed the limits, or have numbers that arrays cannot hold.
        ModelError: If the tasks are of several domains.
        RelgymError: If there are no tasks.
    """
    room = room or Room()
    _check_one_domain(tasks)
    translations = [translation for translation, _ in known] or [Translation(task) for task in tasks]
    estimates = [estimated(translation, min(UNSAMPLED_BINDINGS_LIMIT, room.actions)) for translation in translations]
    total = Estimate(sum(each.actions for each in estimates), sum(each.bindings for each in estimates))
    actions_limit = ESTIMATE_MARGIN * room.actions / ACTION_BINDINGS
    if total.actions > actions_limit or total.bindings > ESTIMATE_MARGIN * room.bindings:
        raise _too_large(tasks, total, room)
    reachable: list[Reached] = []
    actions = bindings = 0.0
    for number, (translation, estimate) in enumerate(zip(translations, estimates, strict=True)):
        try:
            reachable.append(known[number][1] if known else reached(translation, Limits(seconds=room.seconds)))
        except BackendError:
            raise _too_large(tasks, total, room) from None
        count = sum(len(reachable[-1][schema.symbol]) for schema in translation.schemas)
        actions += count
        # Bindings inside actions are still estimated, but only for the reachable actions.
        bindings += count * estimate.bindings / estimate.actions if estimate.actions else estimate.bindings
        if actions > room.actions or bindings + (ACTION_BINDINGS - 1) * actions > room.bindings:
            raise _too_large(tasks, Estimate(actions, bindings) if len(reachable) == len(tasks) else total, room)
    with without_collector():
        return grounded(translations, reachable)


def _check_one_domain(tasks: Sequence[Task]) -> None:
    if not tasks:
        raise RelgymError("a batch needs at least one task", expected="a task, or several of one domain")
    for task in tasks:
        if task.domain != tasks[0].domain:
            raise ModelError(
                f"the tasks are of several domains: {tasks[0].domain.name} and {task.domain.name}",
                expected="tasks of one domain, with the same axioms and free parameters",
                hint="make a batch for each domain",
            )


def _too_large(tasks: Sequence[Task], total: Estimate, room: Room) -> UnsupportedFeature:
    many = len(tasks) > 1
    whose = f"{len(tasks)} problems of '{tasks[0].domain.name}'" if many else f"the problem '{tasks[0].problem.name}'"
    return UnsupportedFeature(
        f"{whose} {'are' if many else 'is'} too large for a batch: about {_rounded(total.actions)} actions, and "
        f"{_rounded(total.bindings)} ways to bind variables",
        expected=f"what is grounded in about {room.seconds:g} s: at most "
        f"{min(room.actions, room.bindings // ACTION_BINDINGS):,} actions, fewer if much is bound inside them",
        hint=("take fewer problems, or " if many else "")
        + "play single environments, whose engine grounds nothing: gymnasium.make, or relgym.Reasoner",
    )


def _rounded(number: float) -> str:
    """Round a number to two significant digits.

    >>> _rounded(1234567), _rounded(42)
    ('1,200,000', '42')
    """
    return f"{float(f'{number:.2g}'):,.0f}"
