"""Splitting of functions with deep nesting: CPython compiles at most 20 nested loops and 100 levels of indentation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from relgym.model.plan import (
    Block,
    Call,
    Filter,
    Lookup,
    Operation,
    Procedure,
    Return,
    Scan,
    operations,
)
from relgym.translate.plans.variables import free_variables

LOOPS_LIMIT = 15
"""The largest number of nested loops in one function."""

NESTING_LIMIT = 80
"""The largest number of nested operations in one function."""


def outlined(block: Block, name: str, helper: Callable[[], int]) -> tuple[Block, tuple[Procedure, ...]]:
    """Move the innermost operations of a block that is too deep to helper functions with the names `name_N`."""
    if _levels(block) <= LOOPS_LIMIT:
        return block, ()
    parts: list[Procedure] = []

    def walked(block: Block, loops: int, levels: int) -> Block:
        if not block or (_loops(block) + loops <= LOOPS_LIMIT and _levels(block) + levels <= NESTING_LIMIT):
            return block
        if loops >= LOOPS_LIMIT or levels >= NESTING_LIMIT:
            returns = any(isinstance(each, Return) for each in operations(block))
            call = Call(f"{name}_{helper()}", tuple(free_variables(block)))
            parts.append(Procedure(call.name, tuple(map(str, call.arguments)), walked(block, 0, 0), (), returns))
            return (Filter((call,), (Return(),)),) if returns else (call,)
        return tuple([inner(each, loops, levels + 1) for each in block])

    def inner(each: Operation, loops: int, levels: int) -> Operation:
        match each:
            case Scan(body=body):
                return replace(each, body=walked(body, loops + 1, levels))
            case Filter(body=body) | Lookup(body=body):
                return replace(each, body=walked(body, loops, levels))
            case _:
                return each

    return walked(block, 0, 0), tuple(parts)


def _loops(block: Block) -> int:
    """Return the number of nested loops."""
    most = 0
    for each in block:
        if isinstance(each, Scan | Filter | Lookup):
            most = max(most, _loops(each.body) + isinstance(each, Scan))
    return most


def _levels(block: Block) -> int:
    """Return the number of nested operations."""
    return max([1 + _levels(each.body) for each in block if isinstance(each, Scan | Filter | Lookup)], default=0)
