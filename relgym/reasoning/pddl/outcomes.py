"""Every state that may follow a probabilistic effect, with its probability.

Draws are expanded one after the other, and partial outcomes that are equal are merged after each: many coins that lead
to few states are expanded in the time that few states take. The number of partial outcomes, and the time of the call,
are limited (`Budget`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import chain
from math import inf
from operator import and_, or_

from relgym.limits import Budget
from relgym.model.bits import bits_of
from relgym.model.pddl.formulas import Atom
from relgym.model.pddl.state import State, trimmed
from relgym.model.pddl.vocabulary import Key, Values, Vocabulary
from relgym.model.program import LiftedEffect, LiftedOutcomes, Row
from relgym.reasoning.pddl.transition import Delta, Fired, Numbers, Transition
from relgym.tuning.reasoning import STATES_PER_LOOK

Partial = tuple[int, int, Numbers]
"""The atoms of the old state that stay and are not added, the atoms that are added, and what numbers become."""

Shares = dict[Partial, Fraction]


@dataclass(frozen=True, slots=True, eq=False)
class _Draws:
    """A list of draws that are still to be made: the first of them, and the rest. Lists share their rests."""

    first: LiftedOutcomes
    row: Row
    rest: _Draws | None
    length: int


def expanded(
    transition: Transition, state: State, effect: LiftedEffect, row: Row, fired: Fired
) -> list[tuple[Fraction, State]]:
    """Every state that may follow `state`, each once, with its probability.

    Raises:
        BackendError: More than `Limits.outcomes` partial outcomes, numbers of too many digits, or time or memory of
            the call are over.
        ModelError: Numeric effects contradict each other.
    """
    return _Expansion(transition, state, fired).run(effect, row)


class _Expansion:
    """One call of `expanded`."""

    def __init__(self, transition: Transition, state: State, fired: Fired) -> None:
        self._transition = transition
        self._state = state
        self._fired = fired
        self._budget = transition.budget
        self._most = transition.budget.limits.outcomes
        self._count = 0
        # Partial outcomes by the draws that they wait for. The longest lists come first: what a draw leads to is merged
        # where its own draws end.
        self._waiting: dict[_Draws | None, Shares] = {}

    def run(self, effect: LiftedEffect, row: Row) -> list[tuple[Fraction, State]]:
        nothing: Shares = {(self._state.bits, 0, ()): Fraction(1)}
        self._add(nothing, Fraction(1), effect, row, None)
        while len(self._waiting) > (None in self._waiting):
            draws = max((draws for draws in self._waiting if draws is not None), key=_length_of)
            shares = self._waiting.pop(draws)
            missing = Fraction(1)
            for part, outcome in draws.first:
                missing -= part
                if part:
                    self._add(shares, part, outcome, draws.row, draws.rest)
            if missing > 0:
                self._put(shares, missing, Delta(0, 0, ()), draws.rest)
        return self._states(self._waiting[None])

    def _add(self, shares: Shares, part: Fraction, effect: LiftedEffect, row: Row, rest: _Draws | None) -> None:
        """Carry out an effect with some probability, and put its own draws before the others."""
        delta, draws = self._transition.certain(effect, row, self._fired)
        for first, bound in reversed(draws):
            rest = _Draws(first, bound, rest, 1 + _length_of(rest))
        self._put(shares, part, delta, rest)

    def _put(self, shares: Shares, part: Fraction, delta: Delta, draws: _Draws | None) -> None:
        """Merge the partial outcomes after a delta into those that wait for the same draws."""
        shares_of = self._waiting.setdefault(draws, {})
        keep, add = ~(delta.delete | delta.add), delta.add
        amounts = self._transition.amounts(self._state, delta)
        for (kept, added, numbers), share in shares.items():
            if amounts:
                numbers = self._transition.updated(self._state, numbers, amounts)
            partial = kept & keep, added | add, numbers
            shares_of[partial] = shares_of.get(partial, 0) + share * part
            self._count += 1
            if len(shares_of) > self._most:
                raise self._budget.beyond("outcomes")
            if not self._count % STATES_PER_LOOK:
                self._budget.check()

    def _states(self, shares: Shares) -> list[tuple[Fraction, State]]:
        state = self._state
        totals: dict[tuple[int, Values], Fraction] = {}
        for (kept, added, numbers), share in shares.items():
            values = state.values
            if numbers:
                changed = list(values)
                for number, (_, value) in numbers:
                    changed.extend([None] * (number + 1 - len(changed)))
                    changed[number] = value
                values = trimmed(changed)
            after = kept | added, values
            totals[after] = totals.get(after, 0) + share
        return [(share, State(state.vocabulary, *after)) for after, share in totals.items()]


def _length_of(draws: _Draws | None) -> int:
    return 0 if draws is None else draws.length


def ranked(outcomes: Iterable[tuple[Fraction, State]], budget: Budget) -> list[tuple[Fraction, State]]:
    """Outcomes, the most probable first; equally probable ones in the order of their atoms, then of their values."""
    pairs = list(outcomes)
    if len({share for share, _ in pairs}) == len(pairs):
        return sorted(pairs, key=lambda outcome: -outcome[0])
    order = _Order([state for _, state in pairs])

    def key(outcome: tuple[Fraction, State]) -> tuple[Fraction, list[int], list[float]]:
        budget.check()
        share, state = outcome
        return -share, order.atoms(state), [-inf if value is None else value for value in state.values]  # type: ignore[misc]

    return sorted(pairs, key=key)


class _Order:
    """The order of states by the sorted texts of their atoms, found from the atoms in which they differ.

    Of two states the one with the first atom that the other does not have comes first, unless the other has no atom
    after it. So the last of the atoms that all have in common is looked at, too.
    """

    def __init__(self, states: Sequence[State]) -> None:
        vocabulary = states[0].vocabulary
        every = [state.bits for state in states]
        common = reduce(and_, every)
        self._differing = reduce(or_, every) & ~common
        texts = {bit: _text(vocabulary, vocabulary.atoms[bit]) for bit in bits_of(self._differing)}
        shared = chain(map(vocabulary.atoms.__getitem__, bits_of(common)), vocabulary.static_atoms)
        last = max((_text(vocabulary, key) for key in shared), default=None)
        ranks = {text: rank for rank, text in enumerate(sorted({*texts.values(), *([] if last is None else [last])}))}
        self._ranks = {bit: ranks[text] for bit, text in texts.items()}
        self._last = [] if last is None else [ranks[last]]

    def atoms(self, state: State) -> list[int]:
        """A key that orders a state."""
        return sorted([*(self._ranks[bit] for bit in bits_of(state.bits & self._differing)), *self._last])


def _text(vocabulary: Vocabulary, key: Key) -> str:
    name, row = key
    return str(Atom(name, vocabulary.terms(row)))
