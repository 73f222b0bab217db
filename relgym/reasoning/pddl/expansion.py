"""The successors of a state by the actions of one schema, made with as little work for each as can be.

An action changes the same atoms in all states unless its effects have conditions. These are found once for each action,
as bits, and a successor is then two operations on integers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from relgym.caching import Cache
from relgym.errors import RandomOutcome
from relgym.model.pddl.action import Action
from relgym.model.pddl.state import Fresh, State
from relgym.model.pddl.vocabulary import Values
from relgym.model.program import Row
from relgym.reasoning.pddl.actions import GroundActions
from relgym.reasoning.pddl.transition import Fired, Transition
from relgym.reasoning.pddl.updates import change_of
from relgym.translate.program.task import Schema
from relgym.tuning.reasoning import CACHED_ENTRY_BYTES

Move = tuple[Action, int, int, Callable[[Values], Values]]
"""An action, the bits that are false or true after it, those that are false, and the change of numbers."""


class SchemaExpansion:
    """Makes the successors of states by the actions of a schema."""

    def __init__(
        self, schema: Schema, actions: GroundActions, transition: Transition, fired: Callable[[State, Row], Fired]
    ) -> None:
        """`fired` finds the rows of the conditions of a schema's effects in a state, for a row of its action."""
        self._schema = schema
        self._actions = actions
        self._transition = transition
        self._fired = fired
        self._moves: Cache[Row, Move] = Cache(transition.caches, CACHED_ENTRY_BYTES)
        effect = schema.effect
        self._is_fixed = not effect.conditional and not effect.probabilistic
        self._counts = bool(effect.updates)

    def successors(self, state: State, rows: Iterable[Row]) -> list[tuple[Action, State]]:
        """Return an action and the state after it for each row.

        Args:
            state: The state before.
            rows: The arguments of valid actions of the schema, those too that the agent does not choose.

        Raises:
            RandomOutcome: If chance decides.
        """
        if not self._is_fixed:
            return [(self._action(row), self._varying(state, row)) for row in rows]
        # A list costs less than a generator, since most states have few valid actions of a schema.
        pairs: list[tuple[Action, State]] = []
        known, counts = self._moves.get, self._counts
        vocabulary, bits, values = state.vocabulary, state.bits, state.values
        for row in rows:
            action, either, gone, changed = known(row) or self._move(row)
            after = Fresh()
            after.vocabulary = vocabulary
            after.bits = (bits | either) ^ gone
            after.values = changed(values) if counts else values
            pairs.append((action, after))
        return pairs

    def _move(self, row: Row) -> Move:
        effect = self._schema.effect
        delta = self._transition.bound(effect, row)
        changed = change_of(self._transition, effect, row)
        move = self._action(row), delta.delete | delta.add, delta.delete & ~delta.add, changed
        return self._moves.keep(row, move)

    def _action(self, row: Row) -> Action:
        return self._actions.of(self._schema, row[: self._schema.free])

    def _varying(self, state: State, row: Row) -> State:
        """The state after an action whose effects have conditions."""
        delta, draws = self._transition.certain(self._schema.effect, row, self._fired(state, row))
        if draws:
            raise RandomOutcome(
                f"chance decides what {self._action(row)} leads to", hint="ask outcomes() for all of them"
            )
        return self._transition.apply(state, delta)


Successors = Callable[[State, Iterable[Row]], list[tuple[Action, State]]]
"""Makes the actions of some rows in a state, with the states after them."""


def expansions(
    schemas: Sequence[Schema],
    actions: GroundActions,
    transition: Transition,
    fired: Callable[[int, State, Row], Fired],
) -> list[Successors]:
    """Return for each schema what makes the successors of a state by its actions.

    Args:
        schemas: The schemas.
        actions: Their actions.
        transition: Carries out effects.
        fired: Finds the rows of the conditions of the effects, given the position of a schema.
    """
    return [
        SchemaExpansion(schema, actions, transition, partial(fired, position)).successors
        for position, schema in enumerate(schemas)
    ]
