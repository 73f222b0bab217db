"""Splitting of functions with deep nesting: CPython compiles at most 20 nested loops and 100 levels of indentation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from relgym.model import plan
from relgym.translate.plans.variables import free_variables

LOOPS_LIMIT = 15
"""The largest number of nested loops in one function."""

NESTING_LIMIT = 80
"""The largest number of nested operations in one function."""


def outlined(block: plan.Block, name: str, helper: Callable[[], int]) -> tuple[plan.Block, tuple[plan.Procedure, ...]]:
    """Move the innermost operations of a block that is too deep to helper functions with the names `name_N`."""
    if _levels(block) <= LOOPS_LIMIT:
        return block, ()
    parts: list[plan.Procedure] = []

    def walked(block: plan.Block, loops: int, levels: int) -> plan.Block:
        if not any(isinstance(each, plan.Filter | plan.Scan | plan.Lookup) for each in block):
            return block
        if loops < LOOPS_LIMIT and levels < NESTING_LIMIT:
            return tuple([inner(each, loops, levels + 1) for each in block])
        returns = any(isinstance(each, plan.Return) for each in plan.operations(block))
        call = plan.ProcedureCall(f"{name}_{helper()}", tuple(free_variables(block)))
        parts.append(plan.Procedure(call.name, tuple(map(str, call.arguments)), walked(block, 0, 0), (), returns))
        return (plan.Filter((call,), (plan.Return(),)),) if returns else (call,)

    def inner(each: plan.Operation, loops: int, levels: int) -> plan.Operation:
        if isinstance(each, plan.Filter | plan.Scan | plan.Lookup):
            return replace(each, body=walked(each.body, loops + isinstance(each, plan.Scan), levels))
        return each

    return walked(block, 0, 0), tuple(parts)


def _levels(block: plan.Block) -> int:
    """Return the number of nested operations."""
    return max(
        [1 + _levels(each.body) for each in block if isinstance(each, plan.Scan | plan.Filter | plan.Lookup)], default=0
    )
