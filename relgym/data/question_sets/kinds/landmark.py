"""Questions about landmarks: atoms that hold at some time in every plan.

The whole space of a small problem is known, so that an atom is a landmark exactly if the goal is out of reach once all
states with this atom are left out (Hoffmann, Porteous and Sebastia, Ordered landmarks in planning, JAIR 2004).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from relgym.data.question_sets.kinds.goal import told_goal
from relgym.data.question_sets.material import Material
from relgym.data.question_sets.pddl_forms import atom_forms
from relgym.data.question_sets.question import Validator
from relgym.data.question_sets.topic import OpenQuestion, Topic
from relgym.model.bits import mask_of
from relgym.model.pddl.formulas import Atom


def topics(material: Material, rng: Random) -> Iterator[Topic]:
    """Yield a topic for each state from which the goal can be reached, but for those in which it holds."""
    space = material.space
    assert space is not None
    starts = [number for number, distance in enumerate(space.distances) if distance]
    # What the goal names is a landmark, as everybody can see.
    named = mask_of(material.bit(p) for p in material.goal_parts if isinstance(p, Atom) and _changes(material, p))
    while True:
        yield _topic(material, rng.choice(starts), named)


def _changes(material: Material, atom: Atom) -> bool:
    return atom.predicate in material.changing


def _topic(material: Material, number: int, named: int) -> Topic:
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
        steps = "; ".join(f'"{material.wording.action(action)}"' for action in path)
        return f"This plan reaches the goal without it: {steps}."

    def asked() -> OpenQuestion | None:
        if not right:
            return None
        predicates = [each for each in material.task.domain.predicates if each.name in material.changing]
        texts = tuple(map(material.atom_text, right))
        return OpenQuestion(
            "Name a fact that is false now, is no part of the goal, and becomes true at some time in every plan. "
            f"{atom_forms(material.wording, predicates)}",
            Validator("any", texts),
            texts[0],
            f"There are {len(texts)} such facts: {' '.join(texts)}.",
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
        asked,
        told=told_goal(material),
    )
