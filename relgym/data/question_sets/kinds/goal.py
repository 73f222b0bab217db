"""Questions about the goal: the parts that are missing, and the least number of actions that lead to it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from relgym.data.question_sets.material import Material
from relgym.data.question_sets.question import ANY_NUMBER, Validator
from relgym.data.question_sets.space import ExactSpace
from relgym.data.question_sets.topic import OpenQuestion, Topic
from relgym.model.pddl.formulas import Formula
from relgym.model.pddl.state import State

_OTHERS = 3
"""The number of false atoms that are no part of the goal, and of wrong distances, of a topic."""


def topics(material: Material, rng: Random) -> Iterator[Topic]:
    """Yield topics about parts of the goal and, on small problems, about distances to it."""
    space = None if material.is_random else material.space
    for number in count():
        state = material.state(number)
        yield _parts(material, state, rng)
        if space is not None:
            topic = _distance(material, space, state, rng)
            if topic is not None:
                yield topic


def _parts(material: Material, state: State, rng: Random) -> Topic:
    parts = material.goal_parts
    reasons = material.reasons(state)
    missing = [part for part in parts if not reasons.holds(part)]
    others: list[Formula] = []
    for bit in rng.sample(material.atoms, min(2 * _OTHERS, len(material.atoms))):
        atom = material.atom(bit)
        if not state.bits >> bit & 1 and atom not in parts:
            others.append(atom)

    def why(part: Formula, right: bool) -> str:
        if part not in parts:
            return "It is no part of the goal."
        claim = "It is a part of the goal, and it is false now" if right else "It is a part of the goal that holds now"
        return claim + reasons.since(reasons.why(part))

    def asked() -> OpenQuestion:
        listed = "; ".join(f"{place}. {material.wording.formula(part)}" for place, part in enumerate(parts, 1))
        accepted = tuple(str(place) for place, part in enumerate(parts, 1) if part in missing)
        return OpenQuestion(
            f"These are the parts of the goal: {listed}. Which of them do not hold yet? "
            "Answer with their numbers, or none.",
            Validator("set", accepted, (ANY_NUMBER,)),
            " ".join(accepted) or "none",
            f"{len(accepted)} of {len(parts)} parts are false now.",
            tuple(map(str, parts)),
        )

    return Topic(
        state,
        missing,
        [part for part in parts if part not in missing] + others[:_OTHERS],
        "Is this a part of the goal that does not hold yet: {}?",
        "Which of these is a part of the goal that does not hold yet?",
        material.wording.formula,
        str,
        why,
        asked,
        told=told_goal(material),
    )


def _distance(material: Material, space: ExactSpace, state: State, rng: Random) -> Topic | None:
    number = space.number(state)
    distance = space.distances[number]
    if distance is None:
        return None
    near = [distance + change for change in range(-3, 5) if change and distance + change >= 0]

    def why(given: int, right: bool) -> str:
        path = space.path(number, space.goals.__getitem__)
        assert path is not None
        steps = "; ".join(f'"{material.wording.action(action)}"' for action in path)
        return f"No plan is shorter than this one: {steps}." if path else "The goal holds already."

    return Topic(
        state,
        [distance],
        rng.sample(near, _OTHERS),
        "Is {} the least number of actions after which the goal can hold?",
        "What is the least number of actions after which the goal can hold?",
        str,
        str,
        why,
        lambda: OpenQuestion(
            "What is the least number of actions after which the goal can hold? Answer with a number.",
            Validator("number", (str(distance),)),
            str(distance),
            why(distance, True),
        ),
        told=told_goal(material),
        key="distance",
    )


def told_goal(material: Material) -> str:
    """Return the goal of the problem as a sentence."""
    return f"The goal: {material.goal_words}."
