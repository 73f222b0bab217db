"""Questions about the values after a step of an RDDL instance; with draws, about what may be and how probably."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from relgym.data.question_sets.question import Validator
from relgym.data.question_sets.rddl.material import Chances, InstanceMaterial, topics_of_moves
from relgym.data.question_sets.rddl.wording import CellValue, decimal
from relgym.data.question_sets.topic import OpenQuestion, Topic
from relgym.model.rddl.domain import Declaration
from relgym.model.rddl.expressions import INT, REAL
from relgym.reasoning.rddl.dynamics import Action, State

_CELLS = 6
"""The number of cells about which a topic asks, those that may change first."""


def topics(material: InstanceMaterial, rng: Random) -> Iterator[Topic]:
    """Yield a topic for each state and one of its actions."""
    return topics_of_moves(material, lambda state, action: _topic(material, state, action, rng))


def _topic(material: InstanceMaterial, state: State, action: Action, rng: Random) -> Topic:
    wording = material.wording
    after = material.after(state, action)
    now = {(fluent.name, place): value for fluent, place, value in material.state_cells(state)}
    before = [(fluent, place, now[fluent.name, place]) for fluent, place, _ in after]
    chances = [values for _, _, values in after]
    is_random = any(len(values) > 1 for values in chances)
    places = rng.sample(range(len(before)), len(before))
    # A cell stays as it is if that is its only possible value.
    places.sort(key=lambda place: [*chances[place]] == [before[place][2]])
    right: list[CellValue] = []
    wrong: list[CellValue] = []
    for place in places[:_CELLS]:
        fluent, row, value = before[place]
        right += [(fluent, row, each) for each in chances[place]]
        others = [value, *material.others(fluent, value, rng)]
        shown = {wording.value(fluent, each) for each in chances[place]}
        wrong += [(fluent, row, each) for each in others if wording.value(fluent, each) not in shown]
    known = {(fluent.name, row): chances[place] for place, (fluent, row, _) in enumerate(before)}
    can = "can it be" if is_random else "is it true"

    def chance(cell: CellValue) -> float:
        return known[cell[0].name, cell[1]].get(cell[2], 0.0)

    def why(cell: CellValue, is_right: bool) -> str:
        fluent, row, _ = cell
        values = known[fluent.name, row]
        if len(values) == 1:
            return f"Afterwards {wording.statement(fluent, row, next(iter(values)))}."
        if is_right:
            return f"Its probability is {decimal(chance(cell))}."
        return f"{len(values)} values are possible, and this is none of them."

    def asked() -> OpenQuestion | None:
        number = next((place for place in places if before[place][0].range in (INT, REAL)), None)
        if is_random:
            cell = rng.choice(right)
            shown = decimal(chance(cell))
            query = f"What is the probability that afterwards {wording.statement(*cell)}? Answer with a number."
            return _number(query, shown, why(cell, True), wording.text(*cell[:2]))
        if number is not None:
            fluent, row, _ = before[number]
            shown = decimal(next(iter(chances[number])))
            query = f"What is {wording.noun(fluent, row)} afterwards? Answer with a number."
            return _number(query, shown, why((fluent, row, 0), True), wording.text(fluent, row))
        return _changes(material, before, chances) if len(before) == len(now) else None

    words = material.action_words(action)
    return Topic(
        state,
        right,
        wrong,
        f"You {words} now. {can.capitalize()} that afterwards {{}}?",
        f"You {words} now. Which of these {'can be' if is_random else 'is'} true afterwards?",
        lambda cell: wording.statement(*cell),
        lambda cell: f"{wording.text(cell[0], cell[1])} = {wording.value(cell[0], cell[2])}",
        why,
        lambda: _asked_after(asked(), words),
        plan=(material.action_text(action),),
        key=material.action_text(action),
    )


def _asked_after(asked: OpenQuestion | None, words: str) -> OpenQuestion | None:
    return None if asked is None else asked._replace(query=f"You {words} now. {asked.query}")


def _number(query: str, answer: str, rationale: str, subject: str) -> OpenQuestion:
    return OpenQuestion(query, Validator("number", (answer,)), answer, rationale, (subject,))


def _changes(material: InstanceMaterial, before: Sequence[CellValue], chances: Sequence[Chances]) -> OpenQuestion:
    changed: list[tuple[Declaration, int]] = [
        (fluent, row) for (fluent, row, value), after in zip(before, chances, strict=True) if value not in after
    ]
    texts = sorted(material.wording.text(*cell) for cell in changed)
    forms = tuple(dict.fromkeys(material.wording.text(fluent, 0) for fluent, _, _ in before))
    return OpenQuestion(
        f"Which values of the state change? List all of them, or none, such as {forms[0]}.",
        Validator("set", tuple(texts), forms),
        " ".join(texts) or "none",
        f"{len(texts)} of {len(before)} values change.",
    )
