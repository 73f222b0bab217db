"""Questions about the actions of an RDDL instance that can be taken in a state."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from relgym.data.question_sets.question import Validator
from relgym.data.question_sets.rddl.material import InstanceMaterial
from relgym.data.question_sets.topic import OpenQuestion, Topic
from relgym.model.rddl.expressions import BOOL
from relgym.reasoning.rddl.cells import changed_plain
from relgym.reasoning.rddl.dynamics import Action, State

_DRAWN = 4
"""The number of actions of each kind that are drawn for a topic."""

_LISTED = 60
"""The largest number of action cells that an open question asks to list."""


def topics(material: InstanceMaterial, rng: Random) -> Iterator[Topic]:
    """Yield a topic for each state."""
    for number in count():
        yield _topic(material, material.state(number), rng)


def _topic(material: InstanceMaterial, state: State, rng: Random) -> Topic:
    drawn = [action for _ in range(_DRAWN) if (action := material.valid_action(state, rng)) is not None]
    drawn += [material.any_action(rng) for _ in range(2 * _DRAWN)]
    # An action itself cannot be hashed.
    actions = {material.state_key(action): action for action in drawn}
    valid = {key for key, action in actions.items() if material.is_valid(state, action)}

    def asked() -> OpenQuestion | None:
        if len(material.cells) > _LISTED or any(cell.fluent.range != BOOL for cell in material.cells):
            return None
        idle = material.dynamics.idle
        # All cells are truth values, so that each has one other value.
        able = [
            cell
            for cell in material.cells
            if material.is_valid(state, changed_plain(idle, [(cell, not cell.of(idle))]))
        ]
        texts = [material.wording.text(cell.fluent, cell.place or 0) for cell in able]
        forms = [material.wording.text(cell.fluent, 0) for cell in material.cells]
        return OpenQuestion(
            "Which of the actions can be changed from their defaults, each one alone? List all of them, or none, "
            f"such as {material.wording.text(material.cells[0].fluent, 0)}.",
            Validator("set", tuple(sorted(texts)), tuple(dict.fromkeys(forms))),
            " ".join(sorted(texts)) or "none",
            f"{len(texts)} of {len(material.cells)} keep all conditions.",
        )

    return Topic(
        state,
        [key for key in actions if key in valid],
        [key for key in actions if key not in valid],
        "Is it possible to {} now?",
        "Which of these is possible now?",
        lambda key: material.action_words(actions[key]),
        lambda key: material.action_text(actions[key]),
        lambda key, right: reason(material, state, actions[key]),
        asked,
    )


def reason(material: InstanceMaterial, state: State, action: Action) -> str:
    """Return the reason why an action can be taken, or cannot."""
    failing = [each.text for each in material.conditions(state, action) if not each.holds]
    if not failing:
        return "All conditions hold."
    return f"{'This condition fails' if len(failing) == 1 else 'These conditions fail'}: {'; '.join(failing)}."
