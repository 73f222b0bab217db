"""The axiom evaluator: the bits of derived atoms and of comparisons in a state of a ground task.

Axioms are evaluated layer after layer; those that rest on each other are evaluated until nothing changes. What is found
is remembered by the atoms that axioms read, and by the numbers that comparisons read.

>>> from relgym.translate.ground.bit_tests import BitTest
>>> layers = [[BitAxiom(2, BitTest(0b01, 0b01, "", 0b01))], [BitAxiom(3, BitTest(0b100, 0, "", 0b100))]]
>>> evaluate = axiom_function(layers)
>>> bin(evaluate(0b01)), bin(evaluate(0b10))
('0b101', '0b1010')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Any

from relgym.model.arithmetic import COMPARISONS
from relgym.model.numeric import Value
from relgym.model.pddl.vocabulary import Values
from relgym.reasoning.pddl.transition import Transition
from relgym.reasoning.pddl.updates import reader
from relgym.simulate.ground.fixpoint import fixpoint
from relgym.translate.ground.bit_tests import BitAxiom
from relgym.translate.ground.task import ComparisonBit, GroundTask
from relgym.tuning.simulate import AXIOM_ENTRIES_LIMIT, FIXPOINT_CLAUSES, SINGLE_GROUPS_LIMIT


class ComparisonGroup(dict[Any, int]):
    """The bits of comparisons that hold, by the values of the fluents that they read; `read` finds these values."""

    def __init__(self, fluents: Sequence[int], comparisons: Sequence[ComparisonBit], transition: Transition) -> None:
        super().__init__()
        self.read = itemgetter(*fluents)
        self._fluents = fluents
        self._comparisons = [
            (1 << each.bit, COMPARISONS[each.operator], reader(transition, each.left), reader(transition, each.right))
            for each in comparisons
        ]

    def __missing__(self, read: Any) -> int:
        values: list[Value | None] = [None] * (1 + max(self._fluents))
        for number, value in zip(self._fluents, read if len(self._fluents) > 1 else (read,), strict=True):
            values[number] = value
        whole, found = tuple(values), 0
        for power, compared, read_left, read_right in self._comparisons:
            left, right = read_left(whole), read_right(whole)
            if left is not None and right is not None and compared(left, right):
                found |= power
        if len(self) < AXIOM_ENTRIES_LIMIT:
            self[read] = found
        return found


class AxiomEvaluator:
    """Finds the bits of derived atoms and comparisons."""

    def __init__(self, task: GroundTask, transition: Transition) -> None:
        by_fluents: dict[tuple[int, ...], list[ComparisonBit]] = {}
        for comparison in task.comparisons:
            by_fluents.setdefault(transition.fluents_read(comparison.left, comparison.right), []).append(comparison)
        self._groups = [ComparisonGroup(fluents, own, transition) for fluents, own in by_fluents.items()]
        self._length = 1 + max((number for fluents in by_fluents for number in fluents), default=-1)
        self._compared: dict[Values, int] = {}
        self._has_axioms = bool(task.axioms)
        self._evaluate = axiom_function(task.axioms)
        axioms = [axiom for layer in task.axioms for axiom in layer]
        derived = sum(1 << axiom.bit for axiom in axioms)
        self._mask = 0
        for axiom in axioms:
            self._mask |= axiom.test.reads & ~derived
        self._derived: dict[int, int] = {}

    def bits(self, bits: int, values: Values) -> int:
        """Find the bits of all derived atoms and comparisons that are true.

        Args:
            bits: The atoms that are true.
            values: The numbers of the state.

        Returns:
            These bits alone.
        """
        compared = self._compare(values) if self._groups else 0
        if not self._has_axioms:
            return compared
        read = (bits | compared) & self._mask
        derived = self._derived.get(read)
        if derived is None:
            derived = self._evaluate(read) & ~read
            if len(self._derived) < AXIOM_ENTRIES_LIMIT:
                self._derived[read] = derived
        return derived | compared

    def _compare(self, values: Values) -> int:
        """Find the bits of the comparisons that hold."""
        groups = self._groups
        if len(groups) > SINGLE_GROUPS_LIMIT:
            known = self._compared.get(values)
            if known is not None:
                return known
        found, padded = 0, values
        if len(values) < self._length:
            padded = values + (None,) * (self._length - len(values))
        for group in groups:
            found |= group[group.read(padded)]
        if len(groups) > SINGLE_GROUPS_LIMIT and len(self._compared) < AXIOM_ENTRIES_LIMIT:
            self._compared[values] = found
        return found


def axiom_function(layers: Sequence[Sequence[BitAxiom]]) -> Callable[[int], int]:
    """Make a function that adds the bits of derived atoms to those that they rest on."""
    lines = ["def evaluate(bits):"]
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
    lines.append(" return bits")
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
