"""Questions about the reward of a step of an RDDL instance; with draws, about the expected reward."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from relgym.data.question_sets.question import Validator
from relgym.data.question_sets.rddl.material import Chances, InstanceMaterial, topics_of_moves
from relgym.data.question_sets.rddl.wording import decimal
from relgym.data.question_sets.topic import OpenQuestion, Topic
from relgym.reasoning.rddl.dynamics import Action, State

_OTHERS = 3
"""The number of other actions whose rewards serve as wrong answers."""


def topics(material: InstanceMaterial, rng: Random) -> Iterator[Topic]:
    """Yield a topic for each state and one of its actions."""

    def asked(state: State, action: Action) -> Topic | None:
        chances = material.rewards(state, action)
        return None if chances is None else _topic(material, state, action, chances, rng)

    return topics_of_moves(material, asked)


def _mean(chances: Chances) -> float:
    return sum(probability * reward for reward, probability in chances.items())


def _topic(material: InstanceMaterial, state: State, action: Action, chances: Chances, rng: Random) -> Topic:
    mean = _mean(chances)
    shown = decimal(mean)
    others = [mean + 1, mean - 1, 2 * mean, -mean, *chances]
    for _ in range(_OTHERS):
        other = material.valid_action(state, rng)
        rewards = None if other is None else material.rewards(state, other)
        if rewards is not None:
            others.insert(0, _mean(rewards))
    wrong = [text for text in dict.fromkeys(map(decimal, others)) if text != shown]
    name = "the expected reward" if len(chances) > 1 else "the reward"

    def why(text: str, right: bool) -> str:
        if len(chances) == 1:
            return f"The reward of this step is {shown}."
        parts = " + ".join(f"{decimal(probability)} * {decimal(reward)}" for reward, probability in chances.items())
        return f"The rewards of the outcomes, with their probabilities: {parts} = {shown}."

    words = material.action_words(action)
    return Topic(
        state,
        [shown],
        wrong[: _OTHERS + 1],
        f"You {words} now. Is {name} of this step {{}}?",
        f"You {words} now. What is {name} of this step?",
        str,
        str,
        why,
        lambda: OpenQuestion(
            f"You {words} now. What is {name} of this step? Answer with a number.",
            Validator("number", (shown,)),
            shown,
            why(shown, True),
        ),
        plan=(material.action_text(action),),
        key=material.action_text(action),
    )
