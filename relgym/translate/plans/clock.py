"""The numbers of rows that loops try, and checks of the clock in loops that may try many.

A loop inside another one checks the clock before it begins, an outermost loop each `interval` rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import prod

from relgym.model.plan import Any, Block, CheckClock, Condition, Filter, Lookup, Negation, ProcedureCall, Scan
from relgym.model.program import Goal, Literal, Row, Symbol, type_symbol
from relgym.model.terms import Term, Variable
from relgym.translate.analysis.invariants import MutexGroup
from relgym.translate.program.join_order import Sizes, rows_on_the_way
from relgym.tuning.plans import CHECKED_ROWS, CHECKED_ROWS_LEAST, UNCHECKED_ROWS_LIMIT


class Widths:
    """Cardinality estimates of literals with some known variables: mean and largest numbers of matching rows."""

    def __init__(
        self, objects: int, facts: Mapping[Symbol, frozenset[Row]], sizes: Sizes, groups: Sequence[MutexGroup] = ()
    ) -> None:
        """`facts` are all rows that symbols may have, where that is known; mutex groups hold at every moment."""
        self._sizes = sizes
        self._groups = groups
        self._objects = max(1, objects)
        self._facts = facts
        self._known: dict[tuple[Symbol, tuple[int, ...]], int] = {}
        self._columns: dict[Symbol, frozenset[int | None]] = {}

    def mean(self, body: Iterable[Goal], known: Iterable[Term]) -> tuple[float, float]:
        """Estimate how many rows are found for the literals of a body, and how many are tried for each of them."""
        _, *after = rows_on_the_way(body, known, self._sizes)
        return after[-1], sum(after) / max(1.0, after[-1])

    def is_long(self, body: Iterable[Goal], known: Iterable[Term]) -> bool:
        """Return True if the literals of a body may try more than `UNCHECKED_ROWS_LIMIT` rows."""
        bound: set[Term] = {*known}
        rows = 1
        for goal in body:
            if isinstance(goal, Literal) and not goal.variables <= bound:
                free = tuple(c for c, term in enumerate(goal.terms) if isinstance(term, Variable) and term not in bound)
                # If one part has no rows, others may still be tried, because parts are listed separately.
                rows *= max(1, self.most(goal, free))
                if rows > UNCHECKED_ROWS_LIMIT:
                    return True
                bound |= goal.variables
        return False

    def most(self, literal: Literal, free: tuple[int, ...]) -> int:
        """Return the largest number of rows of a literal that match if all columns but `free` are known."""
        rows = self._facts.get(literal.symbol)
        if rows is None:
            # A mutex group allows only one object in its counted column.
            counted = [column for column in self._counted(literal.symbol) if column in free]
            return min(self._objects_in(literal, [c for c in free if c != column]) for column in (None, *counted))
        place = literal.symbol, free
        if place not in self._known:
            known = [column for column in range(literal.symbol.arity) if column not in free]
            counts = Counter(tuple(row[column] for column in known) for row in rows)
            self._known[place] = max(counts.values(), default=0)
        return self._known[place]

    def _counted(self, symbol: Symbol) -> frozenset[int | None]:
        """Return the columns of a symbol that the others determine by a group."""
        columns = self._columns.get(symbol)
        if columns is None:
            parts = [group.part(symbol) for group in self._groups]
            columns = self._columns[symbol] = frozenset(part.counted for part in parts if part is not None)
        return columns

    def _objects_in(self, literal: Literal, columns: Iterable[int]) -> int:
        """Return the number of possible rows of objects in some columns of a literal."""
        terms = {literal.terms[column] for column in columns}
        members = [self._facts.get(type_symbol(term.types)) for term in terms if isinstance(term, Variable)]
        return prod(self._objects if members_of is None else len(members_of) for members_of in members)


def work_of(block: Block, helpers: Mapping[str, int]) -> int:
    """Return an upper bound of the rows that a block tries; `helpers` are the bounds of the functions it calls."""
    most = 0
    for each in block:
        match each:
            case Scan(work=work):
                most = max(most, work)
            case Filter(conditions, body):
                most = max(most, work_of(body, helpers))
                if helpers:
                    most = max(most, *[_called(condition, helpers) for condition in conditions])
            case Lookup(body=body):
                most = max(most, work_of(body, helpers))
    return most


def _called(condition: Condition, helpers: Mapping[str, int]) -> int:
    match condition:
        case ProcedureCall(name):
            return helpers.get(name, 0)
        case Negation(inner):
            return _called(inner, helpers)
        case Any(inner):
            return max([_called(each, helpers) for each in inner], default=0)
        case _:
            return 0


def clocked(block: Block, helpers: Mapping[str, int], nested: bool = False) -> Block:
    """Return a block with checks of the clock."""
    if work_of(block, {}) <= UNCHECKED_ROWS_LIMIT:
        return block
    checked: list[object] = []
    for each in block:
        match each:
            case Scan(body=body, work=work) if work > UNCHECKED_ROWS_LIMIT:
                inner = clocked(body, helpers, True)
                if nested:
                    checked += [CheckClock(), replace(each, body=inner)]
                else:
                    inside = min(max(1, work_of(body, helpers)), UNCHECKED_ROWS_LIMIT)
                    checked.append(replace(each, body=inner, interval=max(CHECKED_ROWS_LEAST, CHECKED_ROWS // inside)))
            case Filter(body=body) | Lookup(body=body):
                checked.append(replace(each, body=clocked(body, helpers, nested)))
            case _:
                checked.append(each)
    return tuple(checked)  # type: ignore[arg-type]
