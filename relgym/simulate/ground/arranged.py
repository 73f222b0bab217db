"""Tests of ground actions, arranged by atoms that several of them need.

>>> tests = [(n, 0b1 | 2 << n, 0b1 | 2 << n, None) for n in range(20)]
>>> arranged = Arranged(tests, (1 << 21) - 1, 0, Shared({}, Entries(100), {}))
>>> [arranged.valid(0b1001) for _ in range(ARRANGED_CALLS)][-1]
[2]
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from relgym.model.bits import bits_of
from relgym.simulate.ground.entries import Entries
from relgym.tuning.simulate import ARRANGED_CALLS, LOOK_UP_TESTS, UNARRANGED_TESTS_LIMIT, UNKNOWN_CHANCE

Check = Callable[[int], object]
"""Tests the bits of a state."""

Test = tuple[int, int, int, Check | None]
"""The number of an action, the bits that matter, those of them that must be true, and what else must hold."""


@dataclass(frozen=True, slots=True)
class Shared:
    """The parts that all tests of a task share.

    Attributes:
        reads: The bits that matter to an action, by its number.
        entries: Counts remembered results.
        chances: The share of states in which an atom is true, by its number: an estimate where one is known.
    """

    reads: Mapping[int, int]
    entries: Entries
    chances: Mapping[int, float]


class Arranged:
    """Tests of ground actions; those that need the same atom stand behind one look at that atom.

    Attributes:
        tests: The tests that stand behind no atom; at first these are all.
        reads: The bits that matter to any of the tests.
        known: The valid actions by these bits.
    """

    __slots__ = ("_behind", "_calls", "_mask", "_right", "_shared", "known", "reads", "tests")

    def __init__(self, tests: list[Test], reads: int, right: int, shared: Shared) -> None:
        """Take tests.

        Args:
            tests: The tests.
            reads: The bits that they read.
            right: The bits of which it is known that the tests find them as they want them.
            shared: The parts that all tests of a task share.
        """
        self.tests = tests
        self.reads = reads & ~right
        self._right = right
        self._shared = shared
        self._calls = 0
        # Further tests by the atom behind which they stand, and the bits of these atoms.
        self._behind: dict[int, Arranged] = {}
        self._mask = 0
        self.known = shared.entries.table()

    def find(self, bits: int) -> tuple[int, ...]:
        """Find the numbers of the actions that are valid in a state."""
        found = self.known.get(bits & self.reads)
        if found is None:
            found = (*self.valid(bits),)
            self._shared.entries.make_room()
            self.known[bits & self.reads] = found
        return found

    def valid(self, bits: int) -> list[int]:
        """Test the actions; returns the numbers of those that are valid in a state."""
        if self._calls < ARRANGED_CALLS:
            self._calls += 1
            if self._calls == ARRANGED_CALLS and len(self.tests) > UNARRANGED_TESTS_LIMIT:
                self._arrange()
        found = [n for n, mask, wanted, test in self.tests if bits & mask == wanted and (not test or test(bits))]
        left = bits & self._mask
        while left:
            bit = left & -left
            left ^= bit
            found += self._behind[bit].find(bits)
        return found

    def _arrange(self) -> None:
        """Put tests behind atoms."""
        needed = [[*bits_of(wanted & ~self._right)] for _, _, wanted, _ in self.tests]
        count = Counter(chain.from_iterable(needed))
        # The time of a test behind an atom, in tests: it is made, and its part of the look-up, if the atom is true.
        chances = self._shared.chances
        time = {bit: chances.get(bit, UNKNOWN_CHANCE) * (1 + LOOK_UP_TESTS / size) for bit, size in count.items()}
        behind: defaultdict[int, list[Test]] = defaultdict(list)
        alone: list[Test] = []
        for test, bits in zip(self.tests, needed, strict=True):
            best = min(bits, key=time.__getitem__, default=-1)
            (alone if best < 0 or time[best] >= 1 else behind[best]).append(test)
        for best, tests in behind.items():
            reads = 0
            for number, mask, _, check in tests:
                reads |= mask if check is None else self._shared.reads[number]
            self._behind[1 << best] = Arranged(tests, reads, self._right | 1 << best, self._shared)
            self._mask |= 1 << best
        self.tests = alone


def compiled(expressions: Sequence[str]) -> Sequence[Check]:
    """Make functions of Python expressions over `bits`."""
    scope: dict[str, Sequence[Check]] = {}
    exec(f"functions = [{', '.join(f'lambda bits: {text}' for text in expressions)}]", scope)
    return scope["functions"]
