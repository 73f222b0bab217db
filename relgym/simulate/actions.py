"""The actions of a task as productions, and what they do to numbers.

Accumulators, such as action costs, are kept apart from what decides which actions are valid. A walk adds an action's
amounts to them only when somebody asks for the state: until then a `Trail` keeps the steps in a list. Where amounts
depend on other numbers of the state, it keeps these numbers, too.

>>> import relgym
>>> from relgym.simulate.views.step import Step
>>> domain = '''(define (domain d) (:requirements :fluents) (:predicates (full)) (:functions (level) (total-cost))
...   (:action fill :precondition (< (level) 5) :effect (and (increase (level) 2) (increase (total-cost) 3) (full))))'''
>>> problem = "(define (problem p) (:domain d) (:init (= (level) 1) (= (total-cost) 0)) (:goal (full)))"
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> transition = Transition(reasoner.vocabulary, reasoner.task.number, reasoner.translation.static_values)
>>> actions, step = TaskActions(reasoner.translation, transition), Step(0, 0, (), None)
>>> values = reasoner.initial_state.values
>>> actions.kinds, actions.counted(values, step), actions.accumulation.add(values, [step, step])
([<EffectKind.COUNTING: 2>], (0, 3), (6, 1))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import filterfalse, repeat
from typing import Any

from relgym.caching import Cache
from relgym.locking import Lock, synchronized
from relgym.model.arithmetic import combine
from relgym.model.effects import NumericEffect
from relgym.model.numeric import Value
from relgym.model.pddl.state import trimmed
from relgym.model.pddl.vocabulary import Values
from relgym.reasoning.pddl.transition import Amount, Transition
from relgym.reasoning.pddl.updates import Read, change_of, updates_of
from relgym.simulate.views.step import UNKNOWN, Step, kind_of
from relgym.translate.program.accumulators import accumulators, changing_functions, varies
from relgym.translate.program.productions import productions_of
from relgym.translate.program.task import Translation
from relgym.tuning.simulate import STEP_CACHE_LIMIT


class Accumulation:
    """Adds the amounts of steps to accumulators, and separates them from the other numbers of a state.

    Attributes:
        names: The accumulators.
        others: For each action schema its effect without the updates of accumulators.
        varying: The indices of the schemas with amounts that depend on the numbers of the state.
    """

    def __init__(self, translation: Translation, transition: Transition) -> None:
        self.names = accumulators(translation)
        self._vocabulary = transition.vocabulary
        self._transition = transition
        effects = [schema.effect for schema in translation.schemas]
        self._own = [each._replace(updates=tuple(filter(self._is_own, each.updates))) for each in effects]
        changing = changing_functions(translation)
        self.varying = {
            index for index, own in enumerate(self._own) if any(varies(update, changing) for update in own.updates)
        }
        # The updates of steps of these schemas, by the numbers of the steps.
        self._updates: Cache[int, list[tuple[int, str | None, Read]]] = Cache(STEP_CACHE_LIMIT)
        self.others = [each._replace(updates=tuple(filterfalse(self._is_own, each.updates))) for each in effects]
        self._met = 0
        self._numbers: list[int] = []

    def _is_own(self, update: NumericEffect) -> bool:
        return update.fluent.function in self.names

    def __bool__(self) -> bool:
        return bool(self.names)

    def add(self, values: Values, steps: Iterable[Step], before: Iterable[Values] | None = None) -> Values:
        """Add the amounts of steps.

        Args:
            values: The numbers of a state before the steps.
            steps: The steps, in any order.
            before: The numbers before each step; `None` leaves out the steps with amounts that depend on these.

        Returns:
            The values with other accumulators.
        """
        totals = list(values)
        varying = self.varying
        amounts: Iterable[tuple[int, str, Value | None]]
        for step, known in zip(steps, repeat(None) if before is None else before, strict=False):
            if step.index in varying:
                if known is None:
                    continue
                amounts = self._amounts(step, known)
            else:
                if step.amounts is None:
                    step.amounts = self._transition.fixed_amounts(self._own[step.index], step.row)
                    assert step.amounts is not None, "these amounts are the same in all states"
                amounts = step.amounts
            for number, operator, amount in amounts:
                # The values of nodes have no accumulators, and get none.
                if number < len(totals) and (total := totals[number]) is not None:
                    totals[number] = combine(operator, total, amount)
        return trimmed(totals)

    def _amounts(self, step: Step, values: Values) -> Iterator[tuple[int, str, Value | None]]:
        """Yield the amounts of a step that depend on the numbers before it."""
        updates = self._updates.get(step.number)
        if updates is None:
            updates = updates_of(self._transition, self._own[step.index], step.row)
            self._updates.keep(step.number, updates)
        for number, operator, read in updates:
            assert operator is not None, "accumulators are never assigned"
            yield number, operator, read(values)

    def without(self, values: Values) -> Values:
        """Leave out the accumulators: `None` stands in their places."""
        if not self.names or not values:
            return values
        kept = list(values)
        for number in self._places():
            if number < len(kept):
                kept[number] = None
        return trimmed(kept)

    def merged(self, values: Values, totals: Values) -> Values:
        """Take the accumulators of `totals`, and all other numbers of `values`."""
        if not self.names:
            return values
        new = list(values)
        for number in self._places():
            if number < len(totals):
                new.extend([None] * (number + 1 - len(new)))
                new[number] = totals[number]
        return trimmed(new)

    def _places(self) -> list[int]:
        """The numbers of the accumulators among the numeric fluents, which are numbered as they are met."""
        fluents = self._vocabulary.fluents
        if len(fluents) > self._met:
            self._numbers += (n for n in range(self._met, len(fluents)) if fluents[n][0] in self.names)
            self._met = len(fluents)
        return self._numbers


class Trail:
    """The accumulators at one state of a walk, and the steps that were carried out since.

    Whoever walks appends to `applied` by itself, right after it has gone on: Python looks for signals at calls and
    loops, so an interrupt finds neither or both. It calls `add_up` when there are more than `TRAIL_STEPS_LIMIT`.

    Attributes:
        applied: The ids of the actions that were carried out since; with the numbers before each if it `varies`.
        totals: The accumulators before them.
        varies: True if amounts depend on the numbers of the state.
    """

    def __init__(self, accumulation: Accumulation, step: Callable[[int], Step], lock: Lock) -> None:
        """Begin without numbers.

        Args:
            accumulation: Adds the amounts of steps.
            step: Finds a step by the id of its action.
            lock: Held while amounts are added.
        """
        self.lock = lock
        self._accumulation = accumulation
        self._step = step
        self.varies = bool(accumulation.varying)
        self.totals: Values = ()
        self.applied: list[Any] = []

    @synchronized
    def merged(self, values: Values) -> Values:
        """Return the numbers of the present state, with its accumulators in place of those of `values`."""
        self.add_up()
        return self._accumulation.merged(values, self.totals)

    @synchronized
    def add_up(self) -> None:
        """Add the amounts of all actions on the trail."""
        applied = self.applied
        if applied:
            ids, before = zip(*applied, strict=True) if self.varies else (applied, None)
            self.totals = self._accumulation.add(self.totals, map(self._step, ids), before)
            applied.clear()


class TaskActions:
    """The action schemas of a task.

    Attributes:
        translation: The translated task.
        transition: Carries out effects.
        accumulation: Counts accumulators.
        productions: The schemas as productions.
        kinds: The kind of each schema's effects.
        certain: For each schema, whether its actions lead to one state only.
    """

    def __init__(self, translation: Translation, transition: Transition) -> None:
        self.translation = translation
        self.transition = transition
        self.accumulation = Accumulation(translation, transition)
        self.productions = productions_of(translation)
        self.kinds = [kind_of(production) for production in self.productions]
        self.certain = [schema.effect.is_certain for schema in translation.schemas]
        # The changes of numeric fluents, by the numbers of the steps.
        self._changes: Cache[int, Callable[[Values], Values]] = Cache(STEP_CACHE_LIMIT)

    def bits_changed(self, step: Step) -> tuple[int, int]:
        """Find what a step always changes, whatever its conditions say.

        Returns:
            The bits that are false afterwards, and those that are false or true.
        """
        if step.either == UNKNOWN:
            delta = self.transition.unconditional(self.translation.schemas[step.index].effect, step.row)
            step.gone = delta.delete & ~delta.add
            step.either = delta.delete | delta.add
        return step.gone, step.either

    def counted(self, values: Values, step: Step) -> Values:
        """Return the values after the unconditional updates of a step; accumulators stay as they are."""
        change = self._changes.get(step.number)
        if change is None:
            change = change_of(self.transition, self.accumulation.others[step.index], step.row)
            self._changes.keep(step.number, change)
        return change(values)

    def amounts(self, step: Step) -> Sequence[Amount] | None:
        """List what a step adds to numbers other than accumulators, without conditions; `None` if that is not fixed."""
        return self.transition.fixed_amounts(self.accumulation.others[step.index], step.row)
