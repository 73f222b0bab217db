"""Questions about sequences of actions of an RDDL instance without chance: which step cannot be taken."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from relgym.data.question_sets.question import ANY_NUMBER, Validator
from relgym.data.question_sets.rddl.applicable import reason
from relgym.data.question_sets.rddl.material import InstanceMaterial
from relgym.data.question_sets.topic import OpenQuestion, Topic, empty
from relgym.reasoning.rddl.dynamics import Action, State
from relgym.tuning.data import PLANS_PER_WALK, UNCHANGED_PLANS_CHANCE

VALID = "valid"
"""The outcome of a sequence without a failing step; any other outcome is the number of the step that fails."""

_MOST_STEPS = 6
"""The largest number of actions."""


def topics(material: InstanceMaterial, rng: Random) -> Iterator[Topic]:
    """Yield two topics for each sequence: one about where it fails, and one about whether it does."""
    for number in count():
        steps = material.walks.walk(number // PLANS_PER_WALK)
        if not steps:
            yield empty(material.dynamics.start)
            continue
        first = rng.randrange(len(steps))
        part = steps[first : first + rng.randint(2, _MOST_STEPS)]
        actions = [step.action for step in part]
        if rng.random() >= UNCHANGED_PLANS_CHANCE:
            actions[rng.randrange(len(actions))] = material.any_action(rng)
        yield from _topics(material, part[0].before, actions)


def _topics(material: InstanceMaterial, start: State, actions: list[Action]) -> Iterator[Topic]:
    outcome, state = VALID, start
    rationale = "Every step can be taken."
    for place, action in enumerate(actions, 1):
        if not material.is_valid(state, action):
            outcome = str(place)
            rationale = f"Step {place} cannot be taken. {reason(material, state, action)}"
            break
        state = material.dynamics.step(state, action, ()).state

    def words(result: str) -> str:
        if result == VALID:
            return "every step can be taken"
        return f"step {result} is the first one that cannot be taken"

    steps = "; ".join(f"{place}. {material.action_words(action)}" for place, action in enumerate(actions, 1))
    results = [VALID, *(str(place) for place in range(1, len(actions) + 1))]
    wrong = [result for result in results if result != outcome]
    plan = tuple(material.action_text(action) for action in actions)
    for right, others, key in (([outcome], wrong, "where"), (*_sides(outcome), "whether")):
        yield Topic(
            start,
            right,
            others,
            "Is it true of these steps, one after another, that {}?",
            "Which of these statements about the steps, one after another, is true?" if key == "where" else "",
            words,
            str,
            lambda result, is_right: rationale,
            (lambda: _where(outcome, rationale)) if key == "where" else (lambda: None),
            told=f"The steps: {steps}.",
            plan=plan,
            key=(plan, key),
        )


def _sides(outcome: str) -> tuple[list[str], list[str]]:
    return ([VALID], []) if outcome == VALID else ([], [VALID])


def _where(outcome: str, rationale: str) -> OpenQuestion:
    return OpenQuestion(
        "Which step is the first one that cannot be taken? Answer with its number, or with the word "
        f"{VALID} if every step can be taken.",
        Validator("any", (outcome,), (ANY_NUMBER, VALID)),
        outcome,
        rationale,
    )
