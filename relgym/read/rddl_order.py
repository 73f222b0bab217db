"""The order in which the fluents of an RDDL domain get their values in a step: what one rests on comes first.

>>> from relgym.model.rddl_expressions import Constant
>>> evaluation_order(Process("empty", (), (), (), (), Constant(0)))
()
"""

from __future__ import annotations

from collections.abc import Iterator

from relgym.errors import ModelError
from relgym.model.rddl import COMPUTED, Cpf, Kind, Process
from relgym.model.rddl_expressions import Fluent, Slot, Value
from relgym.model.rddl_walk import walk


def evaluation_order(process: Process) -> tuple[Cpf, ...]:
    """The cpfs, each after those that it reads, else in the file's order; raises `ModelError` for a cycle."""
    cpfs = {cpf.fluent: cpf for cpf in process.cpfs}
    done: dict[str, Cpf] = {}
    for cpf in process.cpfs:
        _visit(cpf, process, cpfs, done, [])
    return tuple(done.values())


def check_order(process: Process) -> None:
    """Raises `ModelError` if fluents rest on themselves, or where the next state is read that is not known yet."""
    evaluation_order(process)
    for what in ("preconditions", "constraints", "invariants", "termination"):
        for value in getattr(process, what):
            for node in walk(value):
                if isinstance(node, Fluent) and node.primed:
                    raise ModelError(f"the next state is not known to {what}", span=node.span, expected=node.name)
    for value in (*process.invariants, *process.termination):
        for node in walk(value):
            if isinstance(node, Fluent) and process.declared[node.name].kind is Kind.ACTION:
                raise ModelError("the end of a process is a matter of its state, not of actions", span=node.span)


def computed_in_step(value: Value, process: Process) -> Iterator[tuple[str, Fluent | Slot]]:
    """The fluents that a value reads and that get their values in the same step, with where it does."""
    for node in walk(value):
        match node:
            case Fluent(name, _, primed):
                kind = process.declared[name].kind
                if primed or (kind in COMPUTED and kind is not Kind.STATE):
                    yield name, node
            case Slot(name):
                kind = process.declared[name].kind
                if kind in COMPUTED and kind is not Kind.STATE:
                    yield name, node


def _visit(cpf: Cpf, process: Process, cpfs: dict[str, Cpf], done: dict[str, Cpf], path: list[str]) -> None:
    if cpf.fluent in done:
        return
    for name, node in computed_in_step(cpf.value, process):
        if name == cpf.fluent or name in path:
            cycle = [*path, cpf.fluent, name]
            cycle = cycle[cycle.index(name) :]
            raise ModelError(
                f"'{name}' rests on itself: {' <- '.join(reversed(cycle))}",
                span=node.span,
                expected="fluents that rest on the state, on actions, and on others without a cycle",
            )
        _visit(cpfs[name], process, cpfs, done, [*path, cpf.fluent])
    done[cpf.fluent] = cpf
