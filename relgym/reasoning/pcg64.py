"""NumPy's default random numbers in pure Python, for places without NumPy.

PCG64 is the generator XSL RR 128/64 (O'Neill, PCG: a family of simple fast space-efficient statistically good
algorithms for random number generation, 2014, section 6.3). A seed is spread over its state as
`numpy.random.SeedSequence` does it, after O'Neill's `seed_seq_fe` (2015).

>>> PCG64.seeded(0).random()
0.6369616873214543
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_MASK_32 = 2**32 - 1
_MASK_128 = 2**128 - 1
_MASK_64 = 2**64 - 1

_MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
"""The multiplier of the linear congruential generator of 128 bits."""

_POOL_WORDS = 4
_HASH_START, _HASH_STEP = 0x43B0D7E5, 0x931E8875
_OUTPUT_START, _OUTPUT_STEP = 0x8B51F9DD, 0x58F38DED
_MIX_LEFT, _MIX_RIGHT = 0xCA01F9DD, 0x4973F715


class PCG64:
    """A generator that draws the numbers of `numpy.random.default_rng(seed).random()`.

    Attributes:
        state: The state, of 128 bits.
        increment: The odd increment of a step, of 128 bits, which tells streams apart.
    """

    __slots__ = ("increment", "state")

    def __init__(self, state: int, increment: int) -> None:
        """Go on from a state."""
        self.state = state
        self.increment = increment

    @classmethod
    def seeded(cls, seed: int) -> PCG64:
        """Return a generator for a seed: a whole number, 0 or more."""
        words = list(_output(_pool(_words(seed)), 8))
        high_state, low_state, high_stream, low_stream = (
            low | high << 32 for low, high in zip(words[::2], words[1::2], strict=True)
        )
        generator = cls(0, ((high_stream << 64 | low_stream) << 1 | 1) & _MASK_128)
        generator._step()
        generator.state = (generator.state + (high_state << 64 | low_state)) & _MASK_128
        generator._step()
        return generator

    def random(self) -> float:
        """Draw a number from 0 to 1, without 1, that is a multiple of 2**-53."""
        self._step()
        state = self.state
        folded = (state >> 64) ^ (state & _MASK_64)
        turn = state >> 122
        return ((((folded >> turn) | (folded << (64 - turn))) & _MASK_64) >> 11) * 2.0**-53

    def _step(self) -> None:
        self.state = (self.state * _MULTIPLIER + self.increment) & _MASK_128


def _words(seed: int) -> list[int]:
    """Return the words of 32 bits of a number, the lowest ones first."""
    return [seed >> shift & _MASK_32 for shift in range(0, max(1, seed.bit_length()), 32)]


def _pool(words: Sequence[int]) -> list[int]:
    """Mix the words of a seed into a pool of a fixed size, in which each word depends on all."""
    constant = _HASH_START

    def hashed(value: int) -> int:
        nonlocal constant
        value ^= constant
        constant = constant * _HASH_STEP & _MASK_32
        value = value * constant & _MASK_32
        return value ^ value >> 16

    pool = [hashed(words[place] if place < len(words) else 0) for place in range(_POOL_WORDS)]
    for source in range(_POOL_WORDS):
        for place in range(_POOL_WORDS):
            if source != place:
                pool[place] = _mixed(pool[place], hashed(pool[source]))
    for word in words[_POOL_WORDS:]:
        for place in range(_POOL_WORDS):
            pool[place] = _mixed(pool[place], hashed(word))
    return pool


def _mixed(left: int, right: int) -> int:
    value = (_MIX_LEFT * left - _MIX_RIGHT * right) & _MASK_32
    return value ^ value >> 16


def _output(pool: Sequence[int], count: int) -> Iterator[int]:
    """Yield words from a pool."""
    constant = _OUTPUT_START
    for number in range(count):
        value = pool[number % len(pool)] ^ constant
        constant = constant * _OUTPUT_STEP & _MASK_32
        value = value * constant & _MASK_32
        yield value ^ value >> 16
