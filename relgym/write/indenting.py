r"""Formatting of RDDL texts: lines are indented by the brackets that are open, and keep their words and breaks.

>>> print(formatted_rddl("domain d {\ncpfs {\nlit' = lit\n| press; // on\n};\n}\n"), end="")
domain d {
  cpfs {
    lit' = lit
      | press; // on
  };
}
"""

from __future__ import annotations

import re
from collections.abc import Iterator

STEP = 2
"""The blanks for each open bracket, and for a line that goes on with the one above."""

_CLOSERS = ")]}"

_ENDS = (";", "{", "}", ",", "(", "[")
"""The ends of lines after which a new item begins."""


def formatted_rddl(text: str) -> str:
    """Format an RDDL text: a domain, an instance, or both. Brackets need not balance.

    Returns:
        The text with other blanks at the beginnings and ends of lines, and no two blank lines in a row.
    """
    found: list[str] = []
    depth, goes_on, in_comment = 0, False, False
    for line, code, was_in_comment in _lines(text):
        in_comment = was_in_comment
        stripped = line.strip()
        if not stripped:
            if found and found[-1]:
                found.append("")
            continue
        closing = len(code) - len(code.lstrip(_CLOSERS + " "))
        closers = sum(character in _CLOSERS for character in code[:closing])
        level = max(depth - closers, 0) + (goes_on and bool(code) and not closers)
        found.append(line.rstrip() if in_comment else " " * (STEP * level) + stripped)
        depth = max(depth + sum(code.count(mark) for mark in "([{") - sum(code.count(mark) for mark in _CLOSERS), 0)
        if code:
            goes_on = not code.endswith(_ENDS)
    while found and not found[-1]:
        found.pop()
    return "\n".join(found) + "\n"


_COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)


def _lines(text: str) -> Iterator[tuple[str, str, bool]]:
    """Yield each line, its code without comments, and whether it begins inside a comment."""
    blanked = _COMMENT.sub(lambda comment: re.sub(r"[^\n]", "\0", comment[0]), text)
    starts = {comment.start(): comment.end() for comment in _COMMENT.finditer(text)}
    inside: set[int] = set()
    for start, end in starts.items():
        inside.update(at + 1 for at in range(start, end) if text[at] == "\n")
    position = 0
    for line, code in zip(text.split("\n"), blanked.split("\n"), strict=True):
        yield line, code.replace("\0", " ").strip(), position in inside
        position += len(line) + 1
