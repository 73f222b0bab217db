"""Questions about needless steps of a plan: each step is left out, and the others are carried out."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from relgym.data.question_sets.material import Material
from relgym.data.question_sets.plans import (
    PlanCase,
    PlanReplay,
    goal_formula,
    goal_texts,
    plan_cases,
    replayed,
    told_plan,
)
from relgym.data.question_sets.question import ANY_NUMBER, Validator
from relgym.data.question_sets.topic import OpenQuestion, Topic, empty


def topics(material: Material, rng: Random) -> Iterator[Topic]:
    """Yield a topic for each plan."""
    for case in plan_cases(material, rng):
        yield empty(material.state(0)) if case is None else _topic(material, case)


def _topic(material: Material, case: PlanCase) -> Topic:
    actions = case.actions
    without: list[PlanReplay] = []
    state = case.state
    for place, action in enumerate(actions):
        # The steps before are those of the plan.
        rest = replayed(material, case, actions[place + 1 :], state)
        without.append(rest._replace(steps=place + rest.steps))
        after = material.after(state, action)
        assert after is not None
        state = after

    def words(place: int) -> str:
        return f'step {place + 1}, "{material.wording.action(actions[place])}"'

    def why(place: int, right: bool) -> str:
        if right:
            return "Without it, all other steps can be taken, and the goal holds at the end."
        walk = without[place]
        if walk.steps < len(actions) - 1:
            failing = walk.steps if walk.steps < place else walk.steps + 1
            reason = material.reason(walk.state, actions[failing])
            return f"Without it, {words(failing)}, cannot be taken. {reason}"
        reasons = material.reasons(walk.state)
        missing = reasons.why(goal_formula(material, case))
        return f"Without it, the goal does not hold at the end{reasons.since(missing)}"

    def asked() -> OpenQuestion:
        accepted = tuple(str(place + 1) for place, walk in enumerate(without) if walk.reached)
        return OpenQuestion(
            "Which single steps can be left out, so that the other steps are still a plan for the goal? "
            "Answer with their numbers, or none.",
            Validator("set", accepted, (ANY_NUMBER,)),
            " ".join(accepted) or "none",
            " ".join(f"{place + 1}: {why(place, walk.reached)}" for place, walk in enumerate(without)),
        )

    return Topic(
        case.state,
        [place for place, walk in enumerate(without) if walk.reached],
        [place for place, walk in enumerate(without) if not walk.reached],
        "Can {} be left out, so that the other steps are still a plan for the goal?",
        "Which of these steps can be left out, so that the other steps are still a plan for the goal?",
        words,
        lambda place: str(place + 1),
        why,
        asked,
        told=told_plan(material, case, actions),
        plan=tuple(map(str, actions)),
        goal=goal_texts(material, case),
        key=(actions, case.wanted),
    )
