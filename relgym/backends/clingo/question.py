"""A question to clingo, and the faster of the two ways to answer it, as measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from relgym.backends.clingo.choices import GroundChoices
from relgym.libraries import thread_time
from relgym.model.pddl.state import State
from relgym.model.program import Row, Rule, Symbol
from relgym.translate.asp.numbers import functions_compared, tests_in_rules
from relgym.translate.program.origins import Named
from relgym.tuning.clingo import SLOWDOWN_LIMIT, TIMED_STATES

Rows = list[list[Row]]


class ClingoQuestion:
    """Symbols that are asked together, and the `needed` things on which they rest, themselves included.

    `asked` are the symbols that hold the arguments with which it is asked, and how many; `once` says whether
    a program that is ground once could answer, `anticipating` whether one is ground over what may ever be true
    instead of what has been seen. The last answer is kept with what it was for.
    """

    def __init__(
        self,
        symbols: Sequence[Symbol],
        needed: Sequence[Named],
        rules: Sequence[Rule],
        asked: Mapping[Symbol, int],
        once: bool,
    ) -> None:
        self.symbols = tuple(symbols)
        self.needed = tuple(needed)
        self.rules = tuple(rules)
        self.tests = tuple(test for _, test in tests_in_rules(rules))
        self.compared = functions_compared(rules)
        self.answered: State | None = None
        self.given: Row = ()
        self.rows: Rows = []
        self.asked = asked
        self.bound = max(asked.values(), default=0)
        self.anticipating = True
        self._once = once
        self._choices: GroundChoices | None = None
        self._snapshots = 0
        self._trials = 0
        self._grounding = 0.0
        self._spent = 0.0
        self._by_snapshot = float("inf")
        self._by_choices = float("inf")

    def answer(self, state: State, snapshot: Callable[[], Rows], ground: Callable[[], GroundChoices | None]) -> Rows:
        """The rows of the symbols in a state; `ground` makes a ground program, or none if it would be too large."""
        choices = self._choices
        if choices is not None:
            try:
                if choices.covers(state):
                    return choices.answers(state) if self._trials == TIMED_STATES else self._tried(choices, state)
            except BaseException:
                # It may have been broken off by a signal, with some choices of the state made and others not.
                self._choices = None
                raise
        start = thread_time()
        rows = snapshot()
        spent = thread_time() - start
        self._by_snapshot = min(self._by_snapshot, spent)
        self._spent += spent
        self._snapshots += 1
        # Uncovered states seldom come alone: ground again once waiting has cost as much as all grounding so far.
        if self._once and self._snapshots >= TIMED_STATES and self._spent > self._grounding:
            self._ground(ground)
        return rows

    def forget(self) -> None:
        """Give the ground program up; it is made again when it is worth it."""
        self._choices = None
        self._snapshots = 0

    def _ground(self, ground: Callable[[], GroundChoices | None]) -> None:
        start = thread_time()
        self._choices = ground()
        self._once = self._choices is not None
        self._trials = 0
        self._by_choices = float("inf")
        self._grounding += thread_time() - start
        self._spent = 0.0

    def _tried(self, choices: GroundChoices, state: State) -> Rows:
        """The answer of a ground program that is new, which is given up if it turns out to be slow."""
        start = thread_time()
        rows = choices.answers(state)
        spent = thread_time() - start
        self._by_choices = min(self._by_choices, spent)
        # The first answer takes long, and would again.
        self._grounding += spent
        self._trials += 1
        if self._trials == TIMED_STATES and self._by_choices > SLOWDOWN_LIMIT * self._by_snapshot:
            self._choices = None
            # Over the atoms that are seen it is smaller.
            self._once, self.anticipating = self.anticipating, False
        return rows
