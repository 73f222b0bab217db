"""The ground actions of one task, each made once, and the bindings of their parameters that preconditions leave."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from relgym.errors import AmbiguousAction, InvalidAction
from relgym.model.pddl.action import Action
from relgym.model.pddl.domain import ActionSchema
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.model.program import Row
from relgym.read.pddl.loading import read_action
from relgym.read.reporting import warn
from relgym.reasoning.pddl.questions import Questions
from relgym.reasoning.pddl.transition import Delta, Transition
from relgym.translate.program.task import Schema, Translation


@dataclass(frozen=True)
class BoundSchema:
    """A schema with its free parameters bound to the objects of `row`; `position` is the schema's among all."""

    schema: Schema
    position: int
    row: Row
    transition: Transition

    @cached_property
    def plain(self) -> Delta | None:
        """All that the action does, if `row` binds all parameters and no condition, chance or number plays a part."""
        effect = self.schema.effect
        if len(self.row) < len(self.schema.variables) or effect.conditional or effect.probabilistic or effect.updates:
            return None
        return self.transition.bound(effect, self.row)


class ActionTable(dict[Row, Action]):
    """The actions of one schema by the numbers of their free arguments; a missing one is made."""

    def __init__(
        self, position: int, schema: Schema, transition: Transition, ground: dict[Action, BoundSchema]
    ) -> None:
        super().__init__()
        self._position = position
        self._schema = schema
        self._transition = transition
        self._ground = ground

    def __missing__(self, row: Row) -> Action:
        schema = self._schema
        action = Action(schema.action.name, self._transition.vocabulary.terms(row))
        self._ground[action] = BoundSchema(schema, self._position, row, self._transition)
        self[row] = action
        return action


class GroundActions:
    """All ground actions that have been met, by their rows (`tables`, one a schema), and by themselves."""

    def __init__(self, translation: Translation, transition: Transition) -> None:
        self._translation = translation
        self._positions = {schema.action.name: n for n, schema in enumerate(translation.schemas)}
        self._ground: dict[Action, BoundSchema] = {}
        self._texts: dict[str, Action] = {}
        self.tables = [ActionTable(n, schema, transition, self._ground) for n, schema in enumerate(translation.schemas)]

    def of(self, schema: Schema, row: Row) -> Action:
        """The action of a schema with these free arguments."""
        return self.tables[self._positions[schema.action.name]][row]

    def found(self, action: Action | str) -> BoundSchema:
        """The ground form of an action, or of its text; raises `InvalidAction` if the task has none like it."""
        ground = self._ground.get(action) if isinstance(action, Action) else None
        if ground is not None:
            return ground
        if not isinstance(action, Action | str):
            raise InvalidAction(
                f"{action!r} is not an action",
                expected="an Action, or its text, such as (move a b)",
                hint="with relgym.envs.DiscreteActions around the environment actions are numbers",
            )
        text = str(action)
        known = self._texts.get(text)
        if known is None:
            known = self._texts[text] = read_action(text, self._translation.task)
        schema = self._translation.schemas[self._positions[known.name]]
        row = tuple(self._translation.task.number[term.name] for term in known.terms)
        return self._ground[self.of(schema, row)]


class Bindings:
    """Finds the one binding of all parameters, where the agent may choose only some, or says that there are several."""

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


def warn_of_ambiguity(schema: ActionSchema) -> None:
    """Warn that in some state the agent's choice leaves several bindings; the text is the same for all of them."""
    others = " ".join(variable.name for variable in schema.parameters if variable.name not in schema.free)
    warn(
        f"in some state the precondition of '{schema.name}' leaves more than one binding of {others}, "
        "which the agent does not choose",
        schema.span,
        hint="such an action is not valid; with more free parameters the agent says which binding is meant",
        code="W120",
    )
