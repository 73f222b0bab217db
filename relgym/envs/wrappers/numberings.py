"""Numbers for actions: in PDDL by schema and the positions of objects, in RDDL by cells and their values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from relgym.arguments import check_whole
from relgym.envs.pddl.env import PDDLEnv
from relgym.envs.rddl.env import RDDLEnv
from relgym.errors import InvalidAction
from relgym.model.pddl.action import Action
from relgym.progress import tracked
from relgym.translate.program.positions import Positions, numbered
from relgym.tuning.envs import NUMBERED_ACTIONS_LIMIT


class ActionNumbering(Protocol):
    """Numbers for the actions of an environment: `size` of them, the same in every problem."""

    size: int

    def action(self, number: int) -> Any:
        """Return the action of a number."""

    def number(self, action: Any) -> int:
        """Return the number of an action; raises `InvalidAction` if it has none."""

    def valid(self) -> Iterable[int]:
        """Return the numbers of the actions that are valid in the present state."""


class TaskNumbering:
    """Numbers for every action that is reachable under delete relaxation in one of the problems.

    A number that has no action in the present problem is an invalid action.
    """

    def __init__(self, core: PDDLEnv) -> None:
        self._core = core
        problems = core.problems
        places = []
        for which in tracked(problems.every(), "grounding"):
            positions = Positions(problems.task(which))
            places.append({positions.key(a.name, a.terms): a for a in problems.reachable(which).actions})
        numbers = numbered(places)
        self._actions = [{numbers[place]: action for place, action in known.items()} for known in places]
        self._numbers = [{action: number for number, action in known.items()} for known in self._actions]
        self.size = max(1, len(numbers))

    def action(self, number: int) -> Action:
        """Return the action of a number in the present problem; an unknown action if there is none."""
        check_whole("the number of an action", number, -1, kind=InvalidAction)
        known = self._actions[self._core.problem].get(number)
        return Action(f"#{number}") if known is None else known

    def number(self, action: Action | str) -> int:
        """Return the number of an action; raises `InvalidAction` if it has none."""
        ground = self._core.reasoner.action(action)
        number = self._numbers[self._core.problem].get(ground)
        if number is None:
            raise InvalidAction(f"{ground} is out of reach in every state, and has no number")
        return number

    def valid(self) -> Iterable[int]:
        """Return the numbers of the actions that are valid in the present state."""
        numbers = self._numbers[self._core.problem]
        return [numbers[action] for action in self._core.valid_actions()]


class RDDLNumbering:
    """Numbers for the action of defaults and for every combination of changes to it, the smallest first.

    A combination changes at most `at_once` cells, by default as many as the instance allows. Raises `ModelError` if
    there are more than `NUMBERED_ACTIONS_LIMIT` combinations, or if a cell has too many values.
    """

    def __init__(self, core: RDDLEnv, at_once: int | None) -> None:
        self._core = core
        self._single = at_once == 1
        self._actions = core.reasoner.action_values.combinations(at_once, NUMBERED_ACTIONS_LIMIT)
        self._numbers = {tuple(action.items()): number for number, action in enumerate(self._actions)}
        self.size = len(self._actions)

    def action(self, number: int) -> Mapping[str, Any] | str:
        """Return the action of a number; a text that is not an action if there is none."""
        if not 0 <= number < self.size:
            return f"#{number}"
        return self._core.action_of(self._actions[number])

    def number(self, action: Mapping[str, Any]) -> int:
        """Return the number of an action; raises `InvalidAction` if it has none."""
        reasoner = self._core.reasoner
        values = reasoner.action_values.checked(self._core.cells_given(action))
        idle = reasoner.dynamics.idle
        cells = reasoner.actions.items()
        changed = tuple((name, cell.shown(cell.of(values))) for name, cell in cells if cell.of(values) != cell.of(idle))
        number = self._numbers.get(changed)
        if number is None:
            raise InvalidAction(f"{dict(changed)} changes too much at once, and has no number")
        return number

    def valid(self) -> Iterable[int]:
        """Return the numbers of the actions that are valid in the present state."""
        state, reasoner = self._core.get_state(), self._core.reasoner
        if self._single:
            allowed = reasoner.choices(state)
            first = [()] if reasoner.conditions.allows(state.values, reasoner.dynamics.idle) else []
            choices = [*first, *(((name, value),) for name, values in allowed.items() for value in values)]
            return [self._numbers[one] for one in choices]
        return [
            number
            for number, action in enumerate(self._actions)
            if reasoner.conditions.allows(state.values, reasoner.action_values.values(action))
        ]
