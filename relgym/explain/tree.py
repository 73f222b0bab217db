"""Trees of lines that tell why: each line depends on those below it.

>>> from relgym.explain.explanation import PDDLExplanation
>>> tree = PDDLExplanation("(and (p) (q) (r))", False, children=(PDDLExplanation("(q)", False),), omitted=1)
>>> print(tree)
(and (p) (q) (r)) is false
  (q) is false
  ... and 1 more
>>> sorted(tree.to_json())
['children', 'holds', 'omitted', 'reason', 'statement']
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, Self

UNFOLDED = 3
"""The number of levels of a tree that are unfolded in a notebook."""

_LINE = "padding-left: 1.2em; text-indent: -1.2em"
_LEAF = "padding-left: 2.4em; text-indent: -1.2em"
"""Lines that are broken go on where they begin, those without a triangle beside those with one."""

WIDTH = 120
"""The length, in characters, at which statements are cut in texts; the lines below show the details."""


class Explanation(ABC):
    """A line with the lines of its reasons; `omitted` counts further ones of the same kind that are left out."""

    __slots__ = ()

    children: tuple[Self, ...]
    omitted: int

    @property
    @abstractmethod
    def line(self) -> str:
        """The first line of its text."""

    @abstractmethod
    def own(self) -> Mapping[str, Any]:
        """Return the JSON form of this node, without its children."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Lines that stand below it beside its reasons."""
        return ()

    def __str__(self) -> str:
        return "\n".join(self._lines(""))

    def _repr_html_(self) -> str:
        """The tree in a notebook: a line with its reasons below it, to fold and unfold."""
        return f'<div style="font-family: monospace">{"".join(self._html(0))}</div>'

    def _html(self, depth: int) -> Iterator[str]:
        line = self.marked(escape(self.line))
        if not self.children and not self.omitted and not self.notes:
            yield f'<div style="{_LEAF}">{line}</div>'
            return
        unfolded = ' open=""' if depth < UNFOLDED else ""
        yield f'<details{unfolded}><summary style="{_LINE}">{line}</summary><div style="margin-left: 1.2em">'
        for note in self.notes:
            yield f'<div style="{_LEAF}; color: #59616c">{escape(note)}</div>'
        for child in self.children:
            yield from child._html(depth + 1)
        if self.omitted:
            yield f'<div style="{_LEAF}; color: #59616c">... and {self.omitted} more</div>'
        yield "</div></details>"

    def marked(self, line: str) -> str:
        """The line as HTML, with a mark where it says that something holds or does not; the line is escaped already."""
        return line

    def _lines(self, margin: str) -> Iterator[str]:
        yield margin + self.line
        yield from (f"{margin}  {note}" for note in self.notes)
        for child in self.children:
            yield from child._lines(margin + "  ")
        if self.omitted:
            yield f"{margin}  ... and {self.omitted} more"

    def to_json(self) -> dict[str, Any]:
        """Return the tree as dicts and lists: the form of `own` with the keys `children` and `omitted`."""
        return {**self.own(), "children": [child.to_json() for child in self.children], "omitted": self.omitted}


def short(statement: str) -> str:
    """A statement, cut where it is long."""
    return statement if len(statement) <= WIDTH else f"{statement[: WIDTH - 4]} ..."
