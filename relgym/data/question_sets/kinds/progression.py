"""Questions about what holds after an action; with random outcomes, about what may hold and how probably."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count
from random import Random

from relgym.data.question_sets.material import Material
from relgym.data.question_sets.pddl_forms import atom_forms, atom_patterns
from relgym.data.question_sets.question import Validator
from relgym.data.question_sets.topic import OpenQuestion, Topic, empty
from relgym.data.question_sets.wording import listed
from relgym.data.question_sets.wording import number as spelled
from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State

_UNCHANGED = 2
"""The number of atoms beside those that change about which a topic asks."""


def topics(material: Material, rng: Random) -> Iterator[Topic]:
    """Yield a topic for each state and one of its actions."""
    for number in count():
        state = material.state(number)
        valid = material.reasoner.valid_actions(state)
        if not valid:
            yield empty(state)
            continue
        action = rng.choice(valid)
        if material.is_random:
            yield _random_topic(material, state, action, rng)
        else:
            yield _certain_topic(material, state, action, rng)


def _certain_topic(material: Material, state: State, action: Action, rng: Random) -> Topic:
    after = material.reasoner.successor(state, action)
    added = material.ordered(after.bits & ~state.bits)
    deleted = material.ordered(state.bits & ~after.bits)
    kept = material.ordered(after.bits & state.bits)
    never = [bit for bit in material.atoms if not (after.bits | state.bits) >> bit & 1]
    words = material.wording.action(action)
    names = material.changing | material.task.derived

    def why(bit: int, right: bool) -> str:
        mask = 1 << bit
        if (state.bits ^ after.bits) & mask:
            return f'"{words}" makes it {"true" if right else "false"}.'
        return f'It is {"true" if right else "false"} before, and "{words}" does not change it.'

    def asked() -> OpenQuestion:
        before, then = material.reasons(state).derived, material.reasons(after).derived
        true = [*map(material.atom, added), *sorted(then - before, key=str)]
        false = [*map(material.atom, deleted), *sorted(before - then, key=str)]
        changes = [*map(str, true), *(f"(not {atom})" for atom in false)]
        sentences = [f"it becomes true that {material.wording.formula(atom)}" for atom in true]
        sentences += [f"it is no longer true that {material.wording.formula(atom)}" for atom in false]
        moving = [each for each in material.task.predicates.values() if each.name in names]
        also = ", and also those that follow from other facts by the rules" if material.task.derived else ""
        return OpenQuestion(
            f'What changes when you "{words}"? List all facts that become true, and, in the form (not FACT), all that '
            f"become false{also}. {atom_forms(material.wording, moving)}",
            Validator("set", tuple(sorted(changes)), atom_patterns(moving, negative=True)),
            " ".join(sorted(changes)) or "none",
            f"{listed(sentences)[:1].upper()}{listed(sentences)[1:]}." if sentences else "Nothing changes.",
        )

    right = added + rng.sample(kept, min(_UNCHANGED, len(kept)))
    wrong = deleted + rng.sample(never, min(_UNCHANGED + 1, len(never)))
    texts = "Is it true afterwards that {}?", "Which of these statements is true afterwards?"
    return _topic(material, state, action, right, wrong, texts, why, asked)


def _random_topic(material: Material, state: State, action: Action, rng: Random) -> Topic:
    """A topic about an action of a domain with random outcomes: a statement is right if it may be true afterwards."""
    outcomes = material.reasoner.outcomes(state, action)
    possible = 0
    for outcome in outcomes:
        possible |= outcome.state.bits
    bits = material.ordered(possible)
    changing = [bit for bit in bits if not all(outcome.state.bits >> bit & 1 for outcome in outcomes)]
    added = [bit for bit in bits if not state.bits >> bit & 1]
    kept = [bit for bit in bits if state.bits >> bit & 1]
    gone = material.ordered(state.bits & ~possible)
    never = [bit for bit in material.atoms if not (possible | state.bits) >> bit & 1]
    words = material.wording.action(action)

    def probability(bit: int) -> float:
        return sum(outcome.probability for outcome in outcomes if outcome.state.bits >> bit & 1)

    def why(bit: int, right: bool) -> str:
        if not right:
            return f'It is false after every outcome of "{words}".'
        return f"Its probability is {spelled(_plain(probability(bit)))}."

    def asked() -> OpenQuestion:
        bit = rng.choice(changing or bits or material.atoms)
        value = spelled(_plain(probability(bit)))
        return OpenQuestion(
            f'You "{words}" now. What is the probability that afterwards this is true: {material.atom_words(bit)}? '
            "Answer with a number.",
            Validator("number", (value,)),
            value,
            f"{len(outcomes)} outcomes are possible; their probabilities in which it is true add up to {value}.",
            (material.atom_text(bit),),
        )

    right = added + rng.sample(kept, min(_UNCHANGED, len(kept)))
    wrong = gone + rng.sample(never, min(_UNCHANGED + 1, len(never)))
    texts = "Can it be true afterwards that {}?", "Which of these statements can be true afterwards?"
    return _topic(material, state, action, right, wrong, texts, why, asked)


def _topic(
    material: Material,
    state: State,
    action: Action,
    right: list[int],
    wrong: list[int],
    texts: tuple[str, str],
    why: Callable[[int, bool], str],
    asked: Callable[[], OpenQuestion],
) -> Topic:
    """Make the topic of an action; `texts` are the question about one atom, and the one about several."""
    words = material.wording.action(action)
    one, several = (f'You "{words}" now. {text}' for text in texts)
    return Topic(
        state,
        right,
        wrong,
        one,
        several,
        material.atom_words,
        material.atom_text,
        why,
        asked,
        plan=(str(action),),
        key=action,
    )


def _plain(probability: float) -> float | int:
    """A probability without the rounding of its sum."""
    near = Fraction(probability).limit_denominator(10**6)
    return near.numerator if near.denominator == 1 else float(near)
