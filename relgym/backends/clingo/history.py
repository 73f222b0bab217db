"""A program of clingo that grows part by part, and its cautious and brave consequences.

Grounding cannot be interrupted, so the size of the ground program is estimated first. If the estimate is over the
limit, the rules that are ground are counted, and grounding stops at the limit.

>>> from relgym.translate.asp.unrolled import ProgramPart
>>> program = History(Limits(), 1000)
>>> text = "#show. { up(1,t); up(2,t) } = 1. red(t). #show up/2. #show red/1."
>>> program.ground([(ProgramPart("coin", ("t",), text), (7,))])
>>> program.satisfiable(), program.consequences("cautious"), sorted(program.consequences("brave")["up"])
(True, {'red': {(7,)}}, [(1, 7), (2, 7)])
>>> len(program.models(5))
2
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal

from relgym.backends.base import Limits
from relgym.backends.clingo.library import library
from relgym.errors import BackendError
from relgym.model.program import Row
from relgym.translate.asp.history import PRESENT
from relgym.translate.asp.unrolled import ProgramPart
from relgym.tuning.clingo import WAIT_TURN_SECONDS

if TYPE_CHECKING:
    from clingo import Model, SolveHandle
    from clingo import Symbol as Term

Mode = Literal["cautious", "brave"]
"""The kind of consequences: true in all answer sets (cautious), or in some (brave)."""

Shown = dict[str, set[Row]]
"""For each name that is shown the arguments for which it holds."""


class TooManyGroundRules(Exception):
    """A program has more ground rules than it may have, or grounding it takes longer than it may."""


class History:
    """A growing program of at most `most` ground rules; answers that take longer than the limits are `BackendError`."""

    def __init__(self, limits: Limits, most: int) -> None:
        clingo = library()
        self.limits = limits
        self.most = most
        self._number, self._function = clingo.Number, clingo.Function
        self._control = clingo.Control(["--warn=none"])
        self._known: set[str] = set()
        self._ready: set[tuple[str, Row]] = set()
        self._present: int | None = None

    @property
    def size(self) -> int:
        """The number of ground rules when a question was last answered."""
        problem = self._control.statistics.get("problem", {})
        return int(problem["lp"]["rules"]) if "lp" in problem else 0

    def ground(self, parts: Sequence[tuple[ProgramPart, Row]], counted: bool = False) -> None:
        """Ground parts together, those that are not ground yet.

        Raises `TooManyGroundRules` if they are `counted` and too large; the program is of no use then.
        """
        new = [(part, row) for part, row in parts if (part.name, row) not in self._ready]
        for part, _ in new:
            if part.name not in self._known:
                self._known.add(part.name)
                self._control.add(part.name, part.parameters, part.text)
        self._ready.update((part.name, row) for part, row in new)
        left = self.most - self.size if counted else self.most
        calls = _LimitedCalls(left, self.limits.seconds, self._number(0))
        self._control.ground([(part.name, list(map(self._number, row))) for part, row in new], context=calls)

    def look_at(self, time: int) -> None:
        """Make a time the one that is asked about; its part `present` must be ground."""
        if self._present == time:
            return
        if self._present is not None:
            self._control.release_external(self._now(self._present))
        self._control.assign_external(self._now(time), True)
        self._present = time

    def _now(self, time: int) -> Term:
        term: Term = self._function(PRESENT, [self._number(time)])
        return term

    def rows(self, name: str, arity: int) -> Iterator[Row]:
        """The arguments for which something may hold."""
        return (_row(atom.symbol) for atom in self._control.symbolic_atoms.by_signature(name, arity))

    def satisfiable(self) -> bool:
        """Return True if an answer set exists."""
        self._configure("auto", "no", 1)
        return any(True for _ in self._solved())

    def consequences(self, mode: Mode) -> Shown:
        """Return the shown atoms that are in all answer sets, or in some; there must be an answer set."""
        self._configure(mode, "no", 0)
        with self._control.solve(async_=True) as handle:
            self._waited(handle, self.limits.seconds)
            model = handle.last()
            return _shown(model.symbols(shown=True)) if model else {}

    def models(self, most: int) -> list[Shown]:
        """Return the sets of shown atoms of the answer sets, without repetition and at most `most` of them."""
        self._configure("auto", "show", most)
        return [_shown(model.symbols(shown=True)) for model in self._solved()]

    def _configure(self, mode: str, project: str, models: int) -> None:
        solve: Any = self._control.configuration.solve
        solve.enum_mode, solve.project, solve.models = mode, project, models

    def _solved(self) -> Iterator[Model]:
        left = self.limits.seconds
        with self._control.solve(yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                left = self._waited(handle, left)
                model = handle.model()
                if model is None:
                    return
                yield model

    def _waited(self, handle: SolveHandle, left: float) -> float:
        """Wait for an answer for at most `left` seconds; returns the seconds that are left of them.

        It waits in turns, and a turn counts for its own length at most: while a machine stands still, or is suspended,
        clingo does not compute either.
        """
        while left > 0:
            turn, begun = min(left, WAIT_TURN_SECONDS), monotonic()
            if handle.wait(turn):
                return left - min(turn, monotonic() - begun)
            left -= turn
        handle.cancel()
        raise BackendError(
            f"clingo has not computed the consequences within {self.limits.seconds:g} s",
            hint="give it more time: limits=Limits(seconds=...)",
        )


def _shown(terms: Sequence[Term]) -> Shown:
    rows: Shown = {}
    for term in terms:
        rows.setdefault(term.name, set()).add(_row(term))
    return rows


def _row(term: Term) -> Row:
    return tuple([argument.number for argument in term.arguments])


class _LimitedCalls:
    """The functions that counted rules call during grounding."""

    def __init__(self, left: int, seconds: float, nothing: Term) -> None:
        self._left = left
        self._end = monotonic() + seconds
        self._nothing = nothing

    def watch(self, _: Term) -> Term:
        self._left -= 1
        if self._left < 0 or (not self._left % 1024 and monotonic() > self._end):
            raise TooManyGroundRules
        return self._nothing
