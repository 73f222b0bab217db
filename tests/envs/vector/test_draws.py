"""Numbers drawn ahead for many copies are those that each generator gives by itself, whatever else is drawn with it."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.utils import seeding

from relgym.envs.vector.draws import BatchDraws


@pytest.mark.parametrize("width", [0, 1, 3])
def test_as_each_generator_alone(width: int) -> None:
    count = 4
    draws = BatchDraws(count, width)
    alone = [seeding.np_random(seed)[0] for seed in range(count)]
    for copy in range(count):
        draws.seed(copy, copy)
    rng = np.random.default_rng(1)
    for _ in range(300):
        taking = rng.random(count) < 0.7
        found = draws.next(taking)
        for copy in np.flatnonzero(taking).tolist():
            assert found[copy].tolist() == alone[copy].random(width).tolist()
        if rng.random() < 0.1:
            copy = int(rng.integers(count))
            # A small integer takes half a number, and the next one the other half.
            for _ in range(int(rng.integers(1, 4))):
                assert draws.generator(copy).integers(5) == alone[copy].integers(5)
            assert draws.generator(copy).random() == alone[copy].random()
        if rng.random() < 0.02:
            copy, seed = int(rng.integers(count)), int(rng.integers(100))
            draws.seed(copy, seed)
            alone[copy] = seeding.np_random(seed)[0]
    assert [draws.generator(copy).random() for copy in range(count)] == [own.random() for own in alone]
    assert len(draws.seeds) == count


def test_without_a_seed_each_is_another() -> None:
    draws = BatchDraws(3, 1)
    assert draws.seeds == [-1] * 3
    assert len(set(draws.next(np.ones(3, bool))[:, 0].tolist())) == 3
    assert len(set(draws.seeds)) == 3
