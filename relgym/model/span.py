"""Positions in files, for messages only: a `Span` of a `Source`.

>>> Span(Source("d.pddl", "(define\\n  (domain x))"), 10, 18).place
'd.pddl:2:3'
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """A text and the name under which messages speak of it (a path, or `<domain>`)."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` to `end` (exclusive) of a source; lines and columns count from 1."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.text.count("\n", 0, self.start) + 1

    @property
    def column(self) -> int:
        return self.start - self._line_start() + 1

    @property
    def place(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"

    def excerpt(self, width: int = 100) -> list[str]:
        """The line of the span and a second one that underlines it; long lines are cut around it."""
        text = self.source.text
        first = self._line_start()
        last = text.find("\n", self.start)
        last = len(text) if last < 0 else last
        line, at = text[first:last].rstrip("\r"), self.start - first
        length = max(1, min(self.end, last) - self.start)
        if len(line) > width:
            cut = max(0, at - width // 2)
            line, at = line[cut : cut + width], at - cut
        length = max(1, min(length, len(line) - at))
        line = "".join(c if c.isprintable() else " " for c in line.expandtabs(1))
        return ["  " + line, "  " + " " * at + "^" + "~" * (length - 1)]

    def _line_start(self) -> int:
        return self.source.text.rfind("\n", 0, self.start) + 1
