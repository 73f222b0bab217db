"""List the rows of productions by functions that are generated when they are first needed.

The function for a production is generated when it may have rows for the first time: when each predicate that it needs
has an atom. Often few of many actions can ever be applied, and generating a function takes longer than many walks.
Steps change only the sets that are known when they are generated. So all sets that later functions may read are named
in advance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from relgym.backends.base import Limits
from relgym.backends.builtin.maintained import Maintained
from relgym.backends.builtin.table import Item
from relgym.model.plan import Block, Call, operations
from relgym.model.program import EXTENSIONAL_ROLES, Body, Literal, Production, Test, Without
from relgym.translate.analysis.events import GatedRule
from relgym.translate.plans.widths import Widths
from relgym.translate.program.join_order import Sizes
from relgym.translate.python.steps import StepWriter

INLINED_OPERATIONS = 20
"""The largest number of operations that are inlined; a call takes longer than one operation."""


class Finding(Maintained):
    """Lists the rows of productions; `gated` holds their rules without their gates."""

    productions: Sequence[Production]
    gated: list[GatedRule]
    # Generates functions for the current rules.
    _writing: StepWriter

    def __init__(self, sizes: Sizes, limits: Limits | None) -> None:
        super().__init__(sizes, limits)
        # By production whose list function is not yet generated, the sets that are nonempty whenever it has rows.
        self._needed: dict[int, list[set[Item]]] = {}
        # The productions whose list functions check the clock.
        self._clocked: set[int] = set()
        # By production, the body of its generated list function.
        self._bodies: dict[int, Block] = {}

    # -- lists -------------------------------------------------------------------------------

    def put_off(self, place: int) -> None:
        """Defer the list function of a production until it may have rows."""
        symbols = [goal.symbol for goal in self.gated[place].rule.body if isinstance(goal, Literal)]
        needed = [
            self.compiler.tables[symbol].rows for symbol in dict.fromkeys(symbols) if symbol.role in EXTENSIONAL_ROLES
        ]
        self._needed[place] = needed

        def listed(found: list[int]) -> None:
            if all(needed):
                self._write_list(place)
                self.finder(place)(found)

        self.compiler.scope[f"listed_{place}"] = listed

    def write_lists(self) -> None:
        """Generate the deferred list functions of productions that may have rows by now."""
        for place, needed in [*self._needed.items()]:
            if all(needed):
                self._write_list(place)

    def rewrite_lists(self, places: Iterable[int], writer: StepWriter) -> None:
        """Replace the rules of some productions, and generate their list functions again if they exist."""
        self._writing = writer
        for place in places:
            if place not in self._needed:
                self._write_list(place)

    def _write_list(self, place: int) -> None:
        self._needed.pop(place, None)
        plan = self._writing.listed(place)
        self._clocked.discard(place)
        if plan.checks_clock:
            self._clocked.add(place)
        self._bodies[place] = plan.body
        self.compiler.define(self.compiler.writer.printer.text(plan))

    def always(self, place: int) -> Block:
        """Return the operations that add the numbers of a production's rows to `found`: a call, unless they are few."""
        body = self._bodies.get(place, ())
        few = 0 < sum(1 for _ in operations(body)) <= INLINED_OPERATIONS
        return body if few else (Call(f"listed_{place}", ("found",)),)

    def foresee_lists(self) -> None:
        """Name all sets that list functions and checks may read that are not generated yet."""
        for place in [*self._needed]:
            body = self.gated[place].rule.body
            if _is_plain(body):
                self.compiler.writer.indexes.foresee(body, ())
            else:
                self._write_list(place)
        for production in self.productions:
            self.compiler.writer.indexes.foresee(production.rule.body, production.rule.head.terms)

    def may_take_long(self, place: int, widths: Widths) -> bool:
        """Tell whether listing a production's rows may take so long that it needs a time limit."""
        if place not in self._needed:
            return place in self._clocked
        return widths.is_long(self.gated[place].rule.body, ())

    def finder(self, place: int) -> Callable[[list[int]], None]:
        """Return the function that adds the numbers of a production's rows to a list."""
        finder: Callable[[list[int]], None] = self.compiler.scope[f"listed_{place}"]
        return finder

    def listed(self, place: int) -> list[int]:
        """List the numbers of a production's rows anew, without its gates; its strata must be up to date."""
        found: list[int] = []
        self.finder(place)(found)
        return found


def _is_plain(body: Body) -> bool:
    """Tell whether the only nested bodies of a body are single negated literals and tests."""
    return all(
        isinstance(goal, Literal | Test)
        or (isinstance(goal, Without) and len(goal.body) == 1 and isinstance(goal.body[0], Literal | Test))
        for goal in body
    )
