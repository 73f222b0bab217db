"""Tests of ground actions, arranged by atoms that several of them need.

>>> tests = [(n, 0b1 | 2 << n, 0b1 | 2 << n, None) for n in range(20)]
>>> arranged = Arranged(tests, (1 << 21) - 1)
>>> [arranged.valid(0b1001) for _ in range(ARRANGED_CALLS)][-1]
[2]
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import chain

from relgym.model.state import bits_of

FEW = 8
"""So few tests are made one after the other; more are arranged by atoms that they need."""

ARRANGED_CALLS = 16
"""After so many calls tests are arranged: that takes as long as to make all of them so many times."""

Check = Callable[[int], object]
"""Tests the bits of a state."""

Test = tuple[int, int, int, Check | None]
"""The number of an action, the bits that matter, those of them that must be true, and what else must hold."""


class Arranged:
    """Tests of ground actions; those that need the same atom stand behind one look at that atom.

    Attributes:
        reads: The bits that matter to any of them.
    """

    __slots__ = ("_behind", "_calls", "_known", "_mask", "_tests", "reads")

    def __init__(self, tests: list[Test], reads: int, known: int = 0) -> None:
        """`reads` are the bits that the tests read, `known` those that are known to be right."""
        self.reads = reads & ~known
        # The tests that stand behind no atom; at first these are all.
        self._tests = tests
        self._known = known
        self._calls = 0
        # Further tests by the atom behind which they stand, and the bits of these atoms.
        self._behind: dict[int, Arranged | list[Test]] = {}
        self._mask = 0

    def valid(self, bits: int) -> list[int]:
        """List the numbers of the actions that are valid in a state."""
        if self._calls < ARRANGED_CALLS:
            self._calls += 1
            if self._calls == ARRANGED_CALLS and len(self._tests) > FEW:
                self._arrange()
        found = [n for n, mask, wanted, test in self._tests if bits & mask == wanted and (not test or test(bits))]
        left = bits & self._mask
        while left:
            bit = left & -left
            left ^= bit
            tests = self._behind[bit]
            if isinstance(tests, Arranged):
                found += tests.valid(bits)
            else:
                found += [n for n, mask, wanted, test in tests if bits & mask == wanted and (not test or test(bits))]
        return found

    def _arrange(self) -> None:
        """Put tests behind atoms."""
        known = self._known
        needed = [[*bits_of(wanted & ~known)] for _, _, wanted, _ in self._tests]
        count = Counter(chain.from_iterable(needed))
        # An atom that about the square root of all tests need saves most: few such atoms, few tests behind each.
        ideal = math.sqrt(len(self._tests))
        far = {bit: math.inf if size == 1 else abs(size - ideal) for bit, size in count.items()}
        behind: defaultdict[int, list[Test]] = defaultdict(list)
        alone: list[Test] = []
        for test, bits in zip(self._tests, needed, strict=True):
            best = min(bits, key=far.__getitem__, default=-1)
            (alone if best < 0 or far[best] == math.inf else behind[best]).append(test)
        for best, tests in behind.items():
            if len(tests) == 1:
                alone += tests
            else:
                own = tests if len(tests) <= FEW else Arranged(tests, 0, known | 1 << best)
                self._behind[1 << best] = own
                self._mask |= 1 << best
        self._tests = alone


def compiled(expressions: Sequence[str]) -> Sequence[Check]:
    """Make functions of Python expressions over `bits`."""
    scope: dict[str, Sequence[Check]] = {}
    exec(f"functions = [{', '.join(f'lambda bits: {text}' for text in expressions)}]", scope)
    return scope["functions"]
