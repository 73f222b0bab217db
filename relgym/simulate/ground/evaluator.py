"""The axiom evaluator: the bits of derived atoms and of comparisons in a state of a ground task.

Axioms are evaluated layer after layer; those that depend on each other are evaluated until nothing changes. Results
are remembered for each part of the axioms by the atoms that it reads, and for comparisons by numbers.

>>> from relgym.translate.ground.bit_tests import BitTest
>>> layers = [[BitAxiom(2, BitTest(0b01, 0b01, "", 0b01))], [BitAxiom(3, BitTest(0b100, 0, "", 0b100))]]
>>> evaluate = axiom_function(layers)
>>> bin(evaluate(0b01)), bin(evaluate(0b10))
('0b100', '0b1000')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

from relgym.model.arithmetic import COMPARISONS
from relgym.model.numeric import Value
from relgym.model.pddl.vocabulary import Values
from relgym.reasoning.pddl.transition import Transition
from relgym.reasoning.pddl.updates import reader
from relgym.simulate.ground.fixpoint import fixpoint
from relgym.translate.ground.bit_tests import BitAxiom
from relgym.translate.ground.task import ComparisonBit, DerivedAtoms, GroundTask
from relgym.tuning.simulate import AXIOM_ENTRIES_LIMIT, FIXPOINT_CLAUSES, SINGLE_GROUPS_LIMIT

Find = Callable[[Any], int]
"""Finds the bits that are true by what decides about them."""


def remembered(parts: Sequence[tuple[Callable[[Any], Any], Find]]) -> Find:
    """Make a function that joins the bits of parts: of what each reads, and what it finds by that; it remembers both.

    >>> find = remembered([((3).__and__, lambda bits: bits << 2), ((4).__and__, lambda bits: bits << 2)])
    >>> bin(find(0b101))
    '0b10100'
    """
    tables = [(read, lru_cache(AXIOM_ENTRIES_LIMIT // len(parts))(find)) for read, find in parts]

    def joined(key: Any) -> int:
        found = 0
        for read, known in tables:
            found |= known(read(key))
        return found

    return joined if len(parts) <= SINGLE_GROUPS_LIMIT else lru_cache(AXIOM_ENTRIES_LIMIT)(joined)


def comparison_function(fluents: Sequence[int], comparisons: Sequence[ComparisonBit], transition: Transition) -> Find:
    """Make a function that finds the bits of comparisons that hold by the values of the fluents that they read."""
    tests = [
        (1 << each.bit, COMPARISONS[each.operator], reader(transition, each.left), reader(transition, each.right))
        for each in comparisons
    ]

    def holding(read: Any) -> int:
        values: list[Value | None] = [None] * (1 + max(fluents))
        for number, value in zip(fluents, read if len(fluents) > 1 else (read,), strict=True):
            values[number] = value
        whole, found = tuple(values), 0
        for power, compared, read_left, read_right in tests:
            left, right = read_left(whole), read_right(whole)
            if left is not None and right is not None and compared(left, right):
                found |= power
        return found

    return holding


class AxiomEvaluator:
    """Finds the bits of derived atoms and comparisons."""

    def __init__(self, task: GroundTask | DerivedAtoms, transition: Transition) -> None:
        by_fluents: dict[tuple[int, ...], list[ComparisonBit]] = {}
        for comparison in task.comparisons:
            by_fluents.setdefault(transition.fluents_read(comparison.left, comparison.right), []).append(comparison)
        self._length = 1 + max((number for fluents in by_fluents for number in fluents), default=-1)
        self._compare = remembered(
            [
                (itemgetter(*fluents), comparison_function(fluents, own, transition))
                for fluents, own in by_fluents.items()
            ]
        )
        self._comparisons = sum(1 << comparison.bit for comparison in task.comparisons)
        parts = [*divided(task.axioms)]
        # By part: the bits that it reads, those that it finds, and the function that does so.
        self._parts: list[tuple[int, int, Find]] = [
            (
                reads,
                sum(1 << bit for bit in {axiom.bit for layer in part for axiom in layer}),
                lru_cache(AXIOM_ENTRIES_LIMIT // len(parts))(axiom_function(part)),
            )
            for reads, part in parts
        ]
        self._affected = lru_cache(AXIOM_ENTRIES_LIMIT)(self._find_affected)

    def bits(self, bits: int, values: Values) -> int:
        """Find the bits of all derived atoms and comparisons that are true, and none of the given atoms' bits."""
        true = self._compared(values) if self._length else 0
        given = bits | true
        for reads, _, find in self._parts:
            true |= find(given & reads)
        return true

    def after(self, before: int, more: int, bits: int, values: Values) -> int:
        """Do what `bits` does, by the bits of another state: only parts that read what differs are looked up.

        Args:
            before: The atoms that are true in the other state.
            more: What `bits` finds there.
            bits: The atoms that are true in this one.
            values: The numbers of this one.
        """
        compared = self._compared(values) if self._length else 0
        given = bits | compared
        kept, affected = self._affected((before | more & self._comparisons) ^ given)
        true = more & kept | compared
        for reads, find in affected:
            true |= find(given & reads)
        return true

    def _compared(self, values: Values) -> int:
        """Find the bits of the comparisons that hold, where there are any."""
        if len(values) < self._length:
            values += (None,) * (self._length - len(values))
        return self._compare(values)

    def _find_affected(self, changed: int) -> tuple[int, list[tuple[int, Find]]]:
        """Find the bits that stay where some bits change, and the parts that must be looked up."""
        affected = [(reads, own, find) for reads, own, find in self._parts if reads & changed]
        gone = self._comparisons
        for _, own, _ in affected:
            gone |= own
        return ~gone, [(reads, find) for reads, _, find in affected]


