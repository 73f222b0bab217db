"""Functions as lists of lines, in which a condition is written once and repeated expressions are computed once.

A step puts a row into many sets, and without this Python would make the tuple each time.

>>> lines = within(["(A0, A1) not in seen"], ["seen.add((A0, A1))", "told.append((A0, A1))"])
>>> print(function("see", ["A0", "A1"], lines))
def see(A0, A1):
    row_0 = (A0, A1)
    if row_0 not in seen:
        seen.add(row_0)
        told.append(row_0)
<BLANKLINE>
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

OFTEN = 3
"""The number of uses of a row in a function from which its tuple is made only once."""

_ROW = re.compile(r"(?<!\w)\((?:(?:A\d+|\d+), )+(?:A\d+|\d+)\)")
"""A row of arguments and of objects' numbers: such a one is the same wherever it stands in a function."""


def function(name: str, parameters: Sequence[str], lines: Sequence[str], begun: Sequence[str] = ()) -> str:
    """The text of a function; `begun` are the lines before all that may be made once."""
    body = "".join(f"{line}\n" for line in inner(lines)) or "    pass\n"
    often = [row for row, times in Counter(_ROW.findall(body)).items() if times >= OFTEN]
    names = {row: f"row_{number}" for number, row in enumerate(often)}
    body = _ROW.sub(lambda found: names.get(found[0], found[0]), body)
    begun = [*begun, *(f"{own} = {row}" for row, own in names.items())]
    return f"def {name}({', '.join(parameters)}):\n" + "".join(f"{line}\n" for line in inner(begun)) + body


def arguments(count: int) -> list[str]:
    """Return the names of the arguments of a row."""
    return [f"A{column}" for column in range(count)]


def is_watched(text: str) -> bool:
    """Return True if a function checks the clock, because it may take long."""
    return "clock()" in text


def within(conditions: Sequence[str], lines: Sequence[str]) -> list[str]:
    """Lines under conditions."""
    return [f"if {' and '.join(conditions)}:", *inner(lines)] if conditions else list(lines)


def inner(lines: Sequence[str]) -> list[str]:
    """Lines that stand in a block."""
    return [f"    {line}" for line in lines]
