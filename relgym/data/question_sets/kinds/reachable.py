"""Questions about atoms, and pairs of atoms, that some actions can make true.

On a small problem all states are known. On others a walk proves what can be reached, and mutex groups and the delete
relaxation prove what cannot (Helmert, Concise finite-domain representations, 2009, sections 5 and 6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from random import Random
from typing import TypeVar

from relgym.data.question_sets.material import Material
from relgym.data.question_sets.question import ANY_NUMBER, Validator
from relgym.data.question_sets.space import ExactSpace
from relgym.data.question_sets.topic import OpenQuestion, Topic, empty
from relgym.model.bits import mask_of
from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State

Item = TypeVar("Item")

Goal = tuple[int, ...]
"""Atoms that are to be true together, by their bits."""

_PAIRS = 10
"""The number of pairs that are drawn for a topic."""

_LISTED = 5
"""The number of items that an open question lists."""

_NO_GROUP = "The two never hold together: of such statements no action makes one true without making the other false."


def topics(material: Material, rng: Random) -> Iterator[Topic]:
    """Yield topics about states."""
    space = material.space
    names = sorted(material.changing)
    if space is not None:
        atoms = material.ordered(space.atoms)
        while atoms:
            yield _exact(material, space, atoms, names, rng)
    for number in count() if names else ():
        steps = material.walks.walk(number)
        yield _by_walk(material, number, names, rng) if steps else empty(material.state(number))


def _exact(material: Material, space: ExactSpace, atoms: list[int], names: list[str], rng: Random) -> Topic:
    start = rng.randrange(len(space.states))
    state, reached = space.states[start], space.reached[start]
    drawn = [_pair(atoms, rng) for _ in range(_PAIRS)] + [(bit,) for bit in rng.sample(atoms, min(4, len(atoms)))]
    atom = material.random_atom(rng, names)
    if atom is not None:
        drawn.append((material.bit(atom),))

    def within(goal: Goal) -> int:
        states = reached
        for bit in goal:
            states &= space.holding.get(bit, 0)
        return states

    goals = [goal for goal in dict.fromkeys(drawn) if goal and not _holds(goal, state)]
    several = reached.bit_count() - 1

    def why(goal: Goal, right: bool) -> str:
        if right:
            wanted = mask_of(goal)
            path = space.path(start, lambda number: space.states[number].bits & wanted == wanted)
            assert path
            return way(material, path)
        return f"It holds in none of the {several} other states that can be reached."

    return _topic(material, state, [g for g in goals if within(g)], [g for g in goals if not within(g)], why, rng)


def _by_walk(material: Material, number: int, names: list[str], rng: Random) -> Topic:
    steps = material.walks.walk(number)
    first = rng.randrange(len(steps))
    last = rng.randrange(first, len(steps))
    state, after = steps[first].before, steps[last].after
    there = material.ordered(after.bits)
    right = [(bit,) for bit in there] + [_pair(there, rng) for _ in range(_PAIRS if there else 0)]
    path = [step.action for step in steps[first : last + 1]]
    exclusive = material.exclusive
    wrong: list[Goal] = []
    for bit in rng.sample(material.atoms, min(_PAIRS, len(material.atoms))):
        others = material.ordered(exclusive.get(bit, 0) & ~(1 << bit))
        if others:
            wrong.append(_sorted(material, bit, rng.choice(others)))
    atom = material.random_atom(rng, names)
    if atom is not None:
        bit = material.bit(atom)
        if material.reasoner.vocabulary.atoms[bit] not in material.relaxed:
            wrong.append((bit,))

    def why(goal: Goal, is_right: bool) -> str:
        if is_right:
            return way(material, path)
        return _NO_GROUP if len(goal) > 1 else "Not even actions that never make anything false would make it true."

    right = [goal for goal in dict.fromkeys(right) if goal and not _holds(goal, state)]
    return _topic(material, state, right, list(dict.fromkeys(wrong)), why, rng)


def _topic(
    material: Material,
    state: State,
    right: Sequence[Goal],
    wrong: Sequence[Goal],
    why: Callable[[Goal, bool], str],
    rng: Random,
) -> Topic:
    def words(goal: Goal) -> str:
        parts = [material.atom_words(bit) for bit in goal]
        return f"{' and '.join(parts)}, at the same time" if len(goal) > 1 else parts[0]

    def text(goal: Goal) -> str:
        parts = [material.atom_text(bit) for bit in goal]
        return f"(and {' '.join(parts)})" if len(goal) > 1 else parts[0]

    def asked() -> OpenQuestion | None:
        question = "Which of these statements can become true by some actions, starting from now?"
        return numbered_question(question, right, wrong, words, text, why, rng)

    return Topic(
        state,
        right,
        wrong,
        "Starting from now, is there a sequence of actions after which this is true: {}?",
        "Which of these statements can become true by some sequence of actions, starting from now?",
        words,
        text,
        why,
        asked,
    )


def numbered_question(
    question: str,
    right: Sequence[Item],
    wrong: Sequence[Item],
    words: Callable[[Item], str],
    text: Callable[[Item], str],
    why: Callable[[Item, bool], str],
    rng: Random,
) -> OpenQuestion | None:
    """Return a question that lists some items by numbers, to be answered by numbers; `None` if there are too few.

    Args:
        question: The question, without the list.
        right: The items that are right to name.
        wrong: The items that are wrong to name.
        words: Gives an item in words.
        text: Gives an item as PDDL.
        why: Says why an item is right, or wrong.
        rng: Draws and orders the items.
    """
    items = rng.sample(right, min(2, len(right)))
    items += rng.sample(wrong, min(_LISTED - len(items), len(wrong)))
    if len(items) < _LISTED - 1:
        return None
    rng.shuffle(items)
    listed = "; ".join(f"{place}. {words(item)}" for place, item in enumerate(items, 1))
    accepted = tuple(str(place) for place, item in enumerate(items, 1) if item in right)
    return OpenQuestion(
        f"{question} {listed}. Answer with their numbers, or none.",
        Validator("set", accepted, (ANY_NUMBER,)),
        " ".join(accepted) or "none",
        " ".join(f"{place}: {why(item, item in right)}" for place, item in enumerate(items, 1)),
        tuple(map(text, items)),
    )


def _pair(bits: Sequence[int], rng: Random) -> Goal:
    """Draw two atoms, in their order; a single one where there are no more."""
    first, second = rng.randrange(len(bits)), rng.randrange(len(bits))
    if first == second:
        return (bits[first],)
    return (bits[first], bits[second]) if first < second else (bits[second], bits[first])


def _sorted(material: Material, *bits: int) -> Goal:
    return tuple(material.ordered(mask_of(bits)))


def _holds(goal: Iterable[int], state: State) -> bool:
    return all(state.bits >> bit & 1 for bit in goal)


def way(material: Material, path: Sequence[Action], result: str = "true") -> str:
    """Return the sentence that actions make something true, or possible."""
    steps = "; ".join(f'"{material.wording.action(action)}"' for action in path)
    verb = "can make" if material.is_random else "make" if len(path) > 1 else "makes"
    return f"{'These actions' if len(path) > 1 else 'This action'} {verb} it {result}: {steps}."
