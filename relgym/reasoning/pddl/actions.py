"""The ground actions of one task, each made once, when it is first met."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from relgym.errors import InvalidAction
from relgym.model.pddl.action import Action
from relgym.model.pddl.domain import ActionSchema
from relgym.model.program import Row
from relgym.read.pddl.loading import read_action
from relgym.read.reporting import warn
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
        return self.transition.unconditional(effect, self.row)


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
        action = self[row] = Action(schema.action.name, self._transition.vocabulary.terms(row))
        self._ground[action] = BoundSchema(schema, self._position, row, self._transition)
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
