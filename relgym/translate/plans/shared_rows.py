"""Rows that a function makes once: common subexpressions of its arguments.

A step puts a row into many sets, and without this pass Python would make the tuple each time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from relgym.model import plan
from relgym.model.plan import Block, Key, Operation, Procedure
from relgym.translate.plans.variables import rows
from relgym.tuning.plans import SHARED_ROW_USES


def shared_rows(procedure: Procedure, columns: tuple[str, ...] = ()) -> Procedure:
    """Return the function with names for the rows of its arguments that it uses often.

    If it has a parameter `row`, `columns` are the columns of that row, which the function unpacks.
    """
    named: dict[Key, str] = {columns: "row"} if len(columns) > 1 else {}
    known = {*(columns or procedure.parameters)}
    uses = Counter(row for each in plan.operations(procedure.body) for row in _made(each) if row not in named)
    often = [row for row, times in uses.items() if times >= SHARED_ROW_USES and len(row) > 1 and _is_made(row, known)]
    names = {row: f"row_{number}" for number, row in enumerate(often)}
    begun: Block = (plan.Unpack(columns, "row"),) if columns else ()
    begun += tuple([plan.Bind(name, row) for row, name in names.items()])
    return replace(procedure, body=(*begun, *procedure.body), rows=tuple({**named, **names}.items()))


def _is_made(row: Key, known: set[str]) -> bool:
    """Return True if a row consists of arguments and objects, and is no constant."""
    variables = [item for item in row if isinstance(item, str)]
    return bool(variables) and known.issuperset(variables)


def _made(operation: Operation) -> Iterator[Key]:
    """Yield the rows that an operation makes, as often as they stand in its text."""
    match operation:
        case plan.Insert(access, row) | plan.Erase(access, row) if access.known:
            times = 2 if isinstance(operation, plan.Insert) and not access.single else 1
            yield from access.split(row) * times
        case plan.Group(_, row):
            yield from (row, row, row)
        case plan.Emit(value=plan.Sum()) | plan.Bind():
            pass
        case _:
            yield from rows(operation)
