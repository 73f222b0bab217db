"""Questions about landmarks: atoms that hold at some time in every plan.

The whole space of a small problem is known, so that an atom is a landmark exactly if the goal is out of reach once all
states with this atom are left out (Hoffmann, Porteous and Sebastia, Ordered landmarks in planning, JAIR 2004). On large
problems the goal is what holds at the end of a walk. The landmarks of the delete relaxation are right, and what never
holds on the walk is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from random import Random

from relgym.data.question_sets.kinds.goal import told_goal
from relgym.data.question_sets.material import Material
from relgym.data.question_sets.pddl_forms import atom_forms, atom_patterns
from relgym.data.question_sets.question import Validator
from relgym.data.question_sets.topic import OpenQuestion, Topic, empty
from relgym.data.question_sets.walks import WalkStep
from relgym.model.bits import mask_of
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.state import State

GOALS_PER_STATE = 8
"""Number of goals for each state of a large problem whose landmarks are found together. Judged: to find them takes some
milliseconds."""


def topics(material: Material, rng: Random) -> Iterator[Topic]:
    """Yield topics about states and goals that do not hold in them."""
    space = material.space
    starts = [] if space is None else [number for number, distance in enumerate(space.distances) if distance]
    if not starts:
        for number in count():
            yield from _by_walk(material, number, rng)
    # Atoms of the goal are landmarks, as everybody can see.
    named = mask_of(material.bit(p) for p in material.goal_parts if isinstance(p, Atom) and _changes(material, p))
    while True:
        yield _exact(material, rng.choice(starts), named)


def _changes(material: Material, atom: Atom) -> bool:
    return atom.predicate in material.changing


def _exact(material: Material, number: int, named: int) -> Topic:
    space = material.space
    assert space is not None
    state = space.states[number]
    there = space.landmarks[number]
    right = material.ordered(there & ~state.bits & ~named)
    wrong = material.ordered(space.atoms & ~there & ~state.bits)

    def why(bit: int, is_right: bool) -> str:
        if is_right:
            return "The goal is out of reach if it may never become true: all states without it have been tried."
        path = space.path(number, space.goals.__getitem__, 1 << bit)
        assert path is not None
        return _without(material, path)

    return _topic(material, state, right, wrong, why, told_goal(material))


def _by_walk(material: Material, number: int, rng: Random) -> Iterator[Topic]:
    """Yield topics about the state in which a part of a walk begins, and what holds where it ends."""
    steps = material.walks.walk(number)
    if not steps:
        yield empty(material.state(number))
        return
    # All forms of answers ask about the same state of a walk, so that its landmarks are found once.
    first = Random(f"{material.seed} landmark {number}").randrange(len(steps))
    state = steps[first].before
    landmarks = material.relaxed_landmarks(state)
    for _ in range(GOALS_PER_STATE):
        part = steps[first : rng.randrange(first, len(steps)) + 1]
        come = material.ordered(part[-1].after.bits & ~state.bits)
        if not come:
            yield empty(state)
            continue
        wanted = tuple(material.ordered(mask_of(rng.sample(come, min(rng.randint(1, 2), len(come))))))
        yield _of_goal(material, part, wanted, landmarks)


def _of_goal(
    material: Material, part: list[WalkStep[State, Action]], wanted: tuple[int, ...], landmarks: Mapping[int, int]
) -> Topic:
    state = part[0].before
    there, seen = 0, state.bits
    for bit in wanted:
        there |= landmarks[bit]
    for step in part:
        seen |= step.after.bits
    right = material.ordered(there & ~state.bits & ~mask_of(wanted))
    wrong = [bit for bit in material.atoms if not seen >> bit & 1]
    path = [step.action for step in part]

    def why(bit: int, is_right: bool) -> str:
        if is_right:
            return "Without it the goal is out of reach, even if no action made anything false."
        return _without(material, path)

    goal = f"The goal: {' and '.join(map(material.atom_words, wanted))}."
    return _topic(material, state, right, wrong, why, goal, wanted)


def _without(material: Material, path: Sequence[Action]) -> str:
    steps = "; ".join(f'"{material.wording.action(action)}"' for action in path)
    return f"This plan reaches the goal without it: {steps}."


def _topic(
    material: Material,
    state: State,
    right: Sequence[int],
    wrong: Sequence[int],
    why: Callable[[int, bool], str],
    goal: str,
    wanted: tuple[int, ...] = (),
) -> Topic:
    def asked() -> OpenQuestion | None:
        if not right:
            return None
        predicates = [each for each in material.task.domain.predicates if each.name in material.changing]
        texts = tuple(map(material.atom_text, right))
        return OpenQuestion(
            "Name a fact of one of the forms below that is false now, is no part of the goal, and becomes true at some "
            "time in every plan. "
            f"{atom_forms(material.wording, predicates)}",
            Validator("any", texts, atom_patterns(predicates)),
            texts[0],
            f"Such facts are {' '.join(texts)}.",
        )

    return Topic(
        state,
        right,
        wrong,
        "Starting from now, does every plan that reaches the goal make this true at some time: {}?",
        "Which of these statements becomes true at some time in every plan that reaches the goal from here?",
        material.atom_words,
        material.atom_text,
        why,
        # Of a large problem not all landmarks are known, so that an answer cannot be checked.
        asked if not wanted else lambda: None,
        told=goal,
        goal=tuple(map(material.atom_text, wanted)),
        key=wanted,
    )
