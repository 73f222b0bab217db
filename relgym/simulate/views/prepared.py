"""Prepare productions for walks: split predicates, join static relations, and find mutex groups.

>>> import relgym
>>> from relgym.translate.program.productions import productions_of
>>> domain, problem = roads("a b c", "a b, b a", goal="b")
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> productions = productions_of(reasoner.translation)
>>> ready = prepared(reasoner.translation.program, productions, reasoner.initial_state)
>>> [str(group) for group in ready.groups]
['at(*)']
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod

from relgym.model.pddl.state import State
from relgym.model.program import Production, Program, Row, Symbol
from relgym.translate.analysis.invariants import MutexGroup, mutex_groups
from relgym.translate.analysis.splitting import Parts
from relgym.translate.analysis.static_joins import folded
from relgym.translate.program.join_order import Sizes

FindGroups = Callable[
    [Sequence[Production], Sequence[Symbol], Mapping[Symbol, Collection[Row]], Mapping[Symbol, Collection[Row]]],
    Sequence[MutexGroup],
]
"""A function that finds mutex groups, with the interface of `mutex_groups`."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """The program and the actions of a simulator.

    `start` is the state in which walks begin, and `parts` knows the symbols of atoms and the rows at the start. `sizes`
    are cardinality estimates of symbols, `groups` the mutex groups that hold in all reachable states, and `queries`
    further symbols that may be asked for.
    """

    start: State
    parts: Parts
    program: Program
    productions: Sequence[Production]
    sizes: Sizes
    groups: Sequence[MutexGroup]
    queries: Sequence[Symbol]


def prepared(
    program: Program,
    productions: Sequence[Production],
    start: State,
    queries: Sequence[Symbol] = (),
    groups: FindGroups = mutex_groups,
) -> Prepared:
    """Prepare productions for walks; `groups` finds the mutex groups on which steps rely."""
    parts = Parts(program, productions, start.own_atoms())
    program, productions, sizes = folded(parts.program, parts.productions, parts.sizes)
    found = groups(productions, program.fluents, program.facts, parts.rows)
    return Prepared(start, parts, program, productions, _limited(sizes, found), found, queries)


def _limited(sizes: Sizes, groups: Iterable[MutexGroup]) -> Sizes:
    """Limit the sizes of symbols in mutex groups to one row for each instance of the group's parameters."""
    limited = dict(sizes)
    for group in groups:
        for part in group.parts:
            size = limited[part.symbol]
            most = prod(size.distinct[column] for column in part.columns)
            limited[part.symbol] = replace(size, rows=min(size.rows, most))
    return limited
