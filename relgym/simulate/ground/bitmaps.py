"""A bitmap index of ground actions: the actions whose preconditions a state satisfies, by a few look-ups.

For each bit of a state there is a bitmap of the actions that need it true, and one of those that need it false (O'Neil,
Quass: Improved query performance with variant indexes, 1997). The bits are divided into chunks. What the bits of a
chunk allow is cached by their values, so that the valid actions of a state are the intersection of as many bitmaps as
there are chunks. Bits of the same mutex groups stand in the same chunk, since few of their combinations occur.

>>> tests = [BitTest(0b01, 0b01, "", 0b01), BitTest(0b10, 0, "", 0b10), BitTest(0b10, 0, "bits & 4", 0b110)]
>>> index = BitmapIndex([*zip([10, 11, 12], tests)], {})
>>> index.valid(index.all, index.chunks, 0b001), index.valid(index.all, index.chunks, 0b101)
((11, 10), (12, 11, 10))
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TypeVar

from relgym.model.bits import bits_of
from relgym.translate.ground.bit_tests import BitTest
from relgym.tuning.simulate import CHUNK_BYTES_LIMIT, CHUNK_PATTERNS_LIMIT, ENTRY_BYTES, PART_PATTERNS_LIMIT

T = TypeVar("T")

Check = Callable[[int], object]
"""Tests the bits of a state."""


@dataclass(slots=True)
class Readers:
    """The actions that read a bit, as bitmaps: those that need it true, that need it false, and all others."""

    true: int = 0
    false: int = 0
    others: int = 0


class ChunkPart(dict[tuple[int, int], int]):
    """The actions that a few bits of a state allow, as a bitmap, by those of them that are known and that are true."""

    __slots__ = ("_everything", "_limit", "_readers")

    def __init__(self, readers: Mapping[int, Readers], everything: int) -> None:
        """`readers` are those of its bits; `everything` is the bitmap of all actions."""
        super().__init__()
        self._readers = [(1 << bit, own.true, own.false) for bit, own in readers.items()]
        self._everything = everything
        self._limit = limit_of(everything)

    def __missing__(self, key: tuple[int, int]) -> int:
        known, pattern = key
        forbidden = 0
        for bit, true, false in self._readers:
            if known & bit:
                forbidden |= false if pattern & bit else true
        if len(self) >= self._limit:
            self.clear()
        allowed = self[key] = self._everything & ~forbidden
        return allowed


class Chunk(dict[int, int]):
    """The actions that some bits of a state allow, as a bitmap, by the bits of them that are true.

    It puts them together from parts, which have few patterns: all its bits one by one would take ten times as long.

    Attributes:
        mask: The bits.
    """

    __slots__ = ("_everything", "_limit", "_parts", "mask")

    def __init__(self, parts: Sequence[Mapping[int, Readers]], everything: int) -> None:
        """`parts` have the readers of its bits; `everything` is the bitmap of all actions."""
        super().__init__()
        self._parts = [(sum(1 << bit for bit in readers), ChunkPart(readers, everything)) for readers in parts]
        self._everything = everything
        self._limit = limit_of(everything)
        self.mask = sum(mask for mask, _ in self._parts)

    def __missing__(self, pattern: int) -> int:
        allowed = self._everything
        for mask, part in self._parts:
            allowed &= part[mask, pattern & mask]
        if len(self) >= self._limit:
            self.clear()
        self[pattern] = allowed
        return allowed

    def partial(self, known: int, pattern: int) -> int:
        """Find the actions that some known bits allow, given those of them that are true."""
        allowed = self._everything
        for mask, part in self._parts:
            own = known & mask
            if own:
                allowed &= part[own, pattern & mask]
        return allowed


def limit_of(everything: int) -> int:
    """The largest number of cached bitmaps of so many actions."""
    return CHUNK_BYTES_LIMIT // (ENTRY_BYTES + everything.bit_length() // 8)


Chunks = Sequence[tuple[int, Chunk]]
"""Chunks, each with its mask."""


class BitmapIndex:
    """Finds the valid ones of some ground actions.

    Attributes:
        all: The bitmap of all actions.
        chunks: All chunks.
        readers: The actions that read a bit, by its number.
        has_checks: Whether some actions have tests that are no conjunctions, which take long.
    """

    def __init__(self, actions: Sequence[tuple[int, BitTest]], exclusive: Mapping[int, int]) -> None:
        """Take ids and preconditions of actions; `exclusive` has by atom the bits that are false where it is true."""
        self.all = (1 << len(actions)) - 1
        self._ids = [number for number, _ in actions]
        self._read = [test.reads for _, test in actions]
        self._powers = [1 << position for position in range(len(actions))]
        rests = {position: test.rest for position, (_, test) in enumerate(actions) if test.rest}
        self._checks = dict(zip(rests, compiled([*rests.values()]), strict=True))
        self._checked = sum(1 << position for position in rests)
        self.has_checks = bool(rests)
        self.readers: defaultdict[int, Readers] = defaultdict(Readers)
        for position, (_, test) in enumerate(actions):
            for bit in bits_of(test.reads):
                readers = self.readers[bit]
                if not test.mask >> bit & 1:
                    readers.others |= 1 << position
                elif test.wanted >> bit & 1:
                    readers.true |= 1 << position
                else:
                    readers.false |= 1 << position
        self._reading = [(1 << bit, own.true | own.false | own.others) for bit, own in self.readers.items()]
        self.chunks: Chunks = [
            (chunk.mask, chunk)
            for parts in self._divided(exclusive)
            for chunk in [Chunk([{bit: self.readers[bit] for bit in bits} for bits in parts], self.all)]
        ]

    def _divided(self, exclusive: Mapping[int, int]) -> Iterator[list[list[int]]]:
        """Divide the bits that conjunctions read into chunks of parts: bits that exclude each other stand together."""
        left = sum(1 << bit for bit, readers in self.readers.items() if readers.true | readers.false)
        chunk: list[list[int]] = []
        patterns, part_patterns = 1, PART_PATTERNS_LIMIT
        while left:
            first = (left & -left).bit_length() - 1
            group = [*bits_of(left & exclusive.get(first, 0) | 1 << first)]
            left &= ~sum(1 << bit for bit in group)
            own = 1 + len(group)
            patterns *= own
            if chunk and patterns > CHUNK_PATTERNS_LIMIT:
                yield chunk
                chunk, patterns = [], own
            part_patterns *= own
            if not chunk or part_patterns > PART_PATTERNS_LIMIT:
                chunk.append([])
                part_patterns = own
            chunk[-1] += group
        if chunk:
            yield chunk

    def valid(self, candidates: int, chunks: Chunks, bits: int) -> tuple[int, ...]:
        """List valid actions by their ids, in no particular order.

        Args:
            candidates: The bitmap of the actions that are asked for.
            chunks: The chunks of the bits that matter to them, as far as these bits are not known to be as needed.
            bits: The bits of the state.
        """
        for mask, chunk in chunks:
            candidates &= chunk[bits & mask]
            if not candidates:
                return ()
        if candidates & self._checked:
            for position in bits_of(candidates & self._checked):
                if not self._checks[position](bits):
                    candidates ^= 1 << position
        return (*self._taken(candidates, self._ids),)

    def _taken(self, actions: int, items: Sequence[T]) -> list[T]:
        """Take the items at the positions of the actions of a bitmap."""
        found, powers = [], self._powers
        while actions:
            position = actions.bit_length() - 1
            actions ^= powers[position]
            found.append(items[position])
        return found

    def affected(self, changed: int, after: int) -> tuple[int, int]:
        """Find the actions that a change of some bits may affect.

        Returns:
            The bitmaps of the actions that may be invalid afterwards, and of those that may be valid only afterwards.
        """
        lost = candidates = 0
        for bit in bits_of(changed):
            readers = self.readers.get(bit)
            if readers is not None:
                now, before = (readers.true, readers.false) if after >> bit & 1 else (readers.false, readers.true)
                lost |= before | readers.others
                candidates |= now | readers.others
        return lost, candidates

    def allowed(self, candidates: int, known: int, bits: int) -> int:
        """Leave out the candidates that the known bits of a state forbid."""
        for mask, chunk in self.chunks:
            own = known & mask
            if own:
                candidates &= chunk.partial(own, bits & own)
        return candidates

    def ids(self, actions: int) -> frozenset[int]:
        """Find the ids of the actions of a bitmap."""
        return frozenset(self._taken(actions, self._ids))

    def reads(self, candidates: int, known: int) -> int:
        """Find the bits that matter to some actions, but for known ones."""
        if candidates.bit_count() < len(self._reading):
            return reduce(or_, self._taken(candidates, self._read), 0) & ~known
        return sum(bit for bit, readers in self._reading if readers & candidates and not known & bit)


def compiled(expressions: Sequence[str]) -> Sequence[Check]:
    """Make functions of Python expressions over `bits`."""
    scope: dict[str, Sequence[Check]] = {}
    exec(f"functions = [{', '.join(f'lambda bits: {text}' for text in expressions)}]", scope)
    return scope["functions"]
