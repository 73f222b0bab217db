"""Actions of an RDDL instance: as the cells that differ from their defaults, and as the values of whole fluents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from relgym.errors import InvalidAction
from relgym.model.rddl.domain import Kind
from relgym.model.rddl.equations import Shown
from relgym.reasoning.rddl.cells import CellMap, cells_of, changed, checked
from relgym.reasoning.rddl.choices import Choices
from relgym.reasoning.rddl.conditions import ConditionChecks
from relgym.reasoning.rddl.dynamics import Action, Dynamics, State

Given = Mapping[str, Any]
"""An action by its cells that differ from their defaults."""


class JointActions:
    """Reads actions, and lists the valid ones; `cells` are the action cells by their names."""

    def __init__(self, dynamics: Dynamics, conditions: ConditionChecks) -> None:
        layout = dynamics.layout
        self.cells: CellMap = cells_of(layout, layout.of_kind(Kind.ACTION), dynamics.bounds())
        self._dynamics = dynamics
        self._conditions = conditions
        self._choices = Choices(dynamics, self.cells)

    def checked(self, given: Given) -> Action:
        """Return the values of all action-fluents; raises `InvalidAction` for what is no action of the instance."""
        if not isinstance(given, Mapping):
            raise InvalidAction(f"{given!r} is no action", expected="a dictionary of what differs from the defaults")
        return self.values(checked(given, self.cells, InvalidAction))

    def valid_values(self, state: State, given: Given) -> Action:
        """Return the values of a valid action; raises `InvalidAction` for another."""
        values = self.checked(given)
        reason = self._conditions.refusal(state, values)
        if reason is not None:
            raise reason
        return values

    def values(self, given: Given) -> Action:
        """Return the values of an action whose cells have been checked already."""
        return changed(self.cells, self._dynamics.idle, given)

    def choices(self, state: State, action: Action) -> dict[str, tuple[Shown, ...]]:
        """Return for every cell the other values that it may take with an action: one question to the engine."""
        numbers = self._choices.of(state, action)
        return {name: tuple(self.cells[name].shown(value) for value in several) for name, several in numbers}

    def combinations(self, at_once: int | None, most: int) -> list[dict[str, Shown]]:
        """Return every combination of changes of cells, valid or not: the smallest first, then in order.

        Args:
            at_once: The largest number of cells that change; by default the instance's own limit.
            most: The largest number of combinations.

        Raises:
            ModelError: There are more than `most` combinations, or an action-fluent is a real.
        """
        return [
            {name: self.cells[name].shown(value) for name, value in action.items()}
            for action in self._choices.combinations(at_once, most)
        ]

    def valid(self, state: State, most: int) -> list[dict[str, Shown]]:
        """Return all valid actions; `combinations` gives their order and the error for too many."""
        allows, dynamics = self._conditions.allows, self._dynamics
        if dynamics.layout.instance.most_actions == 1:
            # One question answers for all cells, if their values can be listed.
            self._choices.listed(1, most)
            choices = self.choices(state, dynamics.idle)
            single = [{name: value} for name, values in choices.items() for value in values]
            return [{}, *single] if allows(state, dynamics.idle) else [*single]
        combinations = self.combinations(None, most)
        budget = dynamics.engine.budget
        with budget.call():
            return [action for action in budget.watched(combinations, 1) if allows(state, self.values(action))]
