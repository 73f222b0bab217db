"""Questions about plans that may be wrong: where they fail, by carrying them out."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from relgym.data.question_sets.material import Material
from relgym.data.question_sets.plans import PlanCase, goal_texts, plan_cases, replayed, told_plan
from relgym.data.question_sets.question import ANY_NUMBER, Validator
from relgym.data.question_sets.topic import OpenQuestion, Topic, empty
from relgym.model.pddl.action import Action
from relgym.tuning.data import UNCHANGED_PLANS_CHANCE

VALID, NO_GOAL = "valid", "goal"
"""The outcomes of plans all of whose steps can be taken; other outcomes are the numbers of steps."""


def topics(material: Material, rng: Random) -> Iterator[Topic]:
    """Yield two topics for each plan: one about where it fails, and one about whether it does."""
    for case in plan_cases(material, rng):
        if case is None:
            yield empty(material.state(0))
            continue
        actions = list(case.actions)
        if rng.random() >= UNCHANGED_PLANS_CHANCE:
            _spoil(actions, material, rng)
        yield from _topics(material, case, tuple(actions), rng)


def _spoil(actions: list[Action], material: Material, rng: Random) -> None:
    """Change a plan: leave out a step, exchange two, or put another action in the place of one."""
    place = rng.randrange(len(actions))
    way = rng.randrange(4)
    if way == 0:
        del actions[place]
    elif way == 1:
        other = rng.randrange(len(actions))
        actions[place], actions[other] = actions[other], actions[place]
    elif way == 2:
        actions[place] = rng.choice(material.actions)
    else:
        actions[place] = material.random_action(rng)


def _topics(material: Material, case: PlanCase, actions: tuple[Action, ...], rng: Random) -> Iterator[Topic]:
    walk = replayed(material, case, actions)
    outcome = VALID if walk.reached else NO_GOAL if walk.steps == len(actions) else str(walk.steps + 1)

    def words(result: str) -> str:
        if result == VALID:
            return "every step can be taken, and the goal holds at the end"
        if result == NO_GOAL:
            return "every step can be taken, but the goal does not hold at the end"
        action = material.wording.action(actions[int(result) - 1])
        return f'step {result}, "{action}", is the first step that cannot be taken'

    def why(result: str, right: bool) -> str:
        if outcome in (VALID, NO_GOAL):
            return f"{words(outcome)[:1].upper()}{words(outcome)[1:]}."
        failing = actions[walk.steps]
        return f"Step {outcome} cannot be taken. {material.reason(walk.state, failing)}"

    others = [str(place + 1) for place in range(len(actions)) if str(place + 1) != outcome]
    wrong = [result for result in (VALID, NO_GOAL) if result != outcome] + rng.sample(others, min(3, len(others)))
    common = {
        "told": told_plan(material, case, actions),
        "plan": tuple(map(str, actions)),
        "goal": goal_texts(material, case),
    }

    def asked() -> OpenQuestion:
        return OpenQuestion(
            "Where does this plan fail? Answer with the number of the first step that cannot be taken, with the word "
            f"{NO_GOAL} if all steps can be taken but the goal does not hold at the end, and with the word {VALID} if "
            "the plan does not fail.",
            Validator("any", (outcome,), (ANY_NUMBER, NO_GOAL, VALID)),
            outcome,
            why(outcome, True),
        )

    yield Topic(
        case.state,
        [outcome],
        wrong,
        "Is it true of this plan that {}?",
        "Which of these statements about the plan is true?",
        words,
        str,
        why,
        asked,
        key=(actions, case.wanted),
        **common,  # type: ignore[arg-type]  # the fields have these types
    )
    yield Topic(
        case.state,
        [VALID] if outcome == VALID else [],
        [] if outcome == VALID else [VALID],
        "Is this plan valid: can every step be taken, and does the goal hold at the end?",
        "",
        words,
        str,
        why,
        key=(actions, case.wanted, VALID),
        **common,  # type: ignore[arg-type]  # the fields have these types
    )
