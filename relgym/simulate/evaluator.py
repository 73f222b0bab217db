"""The bits of derived atoms and of comparisons in a state of a ground task.

Axioms are evaluated layer after layer; those that rest on each other are evaluated until nothing changes. What is found
is remembered by the atoms that axioms read, and by the numbers that comparisons read.

>>> from relgym.translate.ground.tests import BitTest
>>> layers = [[Axiom(2, BitTest(0b01, 0b01, "", 0b01))], [Axiom(3, BitTest(0b100, 0, "", 0b100))]]
>>> evaluate = axiom_function(layers)
>>> bin(evaluate(0b01)), bin(evaluate(0b10))
('0b101', '0b1010')
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from relgym.model.arithmetic import COMPARISONS
from relgym.model.state import State, Values
from relgym.transition import Transition
from relgym.translate.ground.tests import Axiom, Comparison, GroundTask

ENTRIES_LIMIT = 50_000
"""Of how many parts of states derived atoms are remembered, and of how many combinations of numbers comparisons."""


class Evaluator:
    """Finds the bits of derived atoms and comparisons."""

    def __init__(self, task: GroundTask, transition: Transition) -> None:
        self._transition = transition
        # Comparisons by the fluents that they read, with what was found by the values of these.
        by_fluents: dict[tuple[int, ...], list[Comparison]] = {}
        for comparison in task.comparisons:
            by_fluents.setdefault(transition.fluents_read(comparison.left, comparison.right), []).append(comparison)
        self._comparisons = [(fluents, own, dict[Values, int]()) for fluents, own in by_fluents.items()]
        self._compared: dict[Values, int] = {}
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
        compared = self._compared.get(values)
        if compared is None:
            compared = self._compare(values)
        read = (bits | compared) & self._mask
        derived = self._derived.get(read)
        if derived is None:
            derived = self._evaluate(read) & ~read
            if len(self._derived) < ENTRIES_LIMIT:
                self._derived[read] = derived
        return derived | compared

    def _compare(self, values: Values) -> int:
        """Find the bits of the comparisons that hold."""
        found = 0
        for fluents, comparisons, known in self._comparisons:
            read = tuple([values[number] if number < len(values) else None for number in fluents])
            bits = known.get(read)
            if bits is None:
                bits = self._compare_some(comparisons, values)
                if len(known) < ENTRIES_LIMIT:
                    known[read] = bits
            found |= bits
        if len(self._compared) < ENTRIES_LIMIT:
            self._compared[values] = found
        return found

    def _compare_some(self, comparisons: Sequence[Comparison], values: Values) -> int:
        transition, state, found = self._transition, State(self._transition.vocabulary, 0, values), 0
        for comparison in comparisons:
            left, right = (transition.evaluate(state, side) for side in (comparison.left, comparison.right))
            if left is not None and right is not None and COMPARISONS[comparison.operator](left, right):
                found |= 1 << comparison.bit
        return found


def axiom_function(layers: Sequence[Sequence[Axiom]]) -> Callable[[int], int]:
    """Make a function that adds the bits of derived atoms to those that they rest on."""
    lines = ["def evaluate(bits):"]
    for layer in layers:
        if len(layer) == 1 and not layer[0].test.reads >> layer[0].bit & 1:
            lines += _lines(layer[0], " ")
        else:
            lines += [" before = -1", " while bits != before:", "  before = bits"]
            lines += [line for axiom in layer for line in _lines(axiom, "  ")]
    lines.append(" return bits")
    scope: dict[str, Callable[[int], int]] = {}
    exec("\n".join(lines), scope)
    return scope["evaluate"]


def _lines(axiom: Axiom, indent: str) -> list[str]:
    """The lines that set the bit of an axiom."""
    test = axiom.test
    conditions = [f"bits & {test.mask} == {test.wanted}"] if test.mask else []
    if test.rest:
        conditions.append(f"({test.rest})")
    return [f"{indent}if {' and '.join(conditions) or 'True'}: bits |= {1 << axiom.bit}"]
