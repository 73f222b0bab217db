"""Clauses of answer set programming, for equations: what depends on the state, the action or a draw is `timed`.

>>> lit, dark = AspPredicate("lit", timed=True), AspPredicate("dark")
>>> body = AspTest("X = 1..3"), AspLiteral(lit, ("X",), positive=False)
>>> print(Clause(AspLiteral(dark, ("X",)), body).text(TIME))
dark(X) :- X = 1..3, not lit(X,t).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from relgym.translate.asp.names import fresh

TIME = "t"
"""The parameter that tells questions apart, where a program is grounded once a question."""


@dataclass(eq=False, slots=True)
class AspPredicate:
    """A name of its own; `timed` is known once all of its clauses are."""

    name: str
    timed: bool = False

    def atom(self, terms: Sequence[str], time: str | None) -> str:
        every = ",".join([*terms, time] if self.timed and time else terms)
        return f"{self.name}({every})" if every else self.name


@dataclass(frozen=True, slots=True)
class AspLiteral:
    """An atom of an answer set program, or the negation of one."""

    predicate: AspPredicate
    terms: tuple[str, ...]
    positive: bool = True

    @property
    def timed(self) -> bool:
        return self.predicate.timed

    def text(self, time: str | None) -> str:
        return ("" if self.positive else "not ") + self.predicate.atom(self.terms, time)


@dataclass(frozen=True, slots=True)
class AspTest:
    """A goal that names no predicate: a comparison, or the call of a function; one that reads a draw is timed."""

    __test__ = False

    content: str
    timed: bool = False

    def text(self, time: str | None) -> str:
        return self.content


@dataclass(frozen=True, slots=True)
class Gathered:
    """`variable = #OPERATOR{ terms : goals }`: the terms are to tell all items apart, for it gathers a set."""

    variable: str
    operator: str
    terms: tuple[str, ...]
    goals: tuple[Goal, ...]

    @property
    def timed(self) -> bool:
        return any(goal.timed for goal in self.goals)

    def text(self, time: str | None) -> str:
        goals = ", ".join(goal.text(time) for goal in self.goals)
        return f"{self.variable} = #{self.operator}{{ {','.join(self.terms)} : {goals} }}"


_TERM = re.compile(r'"(?:[^"\\]|\\.)*"|\b[0-9a-zA-Z_]+')

FALSE = AspTest("#false")

Goal = AspLiteral | AspTest | Gathered


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule of an answer set program: its head holds where its body does."""

    head: AspLiteral
    body: tuple[Goal, ...]

    def text(self, time: str | None) -> str:
        goals = ", ".join(goal.text(time) for goal in self.body)
        return f"{self.head.text(time)} :- {goals}." if goals else f"{self.head.text(time)}."

    def pattern(self) -> str:
        """The text without the names of its variables and of the predicate that it is about."""
        predicate, names = self.head.predicate, dict[str, str]()
        name, predicate.name = predicate.name, "#"
        text = self.text(None)
        predicate.name = name
        return _TERM.sub(lambda match: _plain(match[0], names), text)


def _plain(term: str, names: dict[str, str]) -> str:
    return names.setdefault(term, f"X{len(names)}") if term[0].isupper() else term


class Identifiers:
    """Identifiers made from names of the model, numbered where two would be the same."""

    def __init__(self) -> None:
        self._used = {TIME}

    def predicate(self, name: str) -> str:
        stem = re.sub(r"[^0-9a-zA-Z]+", "_", name).strip("_")
        stem = stem.lower() if stem.isupper() else stem[:1].lower() + stem[1:]
        return fresh(stem if stem[:1].isalpha() and stem != "not" else f"p_{stem}".rstrip("_"), self._used)

    def variable(self, name: str) -> str:
        stem = re.sub(r"[^0-9a-zA-Z]+", "_", name).strip("_")
        return fresh(stem[:1].upper() + stem[1:] if stem[:1].isalpha() else f"V{stem}", self._used)
