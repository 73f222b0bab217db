"""What is known at a place in a step: what its precondition proves, and what the step has changed by then.

>>> from relgym.model.program import Symbol
>>> x, y, on = Variable("?x"), Variable("?y"), Symbol(Role.FLUENT, "on", 1)
>>> surely = Surely({}, {})
>>> surely.set((on, ("A0",)), True)
>>> [surely.truth(Literal(on, (v,)), {x: "A0", y: "A1"}, PythonWriter()) for v in (x, y)]
[True, None]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from relgym.model.program import Goal, Literal, Role, Row, Symbol, Test, Without
from relgym.model.terms import Object, Term, Variable
from relgym.translate.python import PythonWriter

Names = Mapping[Term, str]

Atom = tuple[Symbol, tuple[str, ...]]
"""An atom by its symbol and the texts of its arguments."""


class Surely:
    """What is known while a step is carried out: of which objects its arguments are, and some atoms' truth."""

    def __init__(self, ranges: Mapping[str, frozenset[int]], facts: Mapping[Symbol, frozenset[Row]]) -> None:
        self._ranges = ranges
        self._facts = facts
        self._atoms: dict[Atom, bool] = {}
        self._apart: set[frozenset[str]] = set()

    def set(self, atom: Atom, truth: bool) -> None:
        """From now on an atom is true, or false; of those that may be the same nothing is known."""
        self._atoms = {other: known for other, known in self._atoms.items() if other[0] != atom[0]}
        self._atoms[atom] = truth

    def forget(self, atom: Atom) -> None:
        """Nothing is known of an atom."""
        self._atoms.pop(atom, None)

    def also(self, atom: Atom, truth: bool) -> None:
        """An atom is true, or false, beside all that is known."""
        self._atoms[atom] = truth

    def apart(self, one: str, other: str) -> None:
        """Two arguments are not the same object."""
        self._apart.add(frozenset((one, other)))

    def differ(self, one: Sequence[str], other: Sequence[str]) -> bool:
        """Whether two atoms of one symbol are surely not the same."""
        return any(mine != yours and self._are_apart(mine, yours) for mine, yours in zip(one, other, strict=True))

    def _are_apart(self, one: str, other: str) -> bool:
        mine, yours = self._objects(one), self._objects(other)
        if frozenset((one, other)) in self._apart or (mine is not None and yours is not None and not mine & yours):
            return True
        # It may be that a fixed literal that holds has no row in which both are the same.
        return any(
            holds and one in texts and other in texts and not self._same(symbol, texts.index(one), texts.index(other))
            for (symbol, texts), holds in self._atoms.items()
            if symbol in self._facts
        )

    def _same(self, symbol: Symbol, one: int, other: int) -> bool:
        """Whether a fixed symbol has a row that is the same in two columns."""
        return any(row[one] == row[other] for row in self._facts[symbol])

    def truth(self, goal: Goal, known: Names, writer: PythonWriter) -> bool | None:
        """Whether a goal surely holds, or surely does not; none where that is not known."""
        match goal:
            case Literal(symbol, terms) if all(isinstance(term, Object) or term in known for term in terms):
                texts = tuple(writer.term(term, dict(known)) for term in terms)
                found = self._atoms.get((symbol, texts))
                if found is None and len(texts) == 1 and symbol.role in (Role.TYPE, Role.STATIC):
                    return self._member(texts[0], frozenset(row[0] for row in self._facts.get(symbol, ())))
                return found
            case Without((Literal() as literal,)):
                found = self.truth(literal, known, writer)
                return None if found is None else not found
            case Test("=" | "!=" as operator, Variable() | Object() as left, Variable() | Object() as right):
                if all(isinstance(term, Object) or term in known for term in (left, right)):
                    one, other = (writer.term(term, dict(known)) for term in (left, right))
                    if one == other:
                        return operator == "="
                    mine, yours = self._objects(one), self._objects(other)
                    if mine is not None and yours is not None and not mine & yours:
                        return operator == "!="
        return None

    def _member(self, text: str, members: frozenset[int]) -> bool | None:
        objects = self._objects(text)
        if objects is None:
            return None
        return True if objects <= members else None if objects & members else False

    def _objects(self, text: str) -> frozenset[int] | None:
        return frozenset({int(text)}) if text.isdigit() else self._ranges.get(text)
