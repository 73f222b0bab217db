"""Layout of Prolog goals: short ones on one line, long ones on a line each.

>>> print(branched("X > 1", "Y = 2", "Y = 3"))
( X > 1 -> Y = 2 ; Y = 3 )
>>> print(clause("p(X)", [branched("a_goal_of_some_length(X), another_one(X)", "true", negated("b(X),\\nc(X)"))]))
p(X) :-
    (   a_goal_of_some_length(X), another_one(X)
    ->  true
    ;   \\+ (
            b(X),
            c(X)
        )
    ).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from relgym.translate.prolog.equations.names import atom
from relgym.translate.prolog.names import number_text

LIBRARY = "relgym_rddl"
"""The module of `kb/prolog/rddl.pl`."""


LINE_LENGTH_LIMIT = 60
"""The largest length of goals on one line, in characters."""


def joined(goals: Sequence[str]) -> str:
    """Goals that hold one after the other."""
    line = ", ".join(goals)
    return line or "true" if _is_short(line) else ",\n".join(goals)


def negated(goal: str) -> str:
    return rf"\+ ( {goal} )" if _is_short(goal) else f"\\+ (\n    {_deeper(goal)}\n)"


def once(goal: str) -> str:
    """A goal that holds once at most."""
    return f"( {goal} -> true )" if _is_short(goal) else f"(   {_deeper(goal)}\n->  true\n)"


def branched(test: str, then: str, otherwise: str) -> str:
    line = f"( {test} -> {then} ; {otherwise} )"
    if _is_short(line):
        return line
    return f"(   {_deeper(test)}\n->  {_deeper(then)}\n;   {_deeper(otherwise)}\n)"


def gathered(collect: str, template: str, goals: str, result: str) -> str:
    """The goal that collects a template for all ways in which goals hold."""
    line = f"{collect}({template}, ( {goals} ), {result})"
    return line if _is_short(line) else f"{collect}({template}, (\n    {_deeper(goals)}\n), {result})"


def clause(head: str, goals: Sequence[str]) -> str:
    if not goals:
        return f"{head}."
    return ",\n    ".join([f"{head} :-\n    {_deeper(goals[0])}", *map(_deeper, goals[1:])]) + "."


def _is_short(text: str) -> bool:
    return len(text) <= LINE_LENGTH_LIMIT and "\n" not in text


def _deeper(text: str) -> str:
    return text.replace("\n", "\n    ")


def listed(numbers: Iterable[str]) -> str:
    return f"[{', '.join(numbers)}]"


def literal(number: bool | int | float) -> str:
    """A number as Prolog reads it.

    >>> literal(True), literal(-0.5)
    ('1', '-0.5')
    """
    return number_text(int(number) if isinstance(number, bool) else number)


def is_plain(text: str) -> bool:
    """Return True if an expression is a variable or a number."""
    return not any(mark in text for mark in " (")


def library(name: str, *arguments: str) -> str:
    """A goal of `kb/prolog/rddl.pl`."""
    return f"{LIBRARY}:{atom(name, arguments)}"
