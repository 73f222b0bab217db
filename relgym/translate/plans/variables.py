"""The variables of plans.

>>> from relgym.model.plan import Access, Action, Emit, Filter, Member
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
    AddGroup,
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
    Includes,
    Insert,
    Key,
    Log,
    Lookup,
    MarkStale,
    Member,
    NewSet,
    Nonempty,
    Not,
    Operand,
    Operation,
    RemoveGroup,
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
        for name in _used(each):
            if isinstance(name, str) and name not in bound:
                found[name] = None
        match each:
            case Scan(targets=targets) | Lookup(targets=targets):
                bound.update(targets)
            case Bind(name) | NewSet(name):
                bound.add(name)
            case Unpack(targets):
                bound.update(targets)
    return found


def _used(operation: Operation) -> Iterator[Operand]:
    """Yield the operands of an operation, without those of its body."""
    match operation:
        case Filter(conditions):
            for condition in conditions:
                yield from _read(condition)
        case Scan(str() as collection):
            yield collection
        case Scan(_, key) | Lookup(_, key) | Insert(_, key) | Erase(_, key) | Call(_, key):
            yield from key
        case Bind(_, value):
            yield from _operands(value)
        case Emit(_, target, value):
            yield target
            yield from _operands(value)
        case AddGroup(_, row) | RemoveGroup(_, row) | Log(_, row):
            yield from row
        case Unpack(_, row):
            yield row
        case Return(str() as value):
            yield value
        case NewSet(_, rows):
            for row in rows:
                yield from row
        case Draw():
            yield "draw"
        case ReturnChanges(changes):
            for change in changes:
                yield change.name
        case MarkStale() | CheckClock() | Return():
            pass
        case _:
            assert_never(operation)


def _operands(value: Key | Sum | Call | None) -> Key:
    match value:
        case Call(_, operands):
            return operands
        case Sum(_, summands, products):
            return (*summands, *(name for name, _ in products))
        case None:
            return ()
        case _:
            return value


def _read(condition: Condition) -> Iterator[Operand]:
    """Yield the operands of a condition."""
    match condition:
        case Member(_, key) | Exists(_, key) | Call(_, key):
            yield from key
        case Compare(_, left, right):
            yield from left
            yield from right
        case Includes(collection, row):
            yield collection
            yield from row
        case Nonempty(collection):
            yield collection
        case Not(inner):
            yield from _read(inner)
        case Any(inner):
            for each in inner:
                yield from _read(each)
        case Subset():
            pass
        case _:
            assert_never(condition)
