"""A tree of reasons: a statement, whether it holds, and what that rests on.

>>> print(Explanation("(and (p) (q))", False, "1 of 2 conditions fails", (Explanation("(q)", False, "no such fact"),)))
(and (p) (q)) is false: 1 of 2 conditions fails
  (q) is false: no such fact
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any


class Verdict(Enum):
    """How it is said that a statement holds, and that it does not."""

    FORMULA = ("true", "false")
    ACTION = ("applicable", "not applicable")
    VALUE = ("defined", "undefined")


WIDTH = 120
"""Longer statements are cut in texts; what matters of them stands in the lines below."""


def _short(statement: str) -> str:
    return statement if len(statement) <= WIDTH else statement[: WIDTH - 4] + " ..."


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a statement holds or not. `omitted` counts further reasons of the same kind that are left out."""

    statement: str
    holds: bool
    reason: str = ""
    children: tuple[Explanation, ...] = ()
    omitted: int = 0
    verdict: Verdict = Verdict.FORMULA

    def __str__(self) -> str:
        return "\n".join(self._lines(""))

    def _lines(self, margin: str) -> Iterator[str]:
        said = self.verdict.value[0 if self.holds else 1]
        yield f"{margin}{_short(self.statement)} is {said}{': ' if self.reason else ''}{self.reason}"
        for child in self.children:
            yield from child._lines(margin + "  ")
        if self.omitted:
            yield f"{margin}  ... and {self.omitted} more"

    def to_json(self) -> dict[str, Any]:
        """The tree as dicts and lists, with the keys `statement holds reason children omitted`."""
        return {
            "statement": self.statement,
            "holds": self.holds,
            "reason": self.reason,
            "children": [child.to_json() for child in self.children],
            "omitted": self.omitted,
        }
