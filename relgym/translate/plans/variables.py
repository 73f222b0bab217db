"""The variables of plans.

>>> from relgym.model.plan import Access, Action
>>> from relgym.model.program import Role, Symbol
>>> clear, on = Access(Symbol(Role.FLUENT, "clear", 1)), Access(Symbol(Role.FLUENT, "on", 2), (0,))
>>> scan = Scan(on, ("X",), ("Y",), (Emit(Action.OUT, "out", ("X", "Y")),))
>>> sorted(free_variables((Filter((Member(clear, ("X",)),), (scan,)),)))
['X', 'out']
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from relgym.model.plan import (
    Any,
    Bind,
    Block,
    Call,
    CheckClock,
    Compare,
    Condition,
    Draw,
    Emit,
    Erase,
    Exists,
    Filter,
    Group,
    Insert,
    Key,
    Log,
    Lookup,
    MarkStale,
    Member,
    NewSet,
    Not,
    Operation,
    Return,
    ReturnChanges,
    Scan,
    Subset,
    Sum,
    Unpack,
    operations,
)


def free_variables(block: Block) -> dict[str, None]:
    """Return the variables that a block needs and does not bind, in the order of their use."""
    found: dict[str, None] = {}
    bound: set[str] = set()
    for each in operations(block):
        used = (item for row in rows(each) for item in row)
        found |= dict.fromkeys(item for item in used if isinstance(item, str) and item not in bound)
        match each:
            case Scan(targets=targets) | Lookup(targets=targets) | Unpack(targets):
                bound.update(targets)
            case Bind(name) | NewSet(name):
                bound.add(name)
    return found


def rows(operation: Operation | Condition) -> Iterator[Key]:
    """Yield the rows, and other variables as rows of one, that an operation or a condition reads, without its body."""
    match operation:
        case Filter(inner) | Any(inner):
            for condition in inner:
                yield from rows(condition)
        case Not(condition):
            yield from rows(condition)
        case Scan(source, row) | Member(source, row) | Exists(source, row):
            yield row
            if isinstance(source, str):
                yield (source,)
        case Lookup(_, row) | Call(_, row) | Insert(_, row) | Erase(_, row) | Group(_, row) | Log(_, row):
            yield row
        case Compare(_, left, right):
            yield left
            yield right
        case Emit(_, target, value):
            yield (target,)
            yield from _values(value)
        case Bind(_, value):
            yield from _values(value)
        case Unpack(_, name) | Return(str() as name):
            yield (name,)
        case NewSet(_, made):
            yield from made
        case ReturnChanges(changes):
            yield from ((change.name, *filter(None, [change.readded])) for change in changes)
        case Draw():
            yield ("draw",)
        case Subset() | MarkStale() | CheckClock() | Return():
            pass
        case _:
            assert_never(operation)


def _values(value: Key | Sum | Call | None) -> Iterator[Key]:
    match value:
        case Sum(_, summands, products):
            yield (*summands, *[name for name, _ in products])
        case Call(_, row):
            yield row
        case tuple():
            yield value
