"""Tables that fit a terminal: where it is narrow, whole columns go, and what stays is not cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich import box
from rich.console import Console
from rich.table import Table

from relgym.cli.encoding import printable

_EDGE = 1
"""The width of a table's border at each side and between columns, in characters."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table; one to `keep` stays in narrow terminals, and breaks long words unless it is `whole`."""

    name: str
    keep: bool = False
    right: bool = False
    whole: bool = False


def Number(name: str) -> TableColumn:  # noqa: N802 - it makes a column as the class does
    """A column of numbers."""
    return TableColumn(name, right=True)


def fitted(
    console: Console,
    columns: Sequence[TableColumn],
    rows: Sequence[Sequence[str]],
    worth: Sequence[str],
    title: str | None = None,
    caption: str | None = None,
) -> Table:
    """A table of the columns for which there is space; `worth` names those that may go, the most telling first."""
    cells = [[printable(cell, console.encoding) for cell in row] for row in rows]
    # Columns that all fit once they are closer to each other stay.
    padding, kept = 1, _kept(console.width, columns, cells, worth, 1)
    if len(kept) < len(columns):
        padding, kept = 0, _kept(console.width, columns, cells, worth, 0)
    gone = [column.name for number, column in enumerate(columns) if number not in kept]
    if gone:
        wider = f"a wider terminal shows {', '.join(gone)}, too"
        caption = wider if caption is None else f"{caption}; {wider}"
    table = Table(box=box.SIMPLE_HEAD, padding=(0, padding, 0, 0), pad_edge=False, title=title, title_justify="left")
    table.caption, table.caption_justify = None if caption is None else printable(caption, console.encoding), "left"
    for number in kept:
        column = columns[number]
        if column.keep and not column.whole:
            table.add_column(column.name, overflow="fold")
        else:
            table.add_column(column.name, no_wrap=True, justify="right" if column.right else "left")
    for row in cells:
        table.add_row(*(row[number] for number in kept))
    return table


def _kept(
    width: int, columns: Sequence[TableColumn], cells: Sequence[Sequence[str]], worth: Sequence[str], padding: int
) -> list[int]:
    """The numbers of the columns that fit into a width, in their order."""
    widths = [max(map(len, [column.name, *(row[number] for row in cells)])) for number, column in enumerate(columns)]
    # The first column is always shown. Further text columns, such as descriptions, share the remaining width and are
    # wrapped.
    left = width - 2 * _EDGE - widths[0]
    kept = {number for number, column in enumerate(columns) if column.keep}
    numbers = {column.name: number for number, column in enumerate(columns) if not column.keep}
    for name in worth:
        if name in numbers:
            left -= widths[numbers[name]] + padding + _EDGE
            if left < 0:
                break
            kept.add(numbers[name])
    return sorted(kept)
