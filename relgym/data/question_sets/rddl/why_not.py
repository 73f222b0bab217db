"""Questions about the conditions for which an action of an RDDL instance cannot be taken."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from relgym.data.question_sets.question import ANY_NUMBER, Validator
from relgym.data.question_sets.rddl.material import ConditionTruth, InstanceMaterial
from relgym.data.question_sets.rddl.wording import conditions_of
from relgym.data.question_sets.topic import OpenQuestion, Topic, empty
from relgym.reasoning.rddl.dynamics import Action, State

_TRIES = 4
"""The number of actions that are drawn until one cannot be taken."""

_HOLDING = 8
"""The number of conditions that hold of a topic."""


def topics(material: InstanceMaterial, rng: Random) -> Iterator[Topic]:
    """Yield a topic for each state and an action that cannot be taken there."""
    for number in count():
        state = material.state(number)
        drawn = [material.any_action(rng) for _ in range(_TRIES)]
        action = next((each for each in drawn if not material.is_valid(state, each)), None)
        yield empty(state) if action is None else _topic(material, state, action, rng)


def _topic(material: InstanceMaterial, state: State, action: Action, rng: Random) -> Topic:
    every = material.conditions(state, action)
    holding = [each for each in every if each.holds]
    failing = {each.number for each in every if not each.holds}
    words = material.action_words(action)
    listed = "; ".join(f"{n}. {text}" for n, text in enumerate(conditions_of(material.dynamics.layout.instance), 1))
    accepted = tuple(str(number) for number in sorted(failing))

    def why(condition: ConditionTruth, right: bool) -> str:
        return f"It is a condition of the action, and it is {'false' if right else 'true'}."

    return Topic(
        state,
        [each for each in every if not each.holds],
        rng.sample(holding, min(_HOLDING, len(holding))),
        f"It is not possible to {words} now. Does this condition fail: {{}}?",
        f"It is not possible to {words} now. Which of these conditions fails?",
        lambda condition: condition.text,
        lambda condition: condition.text,
        why,
        lambda: OpenQuestion(
            f"It is not possible to {words} now. The conditions are: {listed}. Which of them fail? "
            "Answer with their numbers.",
            Validator("set", accepted, (ANY_NUMBER,)),
            " ".join(accepted),
            f"False: {'; '.join(each.text for each in every if not each.holds)}.",
        ),
        plan=(material.action_text(action),),
        key=material.action_text(action),
    )
