"""The goal and conditional effects by projections: whether they hold rests on a part of a state only.

States that agree on the atoms that a goal reads have the same truth of that goal, however they differ elsewhere. The
same holds for what an action with conditional effects changes.
"""

from __future__ import annotations

from collections.abc import Iterable

from relgym.model.pddl.vocabulary import Values
from relgym.model.program import Symbol
from relgym.simulate.progression import Progression
from relgym.simulate.projection import Atoms, Part, Projection, projection
from relgym.simulate.views.step import Step
from relgym.translate.program.task import GOAL
from relgym.tuning.simulate import CONDITION_ENTRIES_LIMIT


class Conditions:
    """The truth of a task's goal and the changes of its conditional effects, by parts of states."""

    def __init__(self, system: Progression) -> None:
        self._system = system
        self._atoms = Atoms(system)
        self._goal = self._projection((GOAL,))
        self._goals: dict[Part, bool] = {}
        # By production, what the conditions of its effects read; what is changed by row and part of the state.
        self._effects: dict[int, Projection] = {}
        self._changes: dict[tuple[int, Part], tuple[int, int]] = {}

    def _projection(self, symbols: Iterable[Symbol]) -> Projection:
        """Make a projection; all others must have been told of all atoms."""
        found = projection(self._system.views.dependencies, symbols)
        self._atoms.tell((found,))
        return found

    def _grow(self) -> None:
        """Take in the atoms that have been numbered since the last call."""
        if self._atoms.have_grown():
            self._atoms.tell((self._goal, *self._effects.values()))

    # -- goal --------------------------------------------------------------------------------

    def goal(self, bits: int, values: Values) -> bool | None:
        """Tell whether the goal holds; `None` if the part of the state that it reads has not been met."""
        self._grow()
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
        self._grow()
        reads = self._effects.get(step.index)
        if reads is None:
            reads = self._effects[step.index] = self._projection(
                self._system.views.rules.productions[step.index].conditions
            )
        return self._changes.get((step.number, reads.part(bits, values)))

    def learn_changes(self, step: Step, bits: int, values: Values, gone: int, either: int) -> None:
        """Remember what a step changes."""
        if len(self._changes) < CONDITION_ENTRIES_LIMIT:
            self._changes[step.number, self._effects[step.index].part(bits, values)] = gone, either
