"""Bodies that are written into another function: what must hold stands around the rest, and nothing is left.

>>> from relgym.model.program import Production, Role, Rule, Symbol
>>> x, y, on = Variable("?x"), Variable("?y"), Symbol(Role.FLUENT, "on", 2)
>>> clear = Literal(Symbol(Role.FLUENT, "clear", 1), (x,))
>>> rule = Rule(Literal(Symbol(Role.APPLICABLE, "unstack", 2), (x, y)), (clear, Literal(on, (x, y))))
>>> numbering = Numbering([Production(rule, None)], 10)
>>> body = InlineWriter(numbering, PythonWriter(), 0, {x: "A0"}, "found.append({})")
>>> body.goals(rule.body)
>>> for line in body.lines:
...     print(line)
if A0 in fluent_clear_1:
    first_0 = A0 * 10
    for Y_1 in fluent_on_2_by_0[A0]:
        found.append(first_0 + Y_1)
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import count
from math import inf

from relgym.model.program import Body, Literal
from relgym.model.terms import Term, Variable
from relgym.translate.program.flatten import variables_of
from relgym.translate.python.numbers import Numbering
from relgym.translate.python.program import BodyWriter, Leaf, PythonWriter


class BlockWriter(BodyWriter):
    """A body in a function that goes on after it: where something does not hold, nothing is done."""

    def __init__(
        self,
        writer: PythonWriter,
        name: str,
        known: dict[Term, str],
        row: tuple[Term, ...],
        leaf: Leaf,
        unwatched: float,
    ) -> None:
        super().__init__(writer, name, [], known, row, leaf)
        self.unwatched = unwatched
        # The function around it begins elsewhere.
        self.lines = []
        self.depth = -1

    def _leave(self) -> str:
        return "pass"

    def goals(self, body: Body) -> None:
        depth = self.depth
        super().goals(body)
        self.depth = depth


class InlineWriter(BlockWriter):
    """A body in a step: it does something with the number of each row, in the form of a text for it.

    What a number has of the arguments that are known before the last loop is added up before it.
    """

    def __init__(
        self, numbering: Numbering, writer: PythonWriter, place: int, known: dict[Term, str], form: str
    ) -> None:
        # A step is not left half done; `events.MANY` says how long it may take.
        super().__init__(writer, "", known, numbering.heads[place], lambda texts: "", inf)
        self._form = form
        # The arguments that count, and those of them that are added up.
        self.counted: AbstractSet[Term] = numbering.counted(place)
        self.added: AbstractSet[Term] = frozenset()
        # The text of their part of the row's number; None if it is still to be added.
        self.sum: str | None = None
        self._numbering = numbering
        self._place = place
        self._sums = count()
        # The line with the last condition; further ones that follow at once are added to it.
        self._condition = ""

    def require(self, condition: str) -> None:
        condition = f"({condition})" if " or " in condition else condition
        if self._condition and self.lines and self.lines[-1] is self._condition:
            # Python allows only a hundred nested blocks, so conditions are joined.
            self._condition = self.lines[-1] = f"{self._condition[:-1]} and {condition}:"
            return
        self.line(f"if {condition}:")
        self._condition = self.lines[-1]
        self.depth += 1

    def loop(self, literal: Literal, free: Sequence[int], container: str, rest: Body) -> None:
        open_terms = {term for term in self.counted if isinstance(term, Variable)} - self.known.keys()
        if open_terms and open_terms <= variables_of(literal):
            self.add_up()
        super().loop(literal, free, container, rest)

    def found(self) -> None:
        self.line(self._form.format(self.number()))

    def add_up(self) -> None:
        """Add up the known part of a number in a line before the rest, if there is a new part."""
        known = {term for term in self.counted if not isinstance(term, Variable) or term in self.known}
        if self.sum is not None and known <= self.added:
            return
        text = self.number()
        if text.isidentifier() or text == "0":
            self.sum = text.removeprefix("0")
        else:
            self.sum = f"first_{next(self._sums)}"
            self.line(f"{self.sum} = {text}")
        self.added = known

    def number(self) -> str:
        """The text of a row's number, as far as its arguments are known."""
        new = self.counted - self.added
        row = [self._known_text(term) if term in new else None for term in self.row]
        if self.sum is None:
            return self._numbering.text(self._place, row)
        return " + ".join([*filter(None, (self.sum,)), *self._numbering.shares(self._place, row)]) or "0"

    def _known_text(self, term: Term) -> str | None:
        return self._term(term) if not isinstance(term, Variable) or term in self.known else None
