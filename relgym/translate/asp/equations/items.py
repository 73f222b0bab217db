"""Terms for items in clauses: their numbers for engines, or their names for people.

>>> Items().term("b", 1), NamedItems().term("b", 1), NamedItems().term("@B", 1)
('1', 'b', '"B"')
"""

from __future__ import annotations

from typing import Protocol

from relgym.model.rddl.expressions import NUMBERS
from relgym.model.terms import Object
from relgym.translate.asp.equations.clauses import AspLiteral, AspPredicate, Goal
from relgym.translate.asp.names import AspNames


class Identified(Protocol):
    """New variables and predicates of the program that is written."""

    def variable(self, name: str) -> str: ...

    def place_predicate(self, of: str) -> AspPredicate: ...


class Items:
    """Items written as their numbers."""

    def term(self, name: str, number: int) -> str:
        return str(number)

    def to_number(self, term: str, of: str, writer: Identified) -> tuple[list[Goal], str]:
        """The number of an item of a type, and the goals that bind it."""
        return [], term

    def from_number(self, term: str, of: str, writer: Identified) -> tuple[list[Goal], str]:
        """Return the term for a number of a range's value, and the goals that bind it."""
        return [], term


class NamedItems(Items):
    """Items written as their names."""

    def term(self, name: str, number: int) -> str:
        return AspNames((Object(name.removeprefix("@")),)).object(0)

    def to_number(self, term: str, of: str, writer: Identified) -> tuple[list[Goal], str]:
        number = writer.variable("N")
        return [AspLiteral(writer.place_predicate(of), (term, number))], number

    def from_number(self, term: str, of: str, writer: Identified) -> tuple[list[Goal], str]:
        if of in NUMBERS:
            return [], term
        item = writer.variable("I")
        return [AspLiteral(writer.place_predicate(of), (item, term))], item
