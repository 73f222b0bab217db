"""Productions made ready to be walked: in parts, with what is fixed joined, and with the mutex groups found.

>>> import relgym
>>> from relgym.translate.program.productions import productions_of
>>> domain = '''(define (domain d) (:predicates (at ?x) (road ?x ?y))
...   (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
...    :effect (and (not (at ?x)) (at ?y))))'''
>>> problem = '''(define (problem p) (:domain d) (:objects a b c) (:init (at a) (road a b) (road b a))
...   (:goal (at b)))'''
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

from relgym.model.program import Production, Program, Row, Symbol
from relgym.model.state import State
from relgym.translate.analysis.folded import folded
from relgym.translate.analysis.invariants import Group, mutex_groups
from relgym.translate.analysis.parts import Parts
from relgym.translate.program.order import Sizes

FindGroups = Callable[
    [Sequence[Production], Sequence[Symbol], Mapping[Symbol, Collection[Row]], Mapping[Symbol, Collection[Row]]],
    Sequence[Group],
]
"""What finds mutex groups, as `mutex_groups` does."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a production system works on.

    `start` is where walks begin, and what states may be like; `parts` knows the symbols of atoms, and the rows at the
    start. `sizes` are those of symbols, `groups` the mutex groups that hold in all states. Further symbols may be asked
    for: those in `also`, without arguments, and those in `derived`.
    """

    start: State
    parts: Parts
    program: Program
    productions: Sequence[Production]
    sizes: Sizes
    groups: Sequence[Group]
    also: Sequence[Symbol]
    derived: Sequence[Symbol]


def prepared(
    program: Program,
    productions: Sequence[Production],
    start: State,
    also: Sequence[Symbol] = (),
    derived: Sequence[Symbol] = (),
    groups: FindGroups = mutex_groups,
) -> Prepared:
    """Make productions ready to be walked; `groups` finds the mutex groups that are relied on."""
    parts = Parts(program, productions, start.own_atoms())
    program, productions, sizes = folded(parts.program, parts.productions, parts.sizes)
    found = groups(productions, program.fluents, program.facts, parts.rows)
    return Prepared(start, parts, program, productions, _limited(sizes, found), found, also, derived)


def _limited(sizes: Sizes, groups: Iterable[Group]) -> Sizes:
    """The sizes of symbols, of which groups allow no more rows than there are objects for their parameters."""
    limited = dict(sizes)
    for group in groups:
        for part in group.parts:
            size = limited[part.symbol]
            most = prod(size.distinct[column] for column in part.columns)
            limited[part.symbol] = replace(size, rows=min(size.rows, most))
    return limited
