"""Bitmap indexes and successor generators beside tests of each action by itself."""

from __future__ import annotations

import random
from functools import cache
from types import CodeType

import pytest

from relgym.model.bits import bits_of, mask_of
from relgym.simulate.ground import bitmaps
from relgym.simulate.ground.bitmaps import BitmapIndex
from relgym.simulate.ground.successor_generator import SuccessorGenerator, Update
from relgym.translate.ground.bit_tests import BitTest

BITS = 24
GROUPS = [range(5), range(5, 8), range(8, 16)]
"""Of the bits of each group one is true at most; the other bits belong to no group."""

Actions = list[tuple[int, BitTest]]


def random_actions(rng: random.Random, count: int, plain: float = 0.7) -> Actions:
    """Ground actions with ids in no order; a share of them has no test but a conjunction."""
    actions = []
    for number in rng.sample(range(1000), count):
        mask = mask_of(rng.sample(range(BITS), rng.randrange(5)))
        wanted = mask & rng.getrandbits(BITS)
        one, other = rng.sample(range(BITS), 2)
        is_plain = rng.random() < plain
        rest = "" if is_plain else f"bits & {1 << one} or not bits & {1 << other}"
        actions.append((number, BitTest(mask, wanted, rest, mask | (0 if is_plain else 1 << one | 1 << other))))
    return actions


@cache
def code_of(expression: str) -> CodeType:
    return compile(expression, expression, "eval")


def naive(actions: Actions, bits: int) -> list[int]:
    """Test each action."""
    return sorted(
        number
        for number, test in actions
        if bits & test.mask == test.wanted and (not test.rest or eval(code_of(test.rest), {"bits": bits}))
    )


def random_state(rng: random.Random) -> int:
    """A state that keeps the groups."""
    free = mask_of(rng.sample(range(16, BITS), 4))
    return free | mask_of(rng.choice(group) for group in GROUPS if rng.random() < 0.8)


def exclusive() -> dict[int, int]:
    return {bit: mask_of(group) & ~(1 << bit) for group in GROUPS for bit in group}


@pytest.mark.parametrize("patterns", [1, 50, 1 << 30])
@pytest.mark.parametrize("seed", range(4))
def test_valid_actions(seed: int, patterns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bitmaps, "CHUNK_PATTERNS_LIMIT", patterns)
    monkeypatch.setattr(bitmaps, "CHUNK_BYTES_LIMIT", 20 * (bitmaps.ENTRY_BYTES + 150 // 8))
    rng = random.Random(seed)
    actions = random_actions(rng, 150)
    index = BitmapIndex(actions, exclusive())
    for _ in range(200):
        bits = random_state(rng)
        assert sorted(index.valid(index.all, index.chunks, bits)) == naive(actions, bits)
    assert all(len(chunk) <= 20 for _, chunk in index.chunks)


def test_groups_stand_in_one_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bitmaps, "CHUNK_PATTERNS_LIMIT", 6 * 4)
    index = BitmapIndex([(0, BitTest((1 << BITS) - 1, 0, "", (1 << BITS) - 1))], exclusive())
    masks = [mask for mask, _ in index.chunks]
    assert masks[:2] == [mask_of(range(8)), mask_of(range(8, 17))]
    assert sum(masks) == (1 << BITS) - 1


@pytest.mark.parametrize(("plain", "count"), [(0.7, 150), (1.0, 150), (1.0, 40)])
@pytest.mark.parametrize("seed", range(4))
def test_changes_of_states(seed: int, plain: float, count: int) -> None:
    rng = random.Random(seed)
    actions = random_actions(rng, count, plain)
    generator = SuccessorGenerator(actions, exclusive())
    bits = random_state(rng)
    valid = generator.valid(bits)
    for _ in range(300):
        after = random_state(rng) if rng.random() < 0.2 else bits ^ 1 << rng.randrange(16, BITS)
        valid = generator.change(bits, after).apply(valid, after)
        assert sorted(valid) == naive(actions, after)
        bits = after


@pytest.mark.parametrize(("plain", "count"), [(0.7, 150), (1.0, 40)])
@pytest.mark.parametrize("seed", range(4))
def test_updates_of_actions(seed: int, plain: float, count: int) -> None:
    """The update of an action is right in all states in which the action is valid."""
    rng = random.Random(seed)
    actions = random_actions(rng, count, plain)
    generator = SuccessorGenerator(actions, exclusive())
    states = [random_state(rng) for _ in range(150)]
    for number, test in actions:
        # An action that makes some bits true, and those of their groups false.
        add = 1 << rng.randrange(BITS)
        delete = mask_of(bit for added in bits_of(add) for bit in bits_of(exclusive().get(added, 0)))
        met = [bits for bits in states if number in naive([(number, test)], bits)]
        updates: dict[int, Update] = {}
        for bits in met:
            after = bits & ~delete | add
            update = updates.setdefault(bits & (add | delete), generator.action(number, bits, after, add | delete))
            assert sorted(update.apply(naive(actions, bits), after)) == naive(actions, after)


@pytest.mark.parametrize(("count", "is_cached"), [(4, True), (400, False)])
def test_probation(count: int, is_cached: bool) -> None:
    """What becomes valid is cached only where the bits that decide come again."""
    rng = random.Random(1)
    added = 1 << 16
    actions = [(bit, BitTest(added | 1 << bit, added | 1 << bit, "", added | 1 << bit)) for bit in range(16)]
    # Those that are valid before it: the probation counts them.
    actions += [(16 + number, BitTest(added, 0, "", added)) for number in range(8)]
    states = [rng.getrandbits(16) for _ in range(count)]
    generator = SuccessorGenerator(actions, {})
    update = generator.action(16, states[0], states[0] | added, added)
    for bits in (states * count)[:400]:
        assert sorted(update.apply(naive(actions, bits), bits | added)) == naive(actions, bits | added)
    assert any(won is not None for won in update.known.values()) is is_cached
    assert len(update.known) > 1
