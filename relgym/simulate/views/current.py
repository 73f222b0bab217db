"""The current state, and the steps that change it: by their numbers, with the functions that apply them.

The tables of atoms change with each step. The state itself is bits, one for each atom, to which the changes of steps
are added when somebody asks for them: they are only needed where a state is looked at.

>>> import relgym
>>> from relgym.simulate.pddl import PDDLSimulator
>>> domain, problem = roads("a b c", "a b, b c", goal="c")
>>> system = PDDLSimulator(relgym.Reasoner(relgym.load(domain, problem)))._system
>>> step = system.steps.step(0)
>>> step.row
(0, 1)
>>> system.steps.apply(step, None, float)
>>> print(system.current.state())
State((at b) (road a b) (road b c))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from numbers import Integral
from typing import Any

from relgym.backends.builtin.current import CurrentTables
from relgym.errors import InvalidAction
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Values
from relgym.simulate.views.derived import DerivedViews
from relgym.simulate.views.rules import ActionRules, Guards
from relgym.simulate.views.search import StaleRows
from relgym.simulate.views.step import UNKNOWN, Changed, EffectKind, Step, kind_of, masks
from relgym.translate.plans.effects import EffectPlans
from relgym.tuning.simulate import (
    MASKED_STATE_BITS,
    MASKED_STEPS_LIMIT,
    RECURRING_SHARE,
    STEP_CACHE_LIMIT,
    TRAIL_STEPS_LIMIT,
)

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


class VaryingEffects:
    """Finds the changes of productions whose effects depend on conditions or on chance."""

    def __init__(self, rules: ActionRules, derived: DerivedViews) -> None:
        self._rules = rules
        self._derived = derived
        conditions = {rule.head.symbol: rule for rule in rules.program.rules}
        varying = (index for index, production in enumerate(rules.productions) if production.varies)
        own = rules.plans
        self._plans = {
            index: EffectPlans(own.indexes, own.productions[index], conditions).procedure(index) for index in varying
        }
        self._watched = {index for index, plan in self._plans.items() if plan.checks_clock}

    def function(self, index: int) -> Callable[..., Changed]:
        """Return the function that finds the changes of a row of a production that varies."""
        return self._after_conditions(index, self._rules.function(f"effects_{index}", lambda: self._plans[index]))

    def finding(self, index: int, apply: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that applies a row, given one that calls the function of its effects, if it has one."""
        if index not in self._plans:
            return apply
        self.function(index)
        return self._after_conditions(index, apply)

    def _after_conditions(self, index: int, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that first updates the strata of a production's conditions, within the limits."""
        strata = self._derived.strata.below(self._rules.productions[index].conditions)
        return self._derived.before(strata, function, is_timed=index in self._watched)


class ActionSteps:
    """Makes and applies the steps of rows.

    Attributes:
        known: The steps that are cached, by number.
        numbering: The numbers of rows.
    """

    def __init__(
        self,
        rules: ActionRules,
        guards: Guards,
        effects: VaryingEffects,
        current: CurrentState,
        *,
        compiles: bool = True,
    ) -> None:
        """`compiles` tells whether functions for single steps are compiled, which pays where steps recur."""
        self.known: dict[int, Step] = {}
        self.numbering = rules.numbering
        self._rules = rules
        self._guards = guards
        self._effects = effects
        self._current = current
        self._is_fixed = [kind_of(production) is EffectKind.FIXED for production in rules.productions]
        self._draws = [production.is_random for production in rules.productions]
        self._compiles = compiles
        # By production, the function that applies one of its rows.
        self._functions: dict[int, Callable[..., Changed | None]] = {}

    def step(self, number: int) -> Step:
        """Return the step of a number; raises `InvalidAction` for one that no row ever has."""
        step = self.known.get(number)
        if step is None:
            numbering = self.numbering
            if not isinstance(number, Integral) or not 0 <= number < numbering.count:
                raise InvalidAction(
                    f"{number!r} is not the number of an action", expected="one that is listed as valid"
                )
            if len(self.known) >= STEP_CACHE_LIMIT:
                self.known.clear()
            index, row = numbering.row(number)
            alone = self._compiles and self._is_fixed[index]
            step = self.known[number] = Step(number, index, row, self._compiled(index) if alone else None)
        return step

    def is_valid(self, number: int) -> bool:
        """Tell whether the row of a number is valid."""
        step = self.step(number)
        return self._guards.check(step.index)(*step.row)

    def prepare(self, step: Step) -> None:
        """Set the functions `attempt` or `check` of a step, and its masks."""
        index, valid = step.index, self._guards.check(step.index)
        if step.run is None:
            step.check = valid
            return
        self._rules.bind(f"valid_{index}", valid)
        step.attempt = self._rules.function(f"attempt_{index}", lambda: self._rules.steps.attempt(index))
        if step.either == UNKNOWN:
            self._current.mask(step)

    def apply(self, step: Step, values: Values | None, draw: Callable[[], float]) -> None:
        """Apply a valid step whose changes are known.

        `values` are the new numeric values, None if they stay. `draw` returns a number in [0, 1) for each draw.
        """
        current, index, row = self._current, step.index, step.row
        if step.run is not None:
            step.run(row)
        else:
            function = self._functions.get(index) or self._function(index)
            changed = function(*row, draw) if self._draws[index] else function(*row)
            if changed is not None:
                taken = Step(step.number, index, row, None, changed)
                taken.amounts = step.amounts
                step = taken
        if values is None:
            values = current.values
        else:
            current.show_values(values)
        # As in `CurrentState.set`: an interrupt finds neither or both.
        current.values = values
        current.trail.append(step)
        if len(current.trail) > TRAIL_STEPS_LIMIT:
            current.add_up()

    def _compiled(self, index: int) -> Callable[..., Any]:
        """Return the generated function that applies a row of a production."""
        return self._rules.function(f"step_{index}", lambda: self._rules.steps.step(index))

    def _function(self, index: int) -> Callable[..., Changed | None]:
        """Return the function that applies a row, given as arguments; it returns the changes if they may vary."""
        compiled = self._compiled(index)
        if self._is_fixed[index]:
            function = self._functions[index] = lambda *row: compiled(row)
        else:
            function = self._functions[index] = self._effects.finding(index, compiled)
        return function
