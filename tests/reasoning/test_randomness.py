"""The random numbers of pure Python are those of NumPy, and a stored generator goes on where it was."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.utils import seeding
from hypothesis import given
from hypothesis import strategies as st

from relgym.reasoning import randomness
from relgym.reasoning.pcg64 import PCG64
from relgym.reasoning.randomness import copied, restored, seeded, stored

SEEDS = st.integers(0, 2**32) | st.integers(0, 2**300)


@pytest.fixture
def bare(monkeypatch) -> None:
    monkeypatch.setattr(randomness, "has_numpy", lambda: False)


@given(seed=SEEDS)
def test_the_numbers_are_those_of_numpy(seed: int) -> None:
    ours, theirs = PCG64.seeded(seed), np.random.default_rng(seed)
    assert [ours.random() for _ in range(20)] == theirs.random(20).tolist()
    state = theirs.bit_generator.state["state"]
    assert (ours.state, ours.increment) == (state["state"], state["inc"])


@given(state=st.integers(0, 2**128 - 1), stream=st.integers(0, 2**127 - 1))
def test_every_state_goes_on_as_in_numpy(state: int, stream: int) -> None:
    text = f"{state} {2 * stream + 1} 0 0"
    ours, theirs = PCG64(state, 2 * stream + 1), restored(text)
    assert isinstance(theirs, np.random.Generator)
    assert [ours.random() for _ in range(5)] == [theirs.random() for _ in range(5)]
    assert stored(ours) == stored(theirs)


def test_a_seed_draws_what_an_environment_draws(bare) -> None:
    rng = seeded(7)
    assert isinstance(rng, PCG64)
    assert [rng.random() for _ in range(10)] == seeding.np_random(7)[0].random(10).tolist()


def test_a_stored_generator_goes_on_with_numpy_and_without(monkeypatch) -> None:
    rng = seeded(3)
    rng.random()
    text = stored(rng)
    monkeypatch.setattr(randomness, "has_numpy", lambda: False)
    bare = restored(text)
    assert isinstance(bare, PCG64)
    assert stored(bare) == text
    assert [bare.random() for _ in range(5)] == [rng.random() for _ in range(5)]


def test_a_copy_does_not_move_its_original(bare) -> None:
    rng = seeded(3)
    twin = copied(rng)
    drawn = [twin.random() for _ in range(3)]
    assert [rng.random() for _ in range(3)] == drawn


def test_without_a_seed_each_generator_draws_numbers_of_its_own(bare) -> None:
    assert seeded(None).random() != seeded(None).random()
