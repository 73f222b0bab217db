"""The least fixpoint of axioms that depend on each other.

A clause is tested when a derived atom that it reads has become true, and another atom that it reads is true, too. So
what is never reached costs nothing (Dowling and Gallier, Linear-Time Algorithms for Testing the Satisfiability of
Propositional Horn Formulae, 1984).

>>> from relgym.translate.ground.bit_tests import BitAxiom, BitTest, BitClause
>>> base, road = BitClause(0b001, 0b001), BitClause(0b1010, 0b1010)
>>> nothing = BitTest(0, 0, "", 0)
>>> reach = fixpoint([BitAxiom(3, nothing, [base]), BitAxiom(4, nothing, [road])])
>>> bin(reach(0b011)), bin(reach(0b010))
('0b11011', '0b10')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from relgym.model.bits import bits_of
from relgym.translate.ground.bit_tests import BitAxiom

Guarded = tuple[int, int, int]
"""The bits that a clause tests, those of them that must be true, and the bit that it makes true."""

Watch = tuple[Sequence[Guarded], int, dict[int, list[Guarded]]]
"""The clauses to be tested when a bit is true: all of the first ones, and those of each further bit that is true, too;
the second part has these bits."""


def fixpoint(axioms: Sequence[BitAxiom]) -> Callable[[int], int]:
    """Make a function that adds the bits of derived atoms to the others of a state; the axioms must have clauses."""
    always, watches = _watches(axioms)
    every = sum(watches)

    def evaluate(bits: int) -> int:
        new = bits & every
        for mask, wanted, head in always:
            if bits & mask == wanted:
                bits |= head
                new |= head & every
        while new:
            power = new & -new
            new ^= power
            alone, seconds, by_second = watches[power]
            for mask, wanted, head in alone:
                if not bits & head and bits & mask == wanted:
                    bits |= head
                    new |= head & every
            left = bits & seconds
            while left:
                second = left & -left
                left ^= second
                for mask, wanted, head in by_second[second]:
                    if not bits & head and bits & mask == wanted:
                        bits |= head
                        new |= head & every
        return bits

    return evaluate


def _watches(axioms: Sequence[BitAxiom]) -> tuple[Sequence[Guarded], dict[int, Watch]]:
    """Divide clauses by the bits that are watched; the first ones need no bit to be true."""
    layer = sum(1 << axiom.bit for axiom in axioms)
    clauses = [(mask, wanted, 1 << axiom.bit) for axiom in axioms for mask, wanted in axiom.clauses]
    uses = Counter(bit for _, wanted, _ in clauses for bit in bits_of(wanted))
    # By the bit that is watched, clauses by a second bit; 0 stands for none.
    watched: dict[int, dict[int, list[Guarded]]] = {}
    for clause in clauses:
        _, wanted, _ = clause
        # The bit that fewest clauses read says most.
        powers = [1 << bit for bit in sorted(bits_of(wanted), key=uses.__getitem__)]
        for first in [power for power in powers if layer & power] or powers[:1] or [0]:
            second = next((power for power in powers if power != first), 0)
            watched.setdefault(first, {}).setdefault(second, []).append(clause)
    always = watched.pop(0, {}).get(0, [])
    return always, {power: (own.pop(0, ()), sum(own), own) for power, own in watched.items()}
