"""Rows that a function makes once: common subexpressions of its arguments.

A step puts a row into many sets, and without this pass Python would make the tuple each time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from relgym.model.plan import (
    Access,
    AddGroup,
    Any,
    Bind,
    Block,
    Compare,
    Condition,
    Emit,
    Erase,
    Exists,
    Filter,
    Includes,
    Insert,
    Key,
    Log,
    Lookup,
    Member,
    Not,
    Procedure,
    RemoveGroup,
    Scan,
    Unpack,
)

OFTEN = 3
"""The number of uses of a row in a function from which its tuple is made only once."""


def shared_rows(procedure: Procedure, columns: tuple[str, ...] = ()) -> Procedure:
    """Return the function with names for the rows of its arguments that it uses often.

    If it has a parameter `row`, `columns` are the columns of that row, which the function unpacks.
    """
    named: dict[Key, str] = {columns: "row"} if len(columns) > 1 else {}
    known = {*(columns or procedure.parameters)}
    uses = Counter(row for row in _rows(procedure.body) if len(row) > 1 and row not in named)
    often = [row for row, times in uses.items() if times >= OFTEN and _is_made(row, known)]
    names = {row: f"row_{number}" for number, row in enumerate(often)}
    begun: Block = (Unpack(columns, "row"),) if columns else ()
    begun += tuple([Bind(name, row) for row, name in names.items()])
    return replace(procedure, body=(*begun, *procedure.body), rows=tuple({**named, **names}.items()))


def _is_made(row: Key, known: set[str]) -> bool:
    """Return True if a row consists of arguments and objects, and is no constant."""
    variables = [item for item in row if isinstance(item, str)]
    return bool(variables) and known.issuperset(variables)


def _rows(block: Block) -> Iterator[Key]:
    """Yield the rows that a block makes, as often as they stand in its text."""
    for each in block:
        match each:
            case Filter(conditions, body):
                for condition in conditions:
                    yield from _read(condition)
                yield from _rows(body)
            case Scan(_, row, _, body) | Lookup(_, row, _, body):
                yield row
                yield from _rows(body)
            case Insert(access, row):
                yield from _stored(access, row) * (1 if access.single or not access.known else 2)
            case Erase(access, row):
                yield from _stored(access, row)
            case AddGroup(_, row):
                yield from (row, row, row)
            case RemoveGroup(_, row) | Log(_, row) | Emit(_, _, tuple() as row):
                yield row


def _stored(access: Access, row: Key) -> list[Key]:
    return [*access.split(row)] if access.known else [row]


def _read(condition: Condition) -> Iterator[Key]:
    match condition:
        case Member(_, row) | Exists(_, row) | Includes(_, row):
            yield row
        case Compare(_, left, right):
            yield left
            yield right
        case Not(inner):
            yield from _read(inner)
        case Any(inner):
            for each in inner:
                yield from _read(each)
