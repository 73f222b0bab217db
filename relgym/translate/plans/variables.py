"""The variables of plans.

>>> from relgym.model.plan import AccessPath, EmitKind, Emit, Member
>>> from relgym.model.program import Role, Symbol
>>> clear, on = AccessPath(Symbol(Role.FLUENT, "clear", 1)), AccessPath(Symbol(Role.FLUENT, "on", 2), (0,))
>>> scan = Scan(on, ("X",), ("Y",), (Emit(EmitKind.OUT, "out", ("X", "Y")),))
>>> sorted(free_variables((Filter((Member(clear, ("X",)),), (scan,)),)))
['X', 'out']
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from relgym.model import plan
from relgym.model.plan import Block, Condition, Filter, Key, Lookup, Operation, Scan


def free_variables(block: Block) -> dict[str, None]:
    """Return the variables that a block needs and does not bind, in the order of their use."""
    free: dict[str, None] = {}
    bound: set[str] = set()
    for each in plan.operations(block):
        used = (item for row in rows(each) for item in row)
        free |= dict.fromkeys(item for item in used if isinstance(item, str) and item not in bound)
        match each:
            case Scan(targets=targets) | Lookup(targets=targets) | plan.Unpack(targets):
                bound.update(targets)
            case plan.Bind(name) | plan.NewSet(name):
                bound.add(name)
    return free


def rows(operation: Operation | Condition) -> Iterator[Key]:
    """Yield the rows, and other variables as rows of one, that an operation or a condition reads, without its body."""
    match operation:
        case Filter(inner) | plan.Any(inner):
            for condition in inner:
                yield from rows(condition)
        case plan.Negation(condition):
            yield from rows(condition)
        case Scan(source, row) | plan.Member(source, row) | plan.ExistenceCheck(source, row):
            yield row
            if isinstance(source, str):
                yield (source,)
        case (
            Lookup(_, row)
            | plan.ProcedureCall(_, row)
            | plan.Insert(_, row)
            | plan.Erase(_, row)
            | plan.Group(_, row)
            | plan.Log(_, row)
        ):
            yield row
        case plan.CompareRows(_, left, right):
            yield left
            yield right
        case plan.Emit(_, target, value):
            yield (target,)
            yield from _values(value)
        case plan.Bind(_, value):
            yield from _values(value)
        case plan.Unpack(_, name) | plan.Return(str() as name):
            yield (name,)
        case plan.NewSet(_, made):
            yield from made
        case plan.ReturnChanges(changes):
            yield from ((change.name, *filter(None, [change.readded])) for change in changes)
        case plan.DrawOutcome():
            yield ("draw",)
        case plan.Subset() | plan.MarkStale() | plan.CheckClock() | plan.Return():
            pass
        case _:
            assert_never(operation)


def _values(value: Key | plan.Sum | plan.ProcedureCall | None) -> Iterator[Key]:
    match value:
        case plan.Sum(_, summands, products):
            yield (*summands, *[name for name, _ in products])
        case plan.ProcedureCall(_, row):
            yield row
        case tuple():
            yield value
