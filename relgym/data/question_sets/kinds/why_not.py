"""Questions about the conditions for which an action cannot be taken."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from relgym.data.question_sets.kinds.applicable import inapplicable
from relgym.data.question_sets.material import Material
from relgym.data.question_sets.question import ANY_NUMBER, Validator
from relgym.data.question_sets.topic import OpenQuestion, Topic, empty
from relgym.model.pddl.action import Action
from relgym.model.pddl.formulas import Atom, Formula
from relgym.model.pddl.state import State


def topics(material: Material, rng: Random) -> Iterator[Topic]:
    """Yield a topic for each state and an action that cannot be taken there."""
    for number in count():
        state = material.state(number)
        yield _topic(material, state, rng) or empty(state)


def _topic(material: Material, state: State, rng: Random) -> Topic | None:
    actions = inapplicable(material, material.reasoner.valid_actions(state), rng)
    if not actions:
        return None
    action = rng.choice(actions)
    conditions = material.conditions(action)
    reasons = material.reasons(state)
    holding = {part: reasons.holds(part) for part in conditions}
    right = [part for part, holds in holding.items() if not holds]
    if not right:
        # Its effects on numbers cannot be carried out.
        return None
    wrong: list[Formula] = [part for part, holds in holding.items() if holds]
    wrong += _other_false_atoms(material, state, action, conditions, rng)
    words = material.wording.action(action)

    def why(part: Formula, is_right: bool) -> str:
        if part not in holding:
            return "It is no condition of the action."
        if not is_right:
            return "It is a condition of the action that holds."
        return f"It is a condition of the action, and it is false{reasons.since(reasons.why(part))}"

    def asked() -> OpenQuestion:
        texts = sorted(map(str, right))
        numbered = [f"{place}. {material.wording.formula(part)}" for place, part in enumerate(conditions, 1)]
        failing = [str(place) for place, part in enumerate(conditions, 1) if not holding[part]]
        return OpenQuestion(
            f'"{words}" is not possible now. Its conditions are: {"; ".join(numbered)}. '
            "Which of them fail? Answer with their numbers.",
            Validator("set", tuple(failing), (ANY_NUMBER,)),
            " ".join(failing),
            f"False: {'; '.join(texts)}.",
        )

    return Topic(
        state,
        right,
        wrong,
        f'"{words}" is not possible now. Is this a condition of the action that fails: {{}}?',
        f'"{words}" is not possible now. Which of these is a condition of the action that fails?',
        material.wording.formula,
        str,
        why,
        asked,
        plan=(str(action),),
        key=action,
    )


def _other_false_atoms(
    material: Material, state: State, action: Action, conditions: tuple[Formula, ...], rng: Random
) -> list[Formula]:
    """Return false atoms that are no conditions of an action, those about its objects first."""
    predicates = {part.predicate for part in conditions if isinstance(part, Atom)}
    false = [
        atom for bit, atom in material.atoms_by_bits if not state.bits >> bit & 1 and atom.predicate not in predicates
    ]
    terms = set(action.terms)
    near: list[Formula] = [atom for atom in false if not terms.isdisjoint(atom.terms)]
    others: list[Formula] = [atom for atom in false if terms.isdisjoint(atom.terms)]
    return rng.sample(near, min(3, len(near))) + rng.sample(others, min(2, len(others)))
