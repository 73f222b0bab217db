"""Answers about a state that are the same in both languages: whether the goal holds, and what an action leads to."""

from __future__ import annotations

from typing import Any

from relgym.errors import RandomOutcome, RelgymError
from relgym.explain.tree import Explanation
from relgym.questions.pictures import drawn_state
from relgym.questions.plays import Play
from relgym.questions.question import Answer, Asked
from relgym.reasoning.randomness import seeded
from relgym.reasoning.results import Outcome


def goal(play: Play, asked: Asked) -> Answer:
    """Answer `goal`."""
    return {"goal": play.reasoner.goal(asked.state)}


def successor(play: Play, asked: Asked) -> Answer:
    """Answer `successor`."""
    seed, action = asked.options["seed"], play.action(asked.subject)
    try:
        after = play.reasoner.successor(asked.state, action, None if seed is None else seeded(seed))
    except RandomOutcome:
        # The hint of the library is an argument.
        hint = "give the option 'seed', or ask for outcomes"
        raise RelgymError("chance decides what follows", hint=hint) from None
    return {"state": after.to_json()}


def preview(play: Play, asked: Asked) -> Answer:
    """Answer `preview`."""
    before = asked.state.to_json()
    possible = play.outcomes(asked.state, asked.subject, asked.options["samples"], asked.options["seed"])
    # Outcomes come with the most probable one first.
    drawn = {"svg": drawn_state(play, possible[0].state, goal=True)["svg"]} if asked.options["picture"] else {}
    return {"outcomes": [{**chance(each), **change(before, each.state.to_json())} for each in possible], **drawn}


def explained(asked: Asked, explanation: Explanation) -> Answer:
    """Return the answer that is an explanation."""
    return asked.with_lines(explanation.to_json(), str(explanation).splitlines())


def chance(outcome: Outcome[Any]) -> Answer:
    """Return the probability of an outcome, and its reward, if it has one."""
    reward = {} if outcome.reward is None else {"reward": outcome.reward}
    return {"probability": outcome.probability, **reward}


def change(before: Answer, after: Answer) -> Answer:
    """Return what differs between two states, given as JSON.

    Args:
        before: The first state.
        after: The second state.

    Returns:
        The atoms, and the truth values of RDDL, that are true only after (`added`) or only before (`deleted`), and the
        other values (`fluents`) as pairs.
    """
    start, end = _values(before), _values(after)
    fluents = {
        name: [start.get(name), end.get(name)]
        for name in sorted({*start, *end})
        if not isinstance(start.get(name, end.get(name)), bool) and start.get(name) != end.get(name)
    }
    return {
        "added": sorted(atom for atom, value in end.items() if value is True and start.get(atom) is not True),
        "deleted": sorted(atom for atom, value in start.items() if value is True and end.get(atom) is not True),
        "fluents": fluents,
    }


def _values(state: Answer) -> Answer:
    """Return what is true in a state and all values, by their texts."""
    return {**dict.fromkeys(state.get("atoms", ()), True), **state["fluents"]}
