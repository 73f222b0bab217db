"""The current state: bits and values, to which the changes of steps are added when somebody asks for them.

The tables of atoms change with each step; the bits, one for each atom, are only needed where a state is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from relgym.backends.builtin.current import CurrentTables
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Values
from relgym.simulate.views.derived import DerivedViews
from relgym.simulate.views.rules import ActionRules
from relgym.simulate.views.stale import StaleRows
from relgym.simulate.views.step import UNKNOWN, Step, masks
from relgym.tuning.simulate import MASKED_STATE_BITS, MASKED_STEPS_LIMIT, RECURRING_SHARE

Count = Callable[[Values, Sequence[Step]], Values]
"""A function that returns the values after some steps, for the accumulators: fluents that no condition reads."""


class CurrentState:
    """The current state, at first the start.

    Attributes:
        bits: The true atoms before the steps of the trail.
        values: The values of numeric fluents; accumulators are those before the steps of the trail.
        trail: Applied steps whose changes are not added to the bits yet.
        count: Counts accumulators, if there are any.
    """

    def __init__(
        self, tables: CurrentTables, rules: ActionRules, derived: DerivedViews, stale: StaleRows, count: Count | None
    ) -> None:
        self.bits = 0
        self.values: Values = ()
        self.trail: list[Step] = []
        self.count = count
        self._tables = tables
        self._rules = rules
        self._derived = derived
        self._mark_numeric = stale.mark_numeric if rules.reads_numbers() else None

    def state(self) -> State:
        """Return the current state."""
        if self.trail:
            self.add_up()
        return State(self._tables.vocabulary, self.bits, self.values)

    def replace(self, state: State) -> None:
        """Move the tables to a state that satisfies all mutex groups; join views stay as they are."""
        self._tables.change(self.bits & ~state.bits, state.bits & ~self.bits)
        self._derived.outdate()
        self.set(state)

    def set(self, state: State) -> None:
        """Set bits and values to those of a state whose atoms the tables hold."""
        bits, values = state.bits, state.values
        self.show_values(values)
        # Python looks for signals at calls and loops, so an interrupt finds the state before all this or after it.
        self.bits = bits
        self.values = values
        self.trail.clear()

    def show_values(self, values: Values) -> None:
        """Set the values of numeric fluents in the tables."""
        if self._mark_numeric is not None and values is not self.values:
            self._tables.move_values(values)
            self._mark_numeric()

    # -- steps -------------------------------------------------------------------------------

    def add_up(self) -> None:
        """Add the changes of the trail to bits and accumulators; necessary after `TRAIL_STEPS_LIMIT` steps."""
        bits, trail = self.bits, self.trail
        # Making a mask takes longer than adding it; where steps seldom recur, most masks would be used once.
        masked = len(trail) <= MASKED_STEPS_LIMIT
        if not masked and bits.bit_length() <= MASKED_STATE_BITS:
            seen = [step for step in trail if step.changes is not None]
            masked = len(seen) > len(trail) * RECURRING_SHARE
        if masked:
            for step in trail:
                if step.either == UNKNOWN:
                    self.mask(step)
                bits = (bits | step.either) ^ step.gone
        else:
            truths: dict[int, bool] = {}
            for step in trail:
                truths.update(step.changes or self._changes(step))
            delete, add = masks(truths)
            bits = bits & ~delete | add
        values = self.values if self.count is None else self.count(self.values, trail)
        # As in `set`: no interrupt comes before the end of the trail's `clear`.
        self.bits = bits
        self.values = values
        trail.clear()

    def mask(self, step: Step) -> None:
        """Set the bits that a step changes."""
        step.gone, come = masks(self._changes(step))
        step.either = step.gone | come

    def _changes(self, step: Step) -> dict[int, bool]:
        if step.changes is None:
            step.changes = self._rules.changed_atoms(step.index, step.row if step.changed is None else step.changed)
        return step.changes
