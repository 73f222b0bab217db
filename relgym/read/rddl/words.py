"""Phrases that messages on RDDL files share.

>>> counted(1, "argument"), counted(2, "argument"), a("interm-fluent")
('1 argument', '2 arguments', 'an interm-fluent')
"""

from __future__ import annotations

from collections.abc import Sequence

MOST_LISTED = 15
"""The largest number of alternatives that a message lists."""


def counted(number: int, noun: str, plural: str | None = None) -> str:
    return f"{number} {noun}" if number == 1 else f"{number or 'no'} {plural or noun + 's'}"


def a(noun: str) -> str:
    """The noun with its indefinite article."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def listed(words: Sequence[str], last: str = "or") -> str:
    """`a, b or c`."""
    return " ".join([", ".join(words[:-1]), last, words[-1]]) if len(words) > 1 else "".join(words)


def signature(name: str, parameters: Sequence[str], brackets: str = "()") -> str:
    """`name(first, second)`, or the name alone where there are no parameters."""
    return f"{name}{brackets[0]}{', '.join(parameters)}{brackets[1]}" if parameters else name
