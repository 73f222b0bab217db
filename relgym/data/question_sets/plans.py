"""Plans for questions: ways to the goal of a small problem, or to what holds at the end of a walk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import NamedTuple

from relgym.data.question_sets.material import Material
from relgym.data.question_sets.space import ExactSpace
from relgym.model.bits import mask_of
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import And, Formula
from relgym.model.pddl.state import State
from relgym.tuning.data import PLANS_PER_WALK

PLAN_ACTIONS_LIMIT = 12
"""Largest number of actions of a plan in a question. Judged, for readers."""

DETOUR_CHANCE = 0.2
"""Probability of a step of a plan that need not be on a shortest way. Judged: plans with a needless step or two."""

NEEDED_END_CHANCE = 0.4
"""Probability that the last step of a plan may be needed. Judged: else too few plans have needless steps."""


class PlanCase(NamedTuple):
    """A state, a goal and actions that lead from one to the other.

    Attributes:
        state: The state.
        actions: The actions.
        wanted: The bits of the atoms that are wanted; `None` for the goal of the problem.
    """

    state: State
    actions: tuple[Action, ...]
    wanted: tuple[int, ...] | None


class PlanReplay(NamedTuple):
    """The result of carrying out actions.

    Attributes:
        steps: The number of actions that could be taken one after another.
        state: The state after them.
        reached: True if all actions could be taken and the goal holds then.
    """

    steps: int
    state: State
    reached: bool


def plan_cases(material: Material, rng: Random) -> Iterator[PlanCase | None]:
    """Yield plans, some of whose steps may be needless; `None` where none is found."""
    space = material.space
    starts = [] if space is None else [number for number, distance in enumerate(space.distances) if distance]
    for number in count():
        yield _from_walk(material, number, rng)
        if space is not None and starts and number % 2:
            yield _to_goal(space, rng.choice(starts), rng)


def _from_walk(material: Material, number: int, rng: Random) -> PlanCase | None:
    steps = material.walks.walk(number // PLANS_PER_WALK)
    if len(steps) < 2:
        return None
    first = rng.randrange(len(steps) - 1)
    part = steps[first : first + rng.randint(2, PLAN_ACTIONS_LIMIT // 2)]
    # The steps after this one are not needed.
    last = part[rng.randrange(len(part)) if rng.random() < NEEDED_END_CHANCE else rng.randrange(len(part) - 1)]
    come = material.ordered(part[-1].after.bits & last.after.bits & ~part[0].before.bits)
    if not come:
        return None
    wanted = tuple(material.ordered(mask_of(rng.sample(come, min(rng.randint(1, 2), len(come))))))
    return PlanCase(part[0].before, tuple(step.action for step in part), wanted)


def _to_goal(space: ExactSpace, start: int, rng: Random) -> PlanCase | None:
    """Go to the goal by a shortest way, but for some detours."""
    number, actions = start, list[Action]()
    while space.distances[number] != 0:
        moves = [move for move in space.moves[number] if space.distances[move[1]] is not None]
        if rng.random() >= DETOUR_CHANCE:
            moves = [move for move in moves if space.distances[move[1]] == space.distances[number] - 1]  # type: ignore[operator]  # the state has a distance
        if len(actions) == PLAN_ACTIONS_LIMIT:
            return None
        action, number = rng.choice(moves)
        actions.append(action)
    return PlanCase(space.states[start], tuple(actions), None)


def replayed(material: Material, case: PlanCase, actions: Sequence[Action], state: State | None = None) -> PlanReplay:
    """Carry out actions as far as that is possible, from the state of a case or another one, and look for the goal."""
    state = case.state if state is None else state
    for steps, action in enumerate(actions):
        after = material.after(state, action)
        if after is None:
            return PlanReplay(steps, state, False)
        state = after
    return PlanReplay(len(actions), state, _reached(material, case, state))


def _reached(material: Material, case: PlanCase, state: State) -> bool:
    if case.wanted is None:
        return material.reasoner.goal(state)
    return all(state.bits >> bit & 1 for bit in case.wanted)


def told_plan(material: Material, case: PlanCase, actions: Sequence[Action]) -> str:
    """Return goal and plan as sentences."""
    goal = material.goal_words if case.wanted is None else " and ".join(map(material.atom_words, case.wanted))
    steps = "; ".join(f'{place}. "{material.wording.action(action)}"' for place, action in enumerate(actions, 1))
    return f"The goal: {goal}. The plan: {steps or 'no action'}."


def goal_texts(material: Material, case: PlanCase) -> tuple[str, ...]:
    """Return the atoms of the goal; none for the goal of the problem."""
    return () if case.wanted is None else tuple(map(material.atom_text, case.wanted))


def goal_formula(material: Material, case: PlanCase) -> Formula:
    """Return the goal of a case."""
    if case.wanted is None:
        return material.task.problem.goal
    return And(tuple(map(material.atom, case.wanted)))