def divided(layers: Sequence[Sequence[BitAxiom]]) -> Iterator[tuple[int, Sequence[Sequence[BitAxiom]]]]:
    """Divide axioms into parts that read no atoms of each other: the bits that each reads, and its layers.

    >>> from relgym.translate.ground.bit_tests import BitTest
    >>> axioms = [BitAxiom(bit, BitTest(read, read, "", read)) for bit, read in [(2, 1), (3, 4), (4, 2), (5, 2)]]
    >>> [(reads, [[axiom.bit for axiom in layer] for layer in part]) for reads, part in divided([axioms])]
    [(1, [[2, 3]]), (2, [[4, 5]])]
    """
    axioms = [axiom for layer in layers for axiom in layer]
    derived = sum(1 << axiom.bit for axiom in axioms)
    parts: list[tuple[int, int]] = []
    for axiom in axioms:
        own, reads = axiom.test.reads & derived | 1 << axiom.bit, axiom.test.reads
        parts, apart = [], parts
        for part in apart:
            if part[0] & own:
                own, reads = own | part[0], reads | part[1]
            else:
                parts.append(part)
        parts.append((own, reads & ~own))
    by_reads: dict[int, int] = {}
    for own, reads in sorted(parts, key=lambda part: -part[1].bit_count()):
        # A part that reads no more than another one is looked up with it.
        wider = next((other for other in by_reads if not reads & ~other), reads)
        by_reads[wider] = by_reads.get(wider, 0) | own
    for reads, own in by_reads.items():
        yield reads, [*filter(None, ([axiom for axiom in layer if own >> axiom.bit & 1] for layer in layers))]


def axiom_function(layers: Sequence[Sequence[BitAxiom]]) -> Callable[[int], int]:
    """Make a function that finds the bits of derived atoms by those that they depend on."""
    lines = ["def evaluate(bits):", " given = bits"]
    scope: dict[str, Callable[[int], int]] = {}
    for by_clauses, stratum in _strata(layers):
        first = stratum[0]
        if by_clauses:
            name = f"fixpoint_{len(scope)}"
            scope[name] = fixpoint(stratum)
            lines.append(f" bits = {name}(bits)")
        elif len(stratum) == 1 and not first.test.reads >> first.bit & 1:
            lines += _lines(first, " ")
        else:
            lines += [" before = -1", " while bits != before:", "  before = bits"]
            lines += [line for axiom in stratum for line in _lines(axiom, "  ")]
    lines.append(" return bits & ~given")
    exec("\n".join(lines), scope)
    return scope["evaluate"]


def _strata(layers: Sequence[Sequence[BitAxiom]]) -> Iterator[tuple[bool, Sequence[BitAxiom]]]:
    """Yield strata of axioms, each with whether its clauses are many enough for a fixpoint by clauses.

    Layers with so many clauses are joined with the next ones, unless these negate what they derive.
    """
    stratum: list[BitAxiom] = []
    derived = 0
    for layer in layers:
        negated = 0
        for axiom in layer:
            for clause in axiom.clauses:
                negated |= clause.mask & ~clause.wanted
        by_clauses = all(axiom.clauses for axiom in layer)
        by_clauses = by_clauses and sum(len(axiom.clauses) for axiom in layer) >= FIXPOINT_CLAUSES
        if stratum and (not by_clauses or negated & derived):
            yield True, stratum
            stratum, derived = [], 0
        if by_clauses:
            stratum += layer
            derived |= sum(1 << axiom.bit for axiom in layer)
        else:
            yield False, layer
    if stratum:
        yield True, stratum


def _lines(axiom: BitAxiom, indent: str) -> list[str]:
    """The lines that set the bit of an axiom."""
    test = axiom.test
    conditions = [f"bits & {test.mask} == {test.wanted}"] if test.mask else []
    if test.rest:
        conditions.append(f"({test.rest})")
    return [f"{indent}if {' and '.join(conditions) or 'True'}: bits |= {1 << axiom.bit}"]
