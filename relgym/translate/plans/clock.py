"""Checks of the clock in loops that may try many rows.

A loop inside another one checks the clock before it begins, an outermost loop each `interval` rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from relgym.model.plan import Any, Block, CheckClock, Condition, Filter, Lookup, Negation, ProcedureCall, Scan
from relgym.tuning.plans import CHECKED_ROWS, CHECKED_ROWS_LEAST, UNCHECKED_ROWS_LIMIT


def work_of(block: Block, helpers: Mapping[str, int]) -> int:
    """Return an upper bound of the rows that a block tries; `helpers` are the bounds of the functions it calls."""
    most = 0
    for each in block:
        match each:
            case Scan(work=work):
                most = max(most, work)
            case Filter(conditions, body):
                most = max(most, work_of(body, helpers))
                if helpers:
                    most = max(most, *[_called(condition, helpers) for condition in conditions])
            case Lookup(body=body):
                most = max(most, work_of(body, helpers))
    return most


def _called(condition: Condition, helpers: Mapping[str, int]) -> int:
    match condition:
        case ProcedureCall(name):
            return helpers.get(name, 0)
        case Negation(inner):
            return _called(inner, helpers)
        case Any(inner):
            return max([_called(each, helpers) for each in inner], default=0)
        case _:
            return 0


def clocked(block: Block, helpers: Mapping[str, int], nested: bool = False) -> Block:
    """Return a block with checks of the clock."""
    if work_of(block, {}) <= UNCHECKED_ROWS_LIMIT:
        return block
    checked: list[object] = []
    for each in block:
        match each:
            case Scan(body=body, work=work) if work > UNCHECKED_ROWS_LIMIT:
                inner = clocked(body, helpers, True)
                if nested:
                    checked += [CheckClock(), replace(each, body=inner)]
                else:
                    inside = min(max(1, work_of(body, helpers)), UNCHECKED_ROWS_LIMIT)
                    checked.append(replace(each, body=inner, interval=max(CHECKED_ROWS_LEAST, CHECKED_ROWS // inside)))
            case Filter(body=body) | Lookup(body=body):
                checked.append(replace(each, body=clocked(body, helpers, nested)))
            case _:
                checked.append(each)
    return tuple(checked)  # type: ignore[arg-type]
