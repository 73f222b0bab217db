"""Questions about the actions that can be taken in a state."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from relgym.data.question_sets.material import Material
from relgym.data.question_sets.pddl_forms import action_forms, action_patterns
from relgym.data.question_sets.question import Validator
from relgym.data.question_sets.topic import OpenQuestion, Topic
from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State


def topics(material: Material, rng: Random) -> Iterator[Topic]:
    """Yield a topic for each state."""
    for number in count():
        yield _topic(material, material.state(number), rng)


def _topic(material: Material, state: State, rng: Random) -> Topic:
    valid = material.reasoner.valid_actions(state)
    wrong = inapplicable(material, valid, rng)

    def asked() -> OpenQuestion:
        texts = sorted(map(str, valid))
        return OpenQuestion(
            f"Which actions can be taken now? List all of them. {action_forms(material.wording)}",
            Validator("set", tuple(texts), action_patterns(material.task)),
            " ".join(texts) if texts else "none",
            f"{len(texts)} actions have all their conditions met." if texts else "No action has all conditions met.",
        )

    return Topic(
        state,
        valid,
        wrong,
        'Is it possible to "{}" now?',
        "Which of these actions can be taken now?",
        material.wording.action,
        str,
        lambda action, right: material.reason(state, action),
        asked,
    )


def inapplicable(material: Material, valid: list[Action], rng: Random) -> list[Action]:
    """Return some actions that cannot be taken: most are applicable elsewhere, others just have the right types."""
    able = set(valid)
    pool = material.actions
    drawn = rng.sample(pool, min(len(pool), 8)) + [material.random_action(rng) for _ in range(3)]
    return [action for action in dict.fromkeys(drawn) if action not in able]
