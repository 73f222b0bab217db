"""Beliefs of an agent after the steps of a session."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from relgym.errors import MissingEngine, RelgymError
from relgym.questions.pddl.play import PDDLPlay
from relgym.questions.question import Answer, Asked
from relgym.reasoning.pddl.sensing import Observation, Sensor, sensed

if TYPE_CHECKING:
    from relgym.belief.belief import Belief
    from relgym.belief.listed import ListedBelief


def belief(play: PDDLPlay, asked: Asked) -> Answer:
    """Answer `belief`."""
    # Imported late: most workers answer no such question.
    from relgym.belief.belief import Belief
    from relgym.belief.listed import ListedBelief

    task = play.reasoner.task
    if not sensed(task):
        raise RelgymError(
            "the task does not say what is seen",
            expected="derived predicates such as seen-at, where at is a predicate of the domain",
            hint="the axioms of a task may define them",
        )
    sensor = Sensor(play.reasoner)
    path = [(action, sensor.observation(state)) for action, state in asked.path or ((None, asked.state),)]
    try:
        unrolled = Belief(task, play.reasoner.engine.limits)
        _follow(unrolled, path)
        known, possible = unrolled.surely.atoms, unrolled.possibly.atoms
        actions = frozenset(unrolled.surely.valid_actions())
    except MissingEngine:
        # As in a browser, which has no clingo.
        listed = ListedBelief(play.reasoner)
        with play.reasoner.engine.budget.call():
            _follow(listed, path)
            known, possible, actions = listed.surely_atoms(), listed.possibly_atoms(), listed.surely_valid()
    # Static atoms are known to everybody.
    changing = {symbol.name for symbol in play.reasoner.translation.program.fluents}
    return {
        "seen": sorted(map(str, path[-1][1])),
        "known": sorted(str(atom) for atom in known if atom.predicate in changing),
        "possible": sorted(str(atom) for atom in possible if atom.predicate in changing),
        "actions": sorted(map(str, actions)),
    }


def _follow(belief: Belief | ListedBelief, path: Iterable[tuple[Any, Observation]]) -> None:
    for action, seen in path:
        if action is None:
            belief.start(seen)
        else:
            belief.after(str(action), seen)
