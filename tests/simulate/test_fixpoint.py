"""Axioms that rest on each other: found from what becomes true, and by testing all until nothing changes."""

from __future__ import annotations

import random

import pytest

from relgym.simulate.ground import evaluator
from relgym.simulate.ground.evaluator import axiom_function
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
            layer.append(BitAxiom(bit, BitTest(0, 0, "", 0), clauses))
        layers.append(layer)
        first += size
    return layers


@pytest.mark.parametrize("seed", range(20))
def test_what_follows_is_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluator, "FIXPOINT_CLAUSES", 0)
    layers = random_layers(random.Random(seed))
    evaluate = axiom_function(layers)
    for bits in range(1 << ATOMS):
        assert evaluate(bits) == naive(layers, bits), f"{bits:b}"
