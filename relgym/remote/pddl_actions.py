"""The valid actions that a service lists, as the actions of an environment.

The service plays the texts as they are. An environment may let its agent choose other parameters (`free`): then the
bindings of the others are left out here, as a reasoner does.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Sequence
from typing import cast

from relgym.errors import RelgymError
from relgym.model.pddl.action import Action
from relgym.model.pddl.domain import ActionSchema, Domain
from relgym.model.program import Row
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.remote.answers import wrong_answer

Order = Callable[[Sequence[str]], Row]
"""Returns the numbers of the objects of an action, given their names as the service has them."""


class ServiceActions:
    """Translates texts of a service's actions to actions of a task."""

    def __init__(self, reasoner: PDDLReasoner, plain: Domain) -> None:
        """Compare the free parameters of the task with those of its texts alone.

        Args:
            reasoner: A reasoner of the task.
            plain: The domain of the texts, without other free parameters.

        Raises:
            RelgymError: The agent is to choose a parameter that the texts leave to the precondition.
        """
        self._vocabulary = reasoner.vocabulary
        self._number = reasoner.task.number
        self._ranged = reasoner.task.ranged
        texts = {schema.name: schema for schema in plain.actions}
        schemas = reasoner.translation.schemas
        self._schemas = [
            (schema, _places(texts[schema.action.name], [each.name for each in schema.variables], schema.free))
            for schema in schemas
        ]
        self._positions = {schema.action.name: position for position, schema in enumerate(schemas)}
        self._chosen = reasoner._bindings.chosen
        # Actions that were met: by the service's text the schema's position and a row; by both the action.
        self._rows: dict[str, tuple[int, Row]] = {}
        self._actions: dict[tuple[int, Row], Action] = {}

    def listed(self, texts: Sequence[str]) -> dict[Action, str]:
        """Return the valid actions in a reasoner's order, each with the text that the service has for it.

        Args:
            texts: The actions that the service lists.
        """
        rows: dict[int, dict[Row, str]] = {}
        for text in texts:
            position, row = self._rows.get(text) or self._read(text)
            rows.setdefault(position, {})[row] = text
        texts_of: dict[Action, str] = {}
        for position in sorted(rows):
            schema, _ = self._schemas[position]
            whole = rows[position]
            kept = sorted(whole)
            if len(kept[0]) > schema.free:
                chosen = set(self._chosen(schema, kept))
                kept = [row for row in kept if row[: schema.free] in chosen]
            for row in kept:
                texts_of[self._action(position, row[: schema.free])] = whole[row]
        return texts_of

    def _read(self, text: str) -> tuple[int, Row]:
        name, *objects = text.strip("()").split(" ")
        position = self._positions.get(name)
        if position is not None:
            schema, places = self._schemas[position]
            numbers = [self._number.get(each) for each in objects]
            if len(numbers) == len(places):
                row = tuple(numbers[place] for place in places)
                ranges = map(self._ranged, (variable.types for variable in schema.variables))
                if all(number in numbers for number, numbers in zip(row, ranges, strict=True)):
                    read = self._rows[text] = position, cast(Row, row)
                    return read
        raise wrong_answer(f"{reprlib.repr(text)} is not an action of the task")

    def _action(self, position: int, row: Row) -> Action:
        action = self._actions.get((position, row))
        if action is None:
            schema, _ = self._schemas[position]
            action = self._actions[position, row] = Action(schema.action.name, self._vocabulary.terms(row))
        return action


def _places(texts: ActionSchema, names: Sequence[str], free: int) -> list[int]:
    """Return for each variable of a schema its place among the objects of the service's actions."""
    if tuple(names[:free]) == texts.free:
        return list(range(free))
    missing = [name for name in names if name not in texts.free]
    if missing:
        raise RelgymError(
            f"the agent is to choose {' '.join(names[:free])} of '{texts.name}', and the domain's text leaves "
            f"{' '.join(missing)} to the precondition",
            expected="the free parameters of the text, or a text whose parameters are all free",
        )
    return [texts.free.index(name) for name in names]
