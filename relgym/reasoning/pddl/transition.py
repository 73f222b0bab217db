"""Application of effects: from a state and the true effect conditions to the next states.

This interprets the effect tree (`relgym.model.effects` defines its meaning). Whatever else carries out effects is
derived from the same tree, and is tested against this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import NamedTuple

from relgym.caching import Cache, CacheBudget
from relgym.errors import ModelError
from relgym.limits import Budget, Limits, bits_of_digits
from relgym.model.arithmetic import combine, evaluate
from relgym.model.effects import UPDATE_KINDS, UPDATE_OPERATORS, NumericEffect
from relgym.model.numeric import Expression, FluentValue, Value, fluents_in
from relgym.model.pddl.state import State, trimmed
from relgym.model.pddl.vocabulary import Key, Vocabulary
from relgym.model.program import LiftedEffect, LiftedOutcomes, Literal, Row, Symbol, row_binder
from relgym.model.terms import Object, Term, Variable
from relgym.reasoning.randomness import Generator
from relgym.tuning.reasoning import CACHED_ENTRY_BYTES, REASONER_CACHE_BYTES, STATES_PER_LOOK

Fired = Mapping[Symbol, Sequence[Row]]
"""For each condition the rows for which it holds in the old state."""

Amount = tuple[int, str, Value]
"""The number of a fluent, `+` or `-`, and how much."""

Numbers = tuple[tuple[int, tuple[str, Value | None]], ...]
"""Numeric updates of a state: the number of each fluent, ascending, with the kind of its update and the value."""

_number_of = itemgetter(0)


class BoundUpdate(NamedTuple):
    """A numeric update of the fluent with a number, its variables bound to the objects of `row`."""

    number: int
    effect: NumericEffect
    variables: tuple[Variable, ...]
    row: Row


@dataclass(slots=True)
class Delta:
    """The effects on a state: atoms to delete, then atoms to add, as bits; and numeric updates."""

    delete: int
    add: int
    updates: tuple[BoundUpdate, ...]


def merged(deltas: Sequence[Delta]) -> Delta:
    """Return the effects of all deltas together."""
    if len(deltas) == 1:
        return deltas[0]
    delete = add = 0
    updates: list[BoundUpdate] = []
    for delta in deltas:
        delete |= delta.delete
        add |= delta.add
        updates += delta.updates
    return Delta(delete, add, tuple(updates))


class Transition:
    """Carries out the effects of one task.

    Attributes:
        caches: The budget of the caches of actions and atoms, shared with the other parts of a reasoner.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        number: Mapping[str, int],
        static_values: Mapping[Key, Value],
        budget: Budget | None = None,
    ) -> None:
        self.vocabulary = vocabulary
        self.budget = budget or Budget("builtin", Limits())
        self._most_bits = bits_of_digits(self.budget.limits.digits)
        self._number = number
        self._static_values = static_values
        self.caches = CacheBudget(REASONER_CACHE_BYTES)
        # By identity, which is safe as long as the translation that all effects belong to lives.
        self._known: Cache[tuple[int, Row], Delta] = Cache(self.caches, CACHED_ENTRY_BYTES)
        self._binders: dict[int, tuple[_Binders, _Binders]] = {}

    def unconditional(self, effect: LiftedEffect, row: Row) -> Delta:
        """Return what an effect changes for these arguments, conditional and probabilistic effects inside left out."""
        delta = self._known.get((id(effect), row))
        if delta is None:
            delta = self._known.keep((id(effect), row), self.bound(effect, row))
        return delta

    def bound(self, effect: LiftedEffect, row: Row) -> Delta:
        """Return the same as `unconditional`, for those who keep it themselves."""
        binders = self._binders.get(id(effect))
        if binders is None:
            binders = self._binders[id(effect)] = (
                self._binders_of(effect.deletes, effect.variables),
                self._binders_of(effect.adds, effect.variables),
            )
        delete, add = (self._bits(binder, row) for binder in binders)
        updates = [
            BoundUpdate(self.fluent(update.fluent, effect.variables, row), update, effect.variables, row)
            for update in effect.updates
        ]
        return Delta(delete, add, tuple(updates))

    def certain(self, effect: LiftedEffect, row: Row, fired: Fired) -> tuple[Delta, list[tuple[LiftedOutcomes, Row]]]:
        """Return the certain effects, and the draws that are still to be made, in their order."""
        self.budget.begin()
        deltas: list[Delta] = []
        draws: list[tuple[LiftedOutcomes, Row]] = []
        self._carry_out(effect, row, fired, deltas, draws)
        return merged(deltas), draws

    def _carry_out(
        self,
        effect: LiftedEffect,
        row: Row,
        fired: Fired,
        deltas: list[Delta],
        draws: list[tuple[LiftedOutcomes, Row]],
    ) -> None:
        """Append the certain effects to `deltas`, and the draws that are still to be made to `draws`."""
        deltas.append(self.unconditional(effect, row))
        draws += [(outcomes, row) for outcomes in effect.probabilistic]
        for inner in effect.conditional:
            assert inner.condition is not None
            for count, answer in enumerate(sorted(fired[inner.condition]), 1):
                if answer[: len(row)] == row:
                    self._carry_out(inner, answer, fired, deltas, draws)
                if not count % STATES_PER_LOOK:
                    self.budget.check()

    def drawn(self, effect: LiftedEffect, row: Row, fired: Fired, rng: Generator) -> Delta:
        """Draw one outcome: each draw takes one number from the generator, in the order of the effect tree."""

        def chosen(outcomes: LiftedOutcomes) -> LiftedEffect | None:
            point = rng.random()
            for share, outcome in outcomes:
                point -= float(share)
                if point < 0:
                    return outcome
            return None

        return self._resolved(effect, row, fired, chosen)

    def likeliest(self, effect: LiftedEffect, row: Row, fired: Fired) -> Delta:
        """Return the outcome in which every draw falls on its likeliest side, the first of equals."""

        def chosen(outcomes: LiftedOutcomes) -> LiftedEffect | None:
            share, outcome = max(outcomes, key=lambda item: item[0])
            return outcome if share >= 1 - sum(other for other, _ in outcomes) else None

        return self._resolved(effect, row, fired, chosen)

    def _resolved(
        self,
        effect: LiftedEffect,
        row: Row,
        fired: Fired,
        chosen: Callable[[LiftedOutcomes], LiftedEffect | None],
    ) -> Delta:
        """Return the effects after all draws; `chosen` decides one, with `None` for no change."""
        self.budget.begin()
        deltas: list[Delta] = []
        waiting: list[tuple[LiftedOutcomes, Row]] = []
        self._carry_out(effect, row, fired, deltas, waiting)
        # The last one is the next.
        waiting.reverse()
        while waiting:
            if not len(waiting) % STATES_PER_LOOK:
                self.budget.check()
            outcomes, scope = waiting.pop()
            outcome = chosen(outcomes)
            if outcome is not None:
                later: list[tuple[LiftedOutcomes, Row]] = []
                self._carry_out(outcome, scope, fired, deltas, later)
                waiting += later[::-1]
        return merged(deltas)

    def apply(self, state: State, delta: Delta) -> State:
        """The state after a delta; raises `ModelError` if numeric effects contradict each other."""
        bits = state.bits & ~delta.delete | delta.add
        if not delta.updates:
            return State(self.vocabulary, bits, state.values)
        values = list(state.values)
        for number, (_, value) in self.updated(state, (), self.amounts(state, delta)):
            values.extend([None] * (number + 1 - len(values)))
            values[number] = value
        return State(self.vocabulary, bits, trimmed(values))

    def fixed_amounts(self, effect: LiftedEffect, row: Row) -> list[Amount] | None:
        """Return the constants that an effect adds to or subtracts from numbers; `None` if one depends on the state."""
        amounts: list[Amount] = []
        for update in effect.updates:
            amount = evaluate(update.value, lambda fluent: self.fixed_value(fluent, effect.variables, row))
            if UPDATE_KINDS[update.operator] != "+" or amount is None:
                return None
            number = self.fluent(update.fluent, effect.variables, row)
            amounts.append((number, UPDATE_OPERATORS[update.operator], amount))
        return amounts

    def fixed_value(self, fluent: FluentValue, variables: tuple[Variable, ...], row: Row) -> Value | None:
        """The value of a fluent that no action changes."""
        return self._static_values.get((fluent.function, self._row(fluent.terms, variables, row)))

    def amounts(self, state: State, delta: Delta) -> list[tuple[int, str, Value | None]]:
        """The numeric updates of a delta: each with a fluent's number, an operator, and a value read in `state`."""
        return [
            (number, update.operator, self.evaluate(state, update.value, variables, row))
            for number, update, variables, row in delta.updates
        ]

    def updated(self, state: State, numbers: Numbers, amounts: Iterable[tuple[int, str, Value | None]]) -> Numbers:
        """Some numbers after further updates; raises `ModelError` if they contradict those before or each other."""
        new = dict(numbers)
        for number, update, value in amounts:
            kind, operator = UPDATE_KINDS[update], UPDATE_OPERATORS.get(update)
            known, old = new[number] if number in new else (kind, self._old(state, number))
            if known != kind or (kind == "=" and number in new and old != value):
                name, arguments = self.vocabulary.fluents[number]
                text = FluentValue(name, self.vocabulary.terms(arguments))
                raise ModelError(
                    f"the effects of one action contradict each other on {text}",
                    expected="one value assigned, or only increase and decrease, or only scale-up and scale-down",
                )
            new[number] = kind, self.within_digits(combine(operator, old, value) if operator else value)
        return tuple(sorted(new.items(), key=_number_of))

    def evaluate(
        self, state: State, expression: Expression, variables: tuple[Variable, ...] = (), row: Row = ()
    ) -> Value | None:
        """The value of an expression in a state, its variables bound to the objects of `row`.

        Raises `BackendError` where a number on the way has more digits than allowed.
        """
        return evaluate(expression, lambda fluent: self.value(state, fluent, variables, row), self.within_digits)

    def within_digits(self, value: Value | None) -> Value | None:
        """The value; raises `BackendError` if it has more digits than allowed."""
        match value:
            case int():
                size = value.bit_length()
            case Fraction():
                size = max(value.numerator.bit_length(), value.denominator.bit_length())
            case _:
                return value
        if size > self._most_bits:
            raise self.budget.beyond("digits")
        return value

    def fluents_read(self, *expressions: Expression) -> tuple[int, ...]:
        """The numbers of the fluents in expressions without variables; those that never change are left out."""
        numbers: dict[int, None] = {}
        for expression in expressions:
            for fluent in fluents_in(expression):
                key = fluent.function, self._row(fluent.terms, (), ())
                if key not in self._static_values:
                    numbers[self.vocabulary.fluent(*key)] = None
        return tuple(numbers)

    def _old(self, state: State, number: int) -> Value | None:
        return state.values[number] if number < len(state.values) else None

    def value(
        self, state: State, fluent: FluentValue, variables: tuple[Variable, ...] = (), row: Row = ()
    ) -> Value | None:
        """The value of a fluent in a state, its variables bound to the objects of `row`."""
        arguments = self._row(fluent.terms, variables, row)
        number = self.vocabulary.fluent_number.get((fluent.function, arguments))
        if number is None:
            return self._static_values.get((fluent.function, arguments))
        return self._old(state, number)

    def _row(self, terms: Sequence[Term], variables: tuple[Variable, ...], row: Row) -> Row:
        return tuple(self._number[t.name] if isinstance(t, Object) else row[variables.index(t)] for t in terms)

    def fluent(self, fluent: FluentValue, variables: tuple[Variable, ...], row: Row) -> int:
        """The number of a fluent, its variables bound to the objects of `row`."""
        return self.vocabulary.fluent(fluent.function, self._row(fluent.terms, variables, row))

    def _binders_of(self, literals: tuple[Literal, ...], variables: tuple[Variable, ...]) -> _Binders:
        return [(each.symbol.name, row_binder(each.terms, variables, self._number)) for each in literals]

    def _bits(self, binders: _Binders, row: Row) -> int:
        bits = 0
        for name, bound in binders:
            bits |= 1 << self.vocabulary.atom(name, bound(row))
        return bits


_Binders = list[tuple[str, Callable[[Row], Row]]]
"""Predicates, each with the function that makes the row of its atom."""
