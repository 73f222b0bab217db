"""Questions about actions that can be taken after some other actions.

On a small problem all states are known. On others a walk proves what can be taken, and the delete relaxation proves
that a condition never holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random

from relgym.data.question_sets.kinds.reachable import numbered_question, way
from relgym.data.question_sets.material import Material
from relgym.data.question_sets.space import ExactSpace
from relgym.data.question_sets.topic import OpenQuestion, Topic, empty
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.state import State

_DRAWN = 8
"""The number of actions that are drawn for a topic, from those that walks take and from all."""


def topics(material: Material, rng: Random) -> Iterator[Topic]:
    """Yield topics about states."""
    space = material.space
    while space is not None:
        yield _exact(material, space, rng)
    for number in count():
        yield _by_walk(material, number, rng) if material.walks.walk(number) else empty(material.state(number))


def _drawn(material: Material, rng: Random) -> list[Action]:
    pool = material.actions
    drawn = rng.sample(pool, min(len(pool), _DRAWN)) + [material.random_action(rng) for _ in range(_DRAWN)]
    return [*dict.fromkeys(drawn)]


def _exact(material: Material, space: ExactSpace, rng: Random) -> Topic:
    start = rng.randrange(len(space.states))
    now = {action for action, _ in space.moves[start]}
    drawn = [action for action in _drawn(material, rng) if action not in now]
    reached = space.reached[start]

    def why(action: Action, right: bool) -> str:
        if not right:
            return f"It is possible in none of the {reached.bit_count()} states that can be reached."
        path = space.path(start, lambda number: bool(space.taking[action] >> number & 1))
        assert path
        return way(material, path, "possible")

    right = [action for action in drawn if space.taking.get(action, 0) & reached]
    return _topic(material, space.states[start], right, [each for each in drawn if each not in right], why, rng)


def _by_walk(material: Material, number: int, rng: Random) -> Topic:
    steps = material.walks.walk(number)
    first = rng.randrange(len(steps))
    state = steps[first].before
    now = set(material.reasoner.valid_actions(state))
    places: dict[Action, int] = {}
    for place in range(first + 1, len(steps)):
        places.setdefault(steps[place].action, place)
    never = {action: part for action in _drawn(material, rng) if (part := never_true(material, action)) is not None}

    def why(action: Action, right: bool) -> str:
        if right:
            return way(material, [step.action for step in steps[first : places[action]]], "possible")
        return f"A condition of it never becomes true: {material.wording.formula(never[action])}."

    return _topic(material, state, [each for each in places if each not in now], [*never], why, rng)


def never_true(material: Material, action: Action) -> Atom | None:
    """Return a condition of an action that holds in no state that can be reached; `None` if none is proved."""
    vocabulary = material.reasoner.vocabulary
    for part in material.conditions(action):
        if isinstance(part, Atom) and part.predicate not in material.task.derived:
            key = part.predicate, tuple(material.task.number[term.name] for term in part.terms)
            if key not in (material.relaxed if part.predicate in material.changing else vocabulary.static_atoms):
                return part
    return None


def _topic(
    material: Material,
    state: State,
    right: Sequence[Action],
    wrong: Sequence[Action],
    why: Callable[[Action, bool], str],
    rng: Random,
) -> Topic:
    def words(action: Action) -> str:
        return f'"{material.wording.action(action)}"'

    def asked() -> OpenQuestion | None:
        question = "Which of these actions can become possible by some actions, starting from now?"
        return numbered_question(question, right, wrong, words, str, why, rng)

    return Topic(
        state,
        right,
        wrong,
        'Starting from now, is there a sequence of actions after which it is possible to "{}"?',
        "Which of these actions can become possible by some sequence of actions, starting from now?",
        material.wording.action,
        str,
        why,
        asked,
    )
