"""Bindings of all parameters of an action, where the agent may choose only some."""

from __future__ import annotations

from collections import Counter

from relgym.errors import AmbiguousAction, InvalidAction
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.model.program import Row
from relgym.reasoning.pddl.actions import BoundSchema, GroundActions, warn_of_ambiguity
from relgym.reasoning.pddl.questions import Questions
from relgym.translate.program.task import Schema


class Bindings:
    """Finds the one binding that a precondition leaves, or says that there are several."""

    def __init__(self, questions: Questions, actions: GroundActions, vocabulary: Vocabulary) -> None:
        self._questions = questions
        self._actions = actions
        self._vocabulary = vocabulary
        # The actions that have been warned of.
        self._told: set[str] = set()

    def chosen(self, schema: Schema, rows: list[Row]) -> list[Row]:
        """Return the choices that leave one binding of the other parameters."""
        ways = Counter(row[: schema.free] for row in rows)
        if len(ways) == len(rows):
            return list(ways)
        if schema.action.name not in self._told:
            self._told.add(schema.action.name)
            warn_of_ambiguity(schema.action)
        return [chosen for chosen, count in ways.items() if count == 1]

    def whole(self, schema: Schema, rows: list[Row]) -> list[Row]:
        """Return the whole rows of the choices that leave one binding of the other parameters."""
        kept = set(self.chosen(schema, rows))
        return [row for row in rows if row[: schema.free] in kept]

    def of(self, state: State, ground: BoundSchema) -> Row:
        """Return all arguments of a valid action; raises `InvalidAction` or `AmbiguousAction`."""
        row, schema, questions = ground.row, ground.schema, self._questions
        whole = len(row) == len(schema.variables)
        if state is questions.looked:
            rows = questions.rows[ground.position]
            if whole:
                if row in rows:
                    return row
                rows = []
            else:
                rows = [other for other in rows if other[: len(row)] == row]
        else:
            rows = questions.one(state, schema.symbol, row)
        if len(rows) == 1:
            return rows[0]
        if rows:
            raise self._ambiguous(schema, sorted(rows))
        raise InvalidAction(
            f"{self._actions.of(schema, row)} is not applicable: {schema.unmet}",
            hint="`explain` says what is missing",
        )

    def _ambiguous(self, schema: Schema, rows: list[Row]) -> AmbiguousAction:
        action = self._actions.of(schema, rows[0][: schema.free])
        rest = schema.variables[schema.free :]
        terms = self._vocabulary.terms
        ways = [
            ", ".join(f"{v.name} = {o}" for v, o in zip(rest, terms(row[schema.free :]), strict=True))
            for row in rows[:2]
        ]
        return AmbiguousAction(
            f"{action} is ambiguous: {' or '.join(ways)}",
            span=schema.action.span,
            expected="chosen parameters that leave one binding of the others",
            hint="name more parameters as free",
        )
