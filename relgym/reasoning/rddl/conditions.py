"""Conditions of an RDDL instance: preconditions, the limit of concurrent actions, and invariants."""

from __future__ import annotations

from relgym.errors import InvalidAction, ModelError
from relgym.locking import synchronized
from relgym.reasoning.rddl.cells import differing
from relgym.reasoning.rddl.dynamics import Action, Dynamics, State
from relgym.reasoning.rddl.queries import Queries


class ConditionChecks:
    """Tests states and actions given by the values of whole fluents, and says which condition fails."""

    def __init__(self, dynamics: Dynamics, queries: Queries) -> None:
        self.lock = dynamics.lock
        self._dynamics = dynamics
        self._queries = queries
        self._most = dynamics.layout.instance.most_actions

    def keeps_limit(self, action: Action) -> bool:
        """Return True if at most `max-nondef-actions` action cells differ from their defaults."""
        return self._most is None or differing(action, self._dynamics.idle) <= self._most

    def allows(self, state: State, action: Action) -> bool:
        """Return True if an action is valid: `refusal` without the reason."""
        return self.keeps_limit(action) and self._dynamics.refused(state, action) is None

    @synchronized
    def refusal(self, state: State, action: Action) -> InvalidAction | None:
        """Return the reason why an action is not valid, with the items concerned; `None` if it is valid."""
        if not self.keeps_limit(action):
            count = differing(action, self._dynamics.idle)
            return InvalidAction(f"{count} actions differ from their defaults; at most {self._most} may")
        formula = self._dynamics.refused(state, action)
        if formula is None:
            return None
        where = self._queries.where(formula, state, action)
        return InvalidAction(f"the action breaks {formula}{where}", span=formula.span)

    @synchronized
    def start_error(self) -> ModelError | None:
        """Return the error for a start that breaks an invariant, with the items concerned; `None` if all hold."""
        start = self._dynamics.start
        formula = self._dynamics.broken(start)
        if formula is None:
            return None
        where = self._queries.where(formula, start, self._dynamics.idle)
        return ModelError(f"the start breaks the invariant {formula}{where}", span=formula.span)
