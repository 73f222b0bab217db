"""The builtin engine where it finds the rows of productions: by functions that are written when they are first needed.

What lists the rows of a production is written when there may be some for the first time: when there is an atom of each
predicate that it needs. Of many actions only a few can ever be taken, and to write a function takes longer than many a
walk. Steps change those sets alone that are known when they are written, so all sets are foreseen that a function may
look into that is written later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from textwrap import dedent
from typing import Any

from relgym.backends.base import Limits
from relgym.backends.builtin.maintained import Maintained
from relgym.backends.builtin.table import Item
from relgym.model.program import ALONE, Body, Literal, Production, Test, Without
from relgym.translate.analysis.events import GatedRule
from relgym.translate.program.order import Sizes
from relgym.translate.python.functions import is_watched
from relgym.translate.python.lists import Widths
from relgym.translate.python.steps import StepWriter

SHORT = 20
"""So many lines are few: to call a function takes longer than one of them."""


class Finding(Maintained):
    """Finds the rows of productions, whose rules without their gates are `gated`."""

    productions: Sequence[Production]
    gated: list[GatedRule]
    # What writes functions, by the rules as they are now.
    _writing: StepWriter

    def __init__(self, sizes: Sizes, limits: Limits | None) -> None:
        super().__init__(sizes, limits)
        # By production, sets of which none is empty where it has rows; of those whose lists are not written yet.
        self._needed: dict[int, list[set[Item]]] = {}
        # The productions whose lists, as they are written, look at the clock.
        self._clocked: set[int] = set()
        # The lines of lists that are written.
        self._bodies: dict[int, Sequence[str]] = {}
        # Whether steps may be written by now, which do not change any set that is new.
        self._settled = False

    # -- lists -------------------------------------------------------------------------------

    def put_off(self, place: int) -> None:
        """Have a production's rows listed by what is written when there may be some for the first time."""
        symbols = [goal.symbol for goal in self.gated[place].rule.body if isinstance(goal, Literal)]
        needed = [self._table(symbol).rows for symbol in dict.fromkeys(symbols) if symbol.role in ALONE]
        self._needed[place] = needed

        def listed(found: list[int]) -> None:
            if all(needed):
                self._write_list(place)
                self.finder(place)(found)

        self._scope[f"listed_{place}"] = listed

    def write_lists(self) -> None:
        """Write what lists rows, where there may be some by now."""
        for place, needed in [*self._needed.items()]:
            if all(needed):
                self._write_list(place)

    def rewrite_lists(self, places: Iterable[int], writer: StepWriter) -> None:
        """Go on with rules that are new for some productions; lists that are written are written anew."""
        self._writing = writer
        for place in places:
            if place not in self._needed:
                self._write_list(place)

    def _write_list(self, place: int) -> None:
        self._needed.pop(place, None)
        text = self._writing.listed(place)
        self._clocked.discard(place)
        if is_watched(text):
            self._clocked.add(place)
        _, _, body = text.rpartition(f"def listed_{place}(found):\n")
        self._bodies[place] = dedent(body).splitlines()
        self._define(f"listed_{place}", text)

    def lines(self, place: int) -> tuple[str, ...]:
        """The lines that add the numbers of a production's rows to `found`: a call, unless they are few."""
        lines = self._bodies.get(place, ())
        return tuple(lines) if 0 < len(lines) <= SHORT else (f"listed_{place}(found)",)

    def foresee_lists(self) -> None:
        """Name all sets that lists and checks may look into that are not written yet."""
        for place in [*self._needed]:
            body = self.gated[place].rule.body
            if _is_plain(body):
                self._writer.foresee(body, ())
            else:
                self._write_list(place)
        for production in self.productions:
            self._writer.foresee(production.rule.body, production.rule.head.terms)

    def may_take_long(self, place: int, widths: Widths) -> bool:
        """Whether to list a production's rows may take so long that there has to be an end to it."""
        if place not in self._needed:
            return place in self._clocked
        return widths.is_long(self.gated[place].rule.body, ())

    def finder(self, place: int) -> Callable[[list[int]], None]:
        """What adds the numbers of a production's rows to a list."""
        finder: Callable[[list[int]], None] = self._scope[f"listed_{place}"]
        return finder

    def listed(self, place: int) -> list[int]:
        """The numbers of a production's rows, found anew, whether its gates hold or not; what they rest on is known."""
        found: list[int] = []
        self.finder(place)(found)
        return found

    # -- functions ---------------------------------------------------------------------------

    def made(self, name: str, write: Callable[[], str]) -> Callable[..., Any]:
        """A function of the scope; it is written when it is first needed."""
        if name not in self._scope:
            self._define(name, write())
        function: Callable[..., Any] = self._scope[name]
        return function

    def _define(self, name: str, text: str) -> None:
        known = len(self._writer.accesses), len(self._writer.singles)
        self._execute(text)
        # Functions that were written before would not change a set that is new.
        new = len(self._writer.accesses), len(self._writer.singles)
        assert new == known or not self._settled, f"{name} looks into sets that were not foreseen"


def _is_plain(body: Body) -> bool:
    """Whether a body has no bodies in it but negated literals and tests."""
    return all(
        isinstance(goal, Literal | Test)
        or (isinstance(goal, Without) and len(goal.body) == 1 and isinstance(goal.body[0], Literal | Test))
        for goal in body
    )
