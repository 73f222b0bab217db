"""Joins that start from the rows of one literal of a rule's body, written into a function that loops over such rows.

>>> from relgym.model.program import Role, Symbol
>>> from relgym.model.terms import Variable
>>> from relgym.translate.analysis.consequences import guessed_sizes
>>> x, y = Variable("?x"), Variable("?y")
>>> road, open_, free = Symbol(Role.STATIC, "road", 2), Symbol(Role.FLUENT, "open", 1), Symbol(Role.DERIVED, "free", 1)
>>> rule = Rule(Literal(free, (x,)), (Literal(road, (x, y)), Literal(open_, (x,))))
>>> for line in joined(PythonWriter(), rule, guessed_sizes([rule], 10), lambda row: f"found.add({row[0]})").lines:
...     print(line)
if R0 in fluent_open_1:
    found.add(R0)
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import inf

from relgym.model.program import Body, Literal, Rule, Symbol
from relgym.model.terms import Object, Term
from relgym.translate.program.flatten import variables_of
from relgym.translate.program.join_order import Sizes, rows_on_the_way
from relgym.translate.python.blocks import BlockWriter
from relgym.translate.python.names import key
from relgym.translate.python.program import Leaf, PythonWriter, items

MANY = 1000
"""The estimated number of rows tried for one row above which a join checks the clock."""


def joined(writer: PythonWriter, rule: Rule, sizes: Sizes, leaf: Leaf, growing: Collection[Symbol] = ()) -> JoinWriter:
    """Write the join that starts from a row of the first literal, whose columns are R0, R1 and so on.

    `growing` are the symbols to whose sets rows are added as they are found.
    """
    pinned, *rest = rule.body
    assert isinstance(pinned, Literal)
    tried = sum(rows_on_the_way(rest, variables_of(pinned), sizes))
    body = JoinWriter(writer, rule.head.terms, leaf, inf if tried <= MANY else writer.unwatched, growing)
    for column, term in enumerate(pinned.terms):
        body.take(term, f"R{column}")
    body.goals(tuple(rest))
    return body


class JoinWriter(BlockWriter):
    """The rest of a rule for one row; other rules come after it."""

    def __init__(
        self, writer: PythonWriter, row: tuple[Term, ...], leaf: Leaf, unwatched: float, growing: Collection[Symbol]
    ) -> None:
        super().__init__(writer, f"join_{writer.helper()}", {}, row, leaf, unwatched)
        # The surrounding loop over the rows counts.
        self.loops = 1
        self._growing = growing
        # The conditions of the next line.
        self._required: list[str] = []

    def take(self, term: Term, name: str) -> None:
        """Know a term by a name that has a value."""
        if isinstance(term, Object) or term in self.known:
            self.require(f"{name} == {self._term(term)}")
        else:
            self.known[term] = name

    def require(self, condition: str) -> None:
        self._required.append(condition)

    def line(self, text: str) -> None:
        if self._required:
            conditions = self._required if len(self._required) == 1 else [f"({each})" for each in self._required]
            self._required = []
            super().line(f"if {' and '.join(conditions)}:")
            self.depth += 1
        super().line(text)

    def loop(self, literal: Literal, free: Sequence[int], container: str, rest: Body) -> None:
        new = {literal.terms[column] for column in free}
        if len(new) == len(free) and new.isdisjoint({*variables_of(rest), *self.row}):
            # Only the existence of rows matters, not their number.
            self.require(container)
            self.goals(rest)
        else:
            if literal.symbol in self._growing and len(free) == len(literal.terms):
                # A set must not grow during iteration; new rows have their own round.
                container = f"[*{container}]"
            super().loop(literal, free, container, rest)

    def _continue(self, body: Body) -> None:
        leaf = self.leaf
        assert leaf is not None
        self.line("found = []")
        self.line("out = found.append")
        self.leaf = items
        super()._continue(body)
        columns = [f"A{column}" for column in range(len(self.row))]
        self.line(f"for {targets(columns)} in found:")
        self.depth += 1
        self.line(leaf(columns))
        self.depth -= 1


def named(texts: Sequence[str]) -> tuple[str, str]:
    """A row as an expression that gives it a name, and the name."""
    return (texts[0], texts[0]) if len(texts) == 1 else (f"(row := {key(texts)})", "row")


def targets(columns: Sequence[str]) -> str:
    """Return the targets of a loop over rows, `_` for rows without columns."""
    return ", ".join(columns) or "_"
