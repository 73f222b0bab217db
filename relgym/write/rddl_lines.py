"""Long RDDL statements on several lines: broken where they fall apart into the largest parts, then these the same way.

>>> for line in broken("fed' = if (hungry ^ ~asleep) then (near(bowl) ^ full(bowl)) else (fed | begged)", width=40):
...     print(line)
fed' = if (hungry ^ ~asleep)
  then (near(bowl) ^ full(bowl))
  else (fed | begged)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap

from relgym.write.layout import DEEPEST, STEP, WIDTH

_ROOM = WIDTH - 2 * STEP
"""The length of statements' lines, in characters, inside a section of a domain."""

_BINDING = (
    {"case", "default"},
    {"else"},
    {"then"},
    {"<=>"},
    {"=>"},
    {"|"},
    {"^"},
    {"==", "~=", "<", "<=", ">", ">="},
    {"+", "-"},
    {"*", "/"},
)
"""The words before which a line may end, those first that hold the largest parts together."""

_RANKS = {word: rank for rank, words in enumerate(_BINDING) for word in words}

_ENDS = {" =": len(_BINDING), ",": len(_BINDING) + 1}
"""Other ends of a line, with their ranks among the words of `_BINDING`."""

_PIECE = re.compile(r"[(\[{]|[)\]}]|( =|,)? ([^\s()\[\]{},]*)")

Break = tuple[tuple[int, int], int]
"""A space at which a line may break: (depth of brackets, rank of the words around it), and its position."""


def broken(statement: str, width: int = _ROOM) -> list[str]:
    """The lines of a statement, which has one space wherever one may stand."""
    return list(_lines(statement, 0, len(statement), list(_breaks(statement)), 0, width))


def filled(statement: str) -> list[str]:
    """The lines of a list of names, each with as many as it holds."""
    return wrap(statement, _ROOM, subsequent_indent=" " * STEP, break_long_words=False, break_on_hyphens=False)


def _breaks(statement: str) -> Iterator[Break]:
    depth = at = 0
    while found := _PIECE.search(statement, at):
        at = found.end()
        match found[0]:
            case "(" | "[" | "{":
                depth += 1
            case ")" | "]" | "}":
                depth -= 1
            case _:
                before, word = found.groups()
                at = found.start(2)
                # The part after "then" ends at "else", so the two are a pair of brackets.
                depth -= word == "else"
                rank = _RANKS.get(word, _ENDS.get(before))
                if rank is not None:
                    yield (depth, rank), at - 1
                depth += word == "then"


def _lines(statement: str, start: int, end: int, breaks: list[Break], indent: int, width: int) -> Iterator[str]:
    if not breaks or indent + end - start <= width:
        yield " " * indent + statement[start:end]
        return
    largest = min(firmness for firmness, _ in breaks)
    places = [place for firmness, place in breaks if firmness == largest]
    for number, stop in enumerate([*places, end]):
        within = [each for each in breaks if start <= each[1] < stop]
        yield from _lines(statement, start, stop, within, indent if number == 0 else min(indent + STEP, DEEPEST), width)
        start = stop + 1
