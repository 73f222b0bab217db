"""Mutex groups as constraints: of the atoms of a group, at most one is true in each state.

The constraints follow from the rest of the program, but a solver would find them again for each time. With them, clingo
proves the shortest length of problems of Hanoi, Ferry and SlideTile in a tenth of the time.
"""

from __future__ import annotations

from collections.abc import Iterable

from relgym.model.pddl.vocabulary import Key
from relgym.model.program import Row, Symbol
from relgym.translate.analysis.invariants import MutexGroup, mutex_groups
from relgym.translate.asp.unrolled import Unrolled, timed_call
from relgym.translate.program.productions import productions_of


def mutex_constraints(unrolled: Unrolled, start: Iterable[Key]) -> list[str]:
    """Write the constraints for the state after an action.

    Args:
        unrolled: Writes the rest of the program.
        start: The true atoms of predicates that change in the state to begin with.
    """
    program = unrolled.translation.program
    fluents = {symbol.name: symbol for symbol in program.fluents}
    rows: dict[Symbol, list[Row]] = {}
    for name, row in start:
        rows.setdefault(fluents[name], []).append(row)
    groups = mutex_groups(productions_of(unrolled.translation), program.fluents, program.facts, rows)
    return [line for number, group in enumerate(groups) for line in _constraint(unrolled, group, f"group{number}'")]


def _constraint(unrolled: Unrolled, group: MutexGroup, name: str) -> list[str]:
    """The instances of a group that have a true atom, and that they have no second one."""
    parameters = [f"P{number}" for number in range(len(group.parts[0].columns))]
    instance = timed_call(name, parameters, "t+1")
    lines: list[str] = []
    counted: list[str] = []
    for number, part in enumerate(group.parts):
        arguments = ["A"] * part.symbol.arity
        for parameter, column in zip(parameters, part.columns, strict=True):
            arguments[column] = parameter
        atom = timed_call(unrolled.name(part.symbol), arguments, "t+1")
        lines.append(f"{instance} :- {atom}.")
        counted.append(f"{number},{0 if part.counted is None else 'A'} : {atom}")
    return [*lines, f":- {instance}, #count {{ {'; '.join(counted)} }} > 1."]
