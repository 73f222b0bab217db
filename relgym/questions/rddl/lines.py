"""Tables of values of RDDL as lines of text.

>>> changes({"on___a": True, "level": 1.5}, {"on___a": True, "level": 2.0})
['   level  1.5 -> 2']
"""

from __future__ import annotations

from collections.abc import Mapping

from relgym.questions.lines import NOTHING
from relgym.reasoning.rddl.cells import Plain
from relgym.reasoning.rddl.texts import text

WIDTH = 100
"""The largest width of tables, in characters, unless names are longer."""


def changes(before: Mapping[str, Plain], after: Mapping[str, Plain], width: int = WIDTH) -> list[str]:
    """Return a table of the values of RDDL that a step has changed."""
    changed = {name: f"{text(before[name])} -> {text(value)}" for name, value in after.items() if before[name] != value}
    return table(changed, width) if changed else [NOTHING]


def table(cells: Mapping[str, str], width: int = WIDTH) -> list[str]:
    """Return names and what belongs to them, in as many columns as fit beside each other into `width` characters."""
    widest = max(map(len, cells), default=0)
    entries = [f"   {name.ljust(widest)}  {value}" for name, value in cells.items()]
    broadest = max(map(len, entries), default=1)
    count = max(1, width // broadest)
    rows = -(-len(entries) // count)
    return ["".join(entry.ljust(broadest) for entry in entries[at::rows]).rstrip() for at in range(rows)]
