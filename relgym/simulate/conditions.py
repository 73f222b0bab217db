"""Caches of goals and of conditional effects by the projections of states to what they read."""

from __future__ import annotations

from relgym.model.pddl.vocabulary import Values
from relgym.simulate.progression import Progression
from relgym.simulate.projection import Part, Projection, Projector
from relgym.simulate.views.step import Step
from relgym.translate.program.task import GOAL
from relgym.tuning.simulate import CONDITION_ENTRIES_LIMIT


class Conditions:
    """Caches the truth of a task's goal and the changes of its conditional effects."""

    def __init__(self, system: Progression) -> None:
        self._productions = system.views.rules.productions
        self._projector = Projector(system)
        self._goal = self._projector.make(GOAL)
        self._goals: dict[Part, bool] = {}
        # By production, what the conditions of its effects read; by row and part of the state, what changes.
        self._effects: dict[int, Projection] = {}
        self._changes: dict[tuple[int, Part], tuple[int, int]] = {}

    # -- goal --------------------------------------------------------------------------------

    def goal(self, bits: int, values: Values) -> bool | None:
        """Tell whether the goal holds; `None` if the part of the state that it reads has not been met."""
        self._projector.update()
        return self._goals.get(self._goal.part(bits, values))

    def learn_goal(self, bits: int, values: Values, goal: bool) -> None:
        """Remember whether the goal holds."""
        if len(self._goals) < CONDITION_ENTRIES_LIMIT:
            self._goals[self._goal.part(bits, values)] = goal

    # -- conditional effects -----------------------------------------------------------------

    def changes(self, step: Step, bits: int, values: Values) -> tuple[int, int] | None:
        """Tell what a step changes whose effects have conditions.

        Returns:
            The bits that become false, and those that become false or true; `None` if that is not known.
        """
        self._projector.update()
        reads = self._effects.get(step.index)
        if reads is None:
            conditions = self._productions[step.index].conditions
            reads = self._effects[step.index] = self._projector.make(*conditions)
        return self._changes.get((step.number, reads.part(bits, values)))

    def learn_changes(self, step: Step, bits: int, values: Values, gone: int, either: int) -> None:
        """Remember what a step changes."""
        if len(self._changes) < CONDITION_ENTRIES_LIMIT:
            self._changes[step.number, self._effects[step.index].part(bits, values)] = gone, either
