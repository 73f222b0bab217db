"""Axioms that rest on each other: found from what becomes true, and by testing all until nothing changes."""

from __future__ import annotations

import random
from functools import reduce
from operator import or_

import pytest

from relgym.simulate.ground import evaluator
from relgym.simulate.ground.evaluator import axiom_function, divided
from relgym.translate.ground.bit_tests import BitAxiom, BitClause, BitTest

ATOMS = 6


def naive(layers: list[list[BitAxiom]], bits: int) -> int:
    for layer in layers:
        before = -1
        while bits != before:
            before = bits
            for axiom in layer:
                if any(bits & mask == wanted for mask, wanted in axiom.clauses):
                    bits |= 1 << axiom.bit
    return bits


def random_layers(rng: random.Random) -> list[list[BitAxiom]]:
    """Layers of axioms; a clause negates atoms and what earlier layers derive."""
    layers, first = [], ATOMS
    for _ in range(rng.randrange(1, 4)):
        size = rng.randrange(1, 5)
        layer = []
        for bit in range(first, first + size):
            clauses = []
            for _ in range(rng.randrange(1, 5)):
                true = sum(1 << each for each in rng.sample(range(first + size), rng.randrange(0, 4)))
                false = sum(1 << each for each in rng.sample(range(first), rng.randrange(0, 2))) & ~true
                clauses.append(BitClause(true | false, true))
            reads = reduce(or_, (clause.mask for clause in clauses))
            layer.append(BitAxiom(bit, BitTest(0, 0, "", reads), clauses))
        layers.append(layer)
        first += size
    return layers


@pytest.mark.parametrize("seed", range(20))
def test_what_follows_is_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluator, "FIXPOINT_CLAUSES", 0)
    layers = random_layers(random.Random(seed))
    evaluate = axiom_function(layers)
    for bits in range(1 << ATOMS):
        assert evaluate(bits) == naive(layers, bits) ^ bits, f"{bits:b}"


@pytest.mark.parametrize("seed", range(40))
def test_parts_that_read_no_atoms_of_each_other_follow_by_themselves(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluator, "FIXPOINT_CLAUSES", 0)
    layers = random_layers(random.Random(seed))
    parts = [(reads, axiom_function(part)) for reads, part in divided(layers)]
    for bits in range(1 << ATOMS):
        assert sum(evaluate(bits & reads) for reads, evaluate in parts) == naive(layers, bits) ^ bits, f"{bits:b}"


def test_some_axioms_are_divided() -> None:
    assert {len([*divided(random_layers(random.Random(seed)))]) for seed in range(40)} >= {1, 2}
