"""Steps of a ground task: from a state with its valid actions to the next one.

An action mostly changes the same atoms wherever it is valid, and the valid actions after it depend on a few more bits
only. Both are remembered, so a step takes about a microsecond even into a state that was never met before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import filterfalse

from relgym.locking import Lock, synchronized
from relgym.model.pddl.vocabulary import Values
from relgym.reasoning.pddl.transition import Amount
from relgym.simulate.ground.successor_generator import Update
from relgym.simulate.ground.task import Effects, Ground
from relgym.simulate.progression import Progression
from relgym.simulate.views.step import EffectKind, Step
from relgym.tuning.simulate import ACTION_VALUES_LIMIT, STEP_CACHE_LIMIT

GroundState = tuple[int, Values, int, Sequence[int]]
"""A state of a ground task: the atoms that are true; the numbers without accumulators; the bits of the derived atoms
and comparisons that are true; the ids of the valid actions, in no particular order."""

Count = Callable[[Values], Values | None]
"""Finds the numbers after an action by those before it; `None` if they are not known."""

Move = tuple[int, int, int, Count | None, Update]
"""The changes that an action makes.

The bits that it makes false or true; those of them that are true before it; the bits that it makes false; finds the
numbers after it, if it changes numbers; the update.
"""


class Moves:
    """Carries out actions of a ground task.

    Attributes:
        ground: The task.
    """

    def __init__(self, ground: Ground, system: Progression, lock: Lock) -> None:
        """`lock` is held for all that is new."""
        self.lock = lock
        self.ground = ground
        self._system = system
        self._generator = ground.generator
        self._forgotten = ground.generator.forgotten
        self._evaluate = None if ground.evaluator is None else ground.evaluator.after
        self._moves: dict[int, Move] = {}
        # Actions that change different bits in different states: the bits on which that rests, and the moves by these.
        self._varying: dict[int, tuple[int, dict[int, Move]]] = {}
        self._values: dict[int, dict[Values, Values]] = {}
        # How many moves there are.
        self._size = 0

    def start(self, bits: int, values: Values) -> GroundState:
        """Find the valid actions of a state, given with reachable atoms and without accumulators."""
        more = self.ground.more(bits, values)
        return bits, values, more, self._generator.valid(bits | more)

    def arrive(self, state: GroundState, bits: int, values: Values) -> GroundState:
        """Find the valid actions of a state to which something else leads."""
        return self._arrive(state, bits, values, self.ground.more(bits, values))

    def _arrive(self, state: GroundState, bits: int, values: Values, now: int) -> GroundState:
        """Do what `arrive` does; `now` has the bits of derived atoms and comparisons that are true in the new state."""
        before, _, more, valid = state
        update = self._generator.known(before | more, bits | now)
        if update is None:
            with self.lock:
                update = self._generator.change(before | more, bits | now)
        return bits, values, now, update.apply(valid, bits | now)

    def apply(self, number: int, state: GroundState) -> GroundState | None:
        """Carry out the valid action of a number; `None` if bits alone do not describe what it does."""
        before, values, more, valid = state
        move = self._moves.get(number)
        if move is None:
            varying = self._varying.get(number)
            if varying is None or (move := varying[1].get((before | more) & varying[0])) is None:
                return self._apply_new(number, state)
        either, expected, gone, count, update = move
        if before & either != expected:
            return self._apply_new(number, state)
        bits = (before | either) ^ gone
        if count is not None:
            after = count(values)
            if after is None:
                return self._apply_new(number, state)
            values = after
        if self._evaluate is None:
            found = bits
        else:
            now = self._evaluate(before, more, bits, values)
            if now != more:
                return self._arrive(state, bits, values, now)
            found = bits | more
        won = update.known.get(found & update.reads)
        if won is None:
            return bits, values, more, update.look_up(valid, found)
        return bits, values, more, (*filterfalse(update.is_lost, valid), *won)

    @synchronized
    def _apply_new(self, number: int, state: GroundState) -> GroundState | None:
        """Carry out an action whose effect in this state is not known yet."""
        before, values, more, valid = state
        step = self._system.steps.known.get(number) or self._system.steps.step(number)
        kind = self._system.actions.kinds[step.index]
        effects = self.ground.effects(number) if kind is EffectKind.CONDITIONAL else None
        if kind is EffectKind.OPEN or (kind is EffectKind.CONDITIONAL and effects is None):
            return None
        gone, either = self._system.actions.bits_changed(step) if effects is None else effects.changes(before | more)
        bits, values = (before | either) ^ gone, self._counted(step, values)
        now = self.ground.more(bits, values)
        update = self._learn(step, effects, (before | more, bits | more), (either, before & either, gone))
        if now != more:
            return self._arrive(state, bits, values, now)
        return bits, values, more, update.apply(valid, bits | more)

    # -- what is remembered ------------------------------------------------------------------

    def _learn(
        self, step: Step, effects: Effects | None, states: tuple[int, int], changed: tuple[int, int, int]
    ) -> Update:
        """Remember what an action does.

        Args:
            step: The step of the action.
            effects: Its conditional effects.
            states: All bits before and after it.
            changed: The first parts of its move.

        Returns:
            The difference that it makes to the valid actions.
        """
        generator, number = self._generator, step.number
        self._size += 1
        if self._forgotten != generator.forgotten or self._size > STEP_CACHE_LIMIT:
            self._forget()
        reads = changed[0] if effects is None else effects.reads
        update = generator.action(number, *states, reads | changed[0])
        move = (*changed, self._counter(step), update)
        if effects is None and number not in self._varying and number not in self._moves:
            self._moves[number] = move
            return update
        _, moves = self._varying.setdefault(number, (reads, {}))
        known = self._moves.pop(number, None)
        if known is not None:
            moves[known[1]] = known
        moves[states[0] & reads] = move
        return update

    def _counted(self, step: Step, values: Values) -> Values:
        """The numbers after a step."""
        if not self._system.actions.productions[step.index].counts:
            return values
        known = self._values.setdefault(step.number, {})
        after = known.get(values)
        if after is None:
            if len(known) >= ACTION_VALUES_LIMIT:
                known.clear()
            after = known[values] = self._system.actions.counted(values, step)
        return after

    def _counter(self, step: Step) -> Count | None:
        """Find the numbers after an action by those before it; `None` if it changes none."""
        if not self._system.actions.productions[step.index].counts:
            return None
        amounts = self._system.actions.amounts(step)
        return self._values.setdefault(step.number, {}).get if amounts is None else counter(amounts)

    def _forget(self) -> None:
        """Forget what actions do."""
        self._size = 0
        self._forgotten = self._generator.forgotten
        self._moves.clear()
        self._varying.clear()
        self._values.clear()


def counter(amounts: Sequence[Amount]) -> Count:
    """Make a function that adds amounts to numbers; it returns `None` where one is not whole or not defined.

    >>> count = counter([(0, "+", 2), (2, "-", 1)])
    >>> count((1, None, 5)), count((1,))
    ((3, None, 4), None)
    """
    signed = [(number, amount if operator == "+" else -amount) for number, operator, amount in amounts]
    if not all(type(amount) is int for _, amount in signed):
        return lambda values: None
    length = 1 + max((number for number, _ in signed), default=-1)

    def counted(values: Values) -> Values | None:
        if len(values) < length:
            return None
        new = [*values]
        for number, amount in signed:
            old = new[number]
            if type(old) is not int:
                return None
            new[number] = old + amount
        return tuple(new)

    return counted
