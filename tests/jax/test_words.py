"""Picks among many words, and planes of valid actions."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import relgym.jax
from relgym.jax import word_program
from relgym.jax.word_program import ValidPlanes
from relgym.jax.words import packed, picked, stored
from tests.jax.environments import bare, quick


def test_picks_go_beyond_the_words_of_one_turn() -> None:
    bits = np.random.default_rng(0).random((5, 1500)) < 0.02
    bits[3] = False
    uniforms = np.array([[0, 0.5, 0.7, 0, 0.999], [0.1, 0.3, 0.9, 0.9, np.nextafter(1, 0)]], np.float32)
    picks = quick(jax.vmap(jax.vmap(picked, (0, 0)), (None, 0)))(jnp.asarray(stored(bits)), uniforms)
    for row, numbers in zip(np.asarray(picks).tolist(), uniforms.tolist(), strict=True):
        for place, ones, number in zip(row, bits, numbers, strict=True):
            valid = ones.nonzero()[0].tolist()
            assert place == (valid[min(int(number * len(valid)), len(valid) - 1)] if valid else -1)


@pytest.mark.parametrize("tests", [1, 1000], ids=["loop", "turns"])
def test_planes_are_the_words_of_valid_actions(monkeypatch: Any, tests: int) -> None:
    env = bare(relgym.jax.make("sokoban", 0))
    tables = env._program._tables
    monkeypatch.setattr(word_program, "TURN_TESTS", tests)
    planes = ValidPlanes(tables)
    facts = np.random.default_rng(1).integers(0, 1 << 32, (20, tables.deleted.shape[2]), np.uint32)
    start = np.asarray(env.init(jax.random.key(0)).facts)
    facts[:10] = start
    facts[5:10] ^= facts[10:15] & facts[15:]
    masks, wanted = tables.masks[:, : len(start)], tables.wanted[:, : len(start)]
    passed = (facts[:, None] & masks == wanted).all(axis=2)
    valid = passed[:, tables.valid].any(axis=2)
    assert valid.any(axis=1).sum() > 5
    words = quick(jax.vmap(planes.words))(facts)
    assert (np.asarray(words) == np.asarray(jax.vmap(packed)(valid))).all()
