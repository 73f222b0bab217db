"""Each state grounded by itself, in one control: what never changes is grounded once.

Whatever depends on the state has the state's number as its last argument, the parameter of clingo's
multi-shot grounding (Gebser et al., Multi-shot ASP solving with clingo, 2019). Facts come in and
answers go out through functions that the program calls while it is grounded: a stratified program
is computed by the grounder alone, and nothing is solved. Any state will do, whatever atoms it has.

Grounding cannot be interrupted from outside, so rules whose joins may be large call the function
`@watch` with every variable that they bind. It looks at the clock, and makes them ten times slower.

A control never forgets, so after a while it is replaced by a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from relgym.backends.clingo.facts import ClingoFacts
from relgym.backends.clingo.library import library
from relgym.errors import BackendError
from relgym.limits import Budget
from relgym.model.program import Rule, Symbol
from relgym.translate.asp.program import TIME, AspWriter
from relgym.translate.program.origins import Named
from relgym.tuning.clingo import CALLS_PER_LOOK, SNAPSHOT_TERMS_LIMIT

if TYPE_CHECKING:
    from clingo import Control
    from clingo import Symbol as Term


class Snapshots:
    """Answers questions about one state after another; `timed` says what depends on the state."""

    def __init__(
        self,
        writer: AspWriter,
        rules: Callable[[Symbol], Sequence[Rule]],
        timed: Callable[[Named], bool],
        facts: ClingoFacts,
        budget: Budget,
    ) -> None:
        self._clingo = library()
        self._writer = writer
        self._rules = rules
        self._timed = timed
        self._facts = facts
        self._budget = budget
        self._things: list[Named] = []
        self._numbers: dict[Named, int] = {}
        self._texts: dict[str, str] = {}
        self.close()

    def close(self) -> None:
        """Give the control up; the next question makes a new one."""
        parts: set[str] = set()
        self._control: Control | None = None
        self._parts = parts
        self._time = self._passing = self._lasting = 0

    def answers(self, symbols: Sequence[Symbol], needed: Sequence[Named]) -> list[list[Term]]:
        """The terms for which symbols hold; `needed` is all that they depend on, lowest first, they included.

        Raises `BackendError` when the time is over. After any error the next question starts afresh: a control that was
        broken off may lack parts of the program.
        """
        if self._passing > SNAPSHOT_TERMS_LIMIT + 10 * self._lasting:
            self.close()
        try:
            return self._answers(symbols, needed)
        except TimeoutError:
            self._control = None
            raise self._budget.error() from None
        except (RuntimeError, MemoryError) as error:
            self._control = None
            raise BackendError(f"clingo failed: {error}") from error
        except BaseException:
            self._control = None
            raise

    def _answers(self, symbols: Sequence[Symbol], needed: Sequence[Named]) -> list[list[Term]]:
        if self._control is None:
            self.close()
            self._control = self._clingo.Control(["--warn=none"])
        self._time += 1
        number = self._clingo.Number(self._time)
        calls = _SnapshotCalls(self, self._budget.look, self._clingo.Number(0))
        parts = []
        for thing in needed:
            timed = self._timed(thing)
            part = f"p{self._number(thing)}"
            if self._add(part, timed, partial(self._definition, thing)) or timed:
                parts.append((part, [number] if timed else []))
        for symbol in symbols:
            part = f"r{self._number(symbol)}"
            self._add(part, True, partial(self._writer.reported, symbol, self._number(symbol)))
            parts.append((part, [number]))
        self._budget.begin()
        self._control.ground(parts, context=calls)
        self._budget.look()
        self._passing += sum(map(len, calls.answers.values()))
        return [calls.answers.get(self._number(symbol), []) for symbol in symbols]

    def _number(self, thing: Named) -> int:
        number = self._numbers.get(thing)
        if number is None:
            number = self._numbers[thing] = len(self._things)
            self._things.append(thing)
        return number

    def facts(self, number: int) -> Sequence[Term]:
        """Return the facts of the symbols that have a number here."""
        thing = self._things[number]
        terms = self._facts.terms(thing)
        if self._timed(thing):
            self._passing += len(terms)
        else:
            self._lasting += len(terms)
        return terms

    def _add(self, part: str, timed: bool, text: Callable[[], str]) -> bool:
        """Make a part of the program known; false if it was."""
        if part in self._parts:
            return False
        if part not in self._texts:
            self._texts[part] = text()
        assert self._control is not None
        self._control.add(part, [TIME] if timed else [], self._texts[part])
        self._parts.add(part)
        return True

    def _definition(self, thing: Named) -> str:
        rules = self._rules(thing) if isinstance(thing, Symbol) else ()
        if rules:
            return "\n".join(map(self._writer.rule, rules))
        return self._writer.called(thing, self._number(thing))


class _SnapshotCalls:
    """The functions that a program calls while it is grounded for one question."""

    def __init__(self, snapshots: Snapshots, look: Callable[[], None], nothing: Term) -> None:
        self._snapshots = snapshots
        self._look = look
        self._nothing = nothing
        self._count = 0
        self.answers: dict[int, list[Term]] = {}

    def facts(self, number: Term) -> Sequence[Term]:
        return self._snapshots.facts(number.number)

    def answer(self, number: Term, term: Term) -> Sequence[Term]:
        self._tick()
        self.answers.setdefault(number.number, []).append(term)
        return ()

    def watch(self, _: Term) -> Term:
        self._tick()
        return self._nothing

    def _tick(self) -> None:
        self._count += 1
        if self._count % CALLS_PER_LOOK == 0:
            self._look()
