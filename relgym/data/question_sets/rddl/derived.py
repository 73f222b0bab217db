"""Questions about derived-fluents and interm-fluents: values that follow from a state and an action within a step."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from relgym.data.question_sets.question import Validator
from relgym.data.question_sets.rddl.material import InstanceMaterial, cell_values, topics_of_moves
from relgym.data.question_sets.rddl.wording import CellValue, decimal
from relgym.data.question_sets.topic import OpenQuestion, Topic
from relgym.model.rddl.expressions import BOOL, NUMBERS
from relgym.reasoning.rddl.dynamics import Action, State

_CELLS = 6
"""The number of cells about which a topic asks."""


def topics(material: InstanceMaterial, rng: Random) -> Iterator[Topic]:
    """Yield a topic for each state and one of its actions."""
    return topics_of_moves(material, lambda state, action: _topic(material, state, action, rng))


def _topic(material: InstanceMaterial, state: State, action: Action, rng: Random) -> Topic:
    wording = material.wording
    fluents, functions = material.derived
    values = material.dynamics.values(functions, state, action)
    cells = [*cell_values(fluents, values)]
    right = rng.sample(cells, min(_CELLS, len(cells)))
    wrong = [
        (fluent, place, other)
        for fluent, place, value in right
        for other in material.others(fluent, value, rng)
        if wording.value(fluent, other) != wording.value(fluent, value)
    ]
    true = {(fluent.name, place): value for fluent, place, value in cells}
    words = material.action_words(action)

    def why(cell: CellValue, is_right: bool) -> str:
        fluent, place, _ = cell
        return f"By its rule, {wording.statement(fluent, place, true[fluent.name, place])}."

    def asked() -> OpenQuestion | None:
        fluent, place, value = rng.choice(right)
        if fluent.range == BOOL:
            named = [(each, place) for each, place, holds in cells if each is fluent and holds]
            texts = sorted(wording.text(*cell) for cell in named)
            return OpenQuestion(
                f'You {words} now. Which of the values of "{fluent.name}" are true within this step? List all of them, '
                f"or none, such as {wording.text(fluent, 0)}.",
                Validator("set", tuple(texts), (wording.text(fluent, 0),)),
                " ".join(texts) or "none",
                f"{len(texts)} of them are true.",
            )
        if fluent.range not in NUMBERS:
            return None
        shown = decimal(value)
        return OpenQuestion(
            f"You {words} now. What is {wording.noun(fluent, place)} within this step? Answer with a number.",
            Validator("number", (shown,)),
            shown,
            why((fluent, place, value), True),
            (wording.text(fluent, place),),
        )

    return Topic(
        state,
        right,
        wrong,
        f"You {words} now. Is it true within this step that {{}}?",
        f"You {words} now. Which of these is true within this step?",
        lambda cell: wording.statement(*cell),
        lambda cell: f"{wording.text(cell[0], cell[1])} = {wording.value(cell[0], cell[2])}",
        why,
        asked,
        plan=(material.action_text(action),),
        key=material.action_text(action),
    )
