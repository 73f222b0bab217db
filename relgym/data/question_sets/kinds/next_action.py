"""Questions about the next action of a shortest plan, by the exact distances of all states to the goal."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from relgym.data.question_sets.kinds.applicable import inapplicable
from relgym.data.question_sets.kinds.goal import told_goal
from relgym.data.question_sets.material import Material
from relgym.data.question_sets.pddl_forms import action_forms, action_patterns
from relgym.data.question_sets.question import Validator
from relgym.data.question_sets.topic import OpenQuestion, Topic
from relgym.model.pddl.action import Action


def topics(material: Material, rng: Random) -> Iterator[Topic]:
    """Yield a topic for each state from which the goal can be reached, but for those in which it holds."""
    space = material.space
    assert space is not None
    starts = [number for number, distance in enumerate(space.distances) if distance]
    while True:
        yield _topic(material, rng.choice(starts), rng)


def _topic(material: Material, number: int, rng: Random) -> Topic:
    space = material.space
    assert space is not None
    state, moves = space.states[number], dict(space.moves[number])
    distance = space.distances[number]
    assert distance is not None
    right = [action for action, after in moves.items() if space.distances[after] == distance - 1]
    wrong = [action for action in moves if action not in right]
    if len(wrong) < 3:
        wrong += inapplicable(material, [*moves], rng)[: 4 - len(wrong)]

    def why(action: Action, is_right: bool) -> str:
        if action not in moves:
            return f"It cannot be taken. {material.reason(state, action)}"
        left = space.distances[moves[action]]
        if left is None:
            return "The goal is out of reach after it."
        return f"The goal is {_steps(distance)} away before it and {_steps(left)} after it."

    def asked() -> OpenQuestion:
        texts = tuple(sorted(map(str, right)))
        return OpenQuestion(
            f"Name an action with which a plan with the fewest actions can begin. {action_forms(material.wording)}",
            Validator("any", texts, action_patterns(material.task)),
            texts[0],
            why(right[0], True),
        )

    return Topic(
        state,
        right,
        wrong,
        'Can a plan with the fewest actions that reaches the goal begin with "{}"?',
        "With which of these actions can a plan with the fewest actions begin?",
        material.wording.action,
        str,
        why,
        asked,
        told=told_goal(material),
    )


def _steps(distance: int) -> str:
    return f"{distance} action{'' if distance == 1 else 's'}"
