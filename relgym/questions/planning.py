"""Answers that take long in both languages: policies and state spaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from relgym.limits import Limits
from relgym.questions.forms import check_count
from relgym.questions.plays import Play
from relgym.questions.question import Answer, Asked, needs_packages
from relgym.tuning.service import PLANNING_GRACE_SECONDS, SPACE_STATES_LIMIT

if TYPE_CHECKING:
    from relgym.exploration.small import SmallSpace


@needs_packages
def policy(play: Play, asked: Asked) -> Answer:
    """Answer `policy`."""
    # Imported late, as the other parts here: they need NumPy, and most workers answer no such question.
    from relgym.planning.stochastic.solving import default_method, solve

    method, seed, step = (asked.options[name] for name in ("method", "seed", "step"))
    key = method, seed
    chosen = play.policies.get(key)
    if chosen is None:
        chosen = solve(play.reasoner, method or default_method(play.reasoner), limits=limits_of(play, asked), seed=seed)
        play.policies.keep(key, chosen)
    action = chosen(asked.state, step)
    convergence = None if chosen.convergence is None else chosen.convergence.to_json()
    value = chosen.value(asked.state, step)
    return {
        "action": None if action is None else play.action_form(action),
        "value": value,
        "value_is": None if value is None else chosen.value_is,
        "method": chosen.method,
        "convergence": convergence,
    }


def space(play: Play, asked: Asked) -> Answer:
    """Answer `space`."""
    from relgym.exploration.pictures.svg import space_svg
    from relgym.exploration.small import small_space

    states = asked.options["states"]
    check_count(states, "states", SPACE_STATES_LIMIT)
    explored = small_space(play.reasoner, states, limits_of(play, asked))
    dead, distances = explored.dead_ends, explored.distances
    nodes = [
        {
            "depth": explored.depths[number],
            "goal": explored.goals[number],
            "distance": distances[number] if distances[number] >= 0 else None,
            "dead_end": dead[number] if explored.has_goal else None,
            "expanded": explored.expanded[number],
            **({"state": explored.state(number).to_json()} if asked.options["whole"] else {}),
        }
        for number in range(len(explored))
    ]
    edges = [
        {"from": number, "to": target, "action": action, "probability": share}
        for number in range(len(explored))
        for action, target, share in explored.transitions_of(number)
    ]
    form = {**explored.to_json(), "present": _place(explored, asked.state), "nodes": nodes, "edges": edges}
    return {**form, "svg": space_svg(explored)} if asked.options["picture"] else form


def _place(space: SmallSpace, state: Any) -> int | None:
    """Return the number of a state in a space, if it is there."""
    form = state.to_json()
    return next((number for number in range(len(space)) if space.state(number).to_json() == form), None)


def limits_of(play: Play, asked: Asked) -> Limits:
    """Return the limits of a long question: what is asked for, and what a call of this process may take."""
    most = play.reasoner.engine.limits
    seconds = min(asked.options["seconds"], max(most.seconds - PLANNING_GRACE_SECONDS, most.seconds / 2))
    return Limits(seconds=seconds, memory=most.memory)
