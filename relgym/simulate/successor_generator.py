"""A successor generator of ground actions: after a step it tests only the actions that read what has changed.

An action that was valid stays valid unless it needs a changed bit to be as it was. An action that was not valid becomes
valid only if it needs a changed bit to be as it is now; these actions are tested, arranged by further atoms that they
need. What is found is remembered by the bits that these tests read.

>>> tests = BitTest(0b011, 0b001, "", 0b011), BitTest(0b110, 0b010, "", 0b110), BitTest(0b100, 0b100, "", 0b100)
>>> generator = SuccessorGenerator([*enumerate(tests)])
>>> generator.valid(0b001)
(0,)
>>> generator.after((0,), 0b001, 0b010)
(1,)
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain

from relgym.model.state import bits_of
from relgym.translate.ground.tests import BitTest

ENTRIES_LIMIT = 100_000
"""Of how many parts of states it is remembered which actions become valid, at most."""

CHANGES_LIMIT = 50_000
"""How many changes are remembered, at most."""

LOST_LIMIT = 2_000_000
"""How many actions there are in the sets of all changes together, at most."""

FEW = 8
"""So few tests are made one after the other; more are arranged by atoms that they need."""

OFTEN = 6
"""After so many times a change has tests and a set of its own; before that it uses those of each bit."""

Check = Callable[[int], object]
"""Tests the bits of a state."""

Test = tuple[int, int, int, Check | None]
"""The number of an action, the bits that matter, those of them that must be true, and what else must hold."""


class Arranged:
    """Tests of ground actions; those that need the same atom stand behind one look at that atom.

    Attributes:
        reads: The bits that matter to any of them.
    """

    __slots__ = ("_behind", "_others", "reads")

    def __init__(self, tests: Sequence[Test], needed: Sequence[Sequence[int]], reads: int, known: int = 0) -> None:
        """`needed` are the atoms that each test needs, `known` the bits that are known to be right."""
        self.reads = reads & ~known
        self._behind: list[tuple[int, list[Test]]] = []
        self._others: list[Test] = [*tests]
        if len(tests) <= FEW:
            return
        count = Counter(chain.from_iterable(needed))
        # An atom that about the square root of all tests need saves most: few such atoms, few tests behind each.
        ideal = math.sqrt(len(tests))
        far = {bit: math.inf if size == 1 or known >> bit & 1 else abs(size - ideal) for bit, size in count.items()}
        behind: defaultdict[int, list[Test]] = defaultdict(list)
        for test, bits in zip(tests, needed, strict=True):
            behind[min(bits, key=far.__getitem__) if bits else -1].append(test)
        self._others = [test for bit, own in behind.items() if bit < 0 or len(own) == 1 for test in own]
        self._behind = [(1 << bit, own) for bit, own in behind.items() if bit >= 0 and len(own) > 1]

    def valid(self, bits: int) -> list[int]:
        """List the numbers of the actions that are valid in a state."""
        found = [n for n, mask, wanted, test in self._others if bits & mask == wanted and (not test or test(bits))]
        for bit, tests in self._behind:
            if bits & bit:
                found += [n for n, mask, wanted, test in tests if bits & mask == wanted and (not test or test(bits))]
        return found


@dataclass(slots=True)
class Readers:
    """The actions that read a bit: those that need it true, those that need it false, and all others.

    Attributes:
        true, false, others: Their positions.
        needing_true, needing_false: The numbers of those that may be invalid when it is false, and when it is true.
        when_true, when_false: The tests of those that may be valid only then, once somebody asks.
    """

    true: list[int] = field(default_factory=list)
    false: list[int] = field(default_factory=list)
    others: list[int] = field(default_factory=list)
    needing_true: set[int] = field(default_factory=set)
    needing_false: set[int] = field(default_factory=set)
    when_true: Arranged | None = None
    when_false: Arranged | None = None


class Change:
    """Bits that change together, with the actions that this may make valid or invalid.

    Attributes:
        lost: Sets of actions that may be invalid afterwards.
        won: The tests of actions that may be valid only afterwards, by the bits that change.
        mask: The bits that these tests read.
        known: Those of these actions that are valid, by these bits.
        count: How often the change was met before it was settled.
        is_settled: Whether it has tests and a set of its own.
    """

    __slots__ = ("count", "is_settled", "known", "lost", "mask", "won")

    def __init__(self, lost: list[Set[int]], won: list[Arranged], changed: int) -> None:
        self.lost = lost
        self.won = won
        self.count = 0
        self.is_settled = False
        self.known: dict[int, tuple[int, ...]] = {}
        self.mask = 0
        for arranged in won:
            self.mask |= arranged.reads
        self.mask &= ~changed


class SuccessorGenerator:
    """Lists the valid ones of some ground actions."""

    def __init__(self, actions: Sequence[tuple[int, BitTest]]) -> None:
        """`actions` are the numbers of ground actions with their preconditions."""
        checks = iter(compiled([test.rest for _, test in actions if test.rest]))
        self._tests: list[Test] = [
            (number, test.mask, test.wanted, next(checks) if test.rest else None) for number, test in actions
        ]
        self._needed = [[*bits_of(test.wanted)] for _, test in actions]
        self._reads = [test.reads for _, test in actions]
        self._all = Arranged(self._tests, self._needed, 0)
        self._readers: defaultdict[int, Readers] = defaultdict(Readers)
        for position, (number, test) in enumerate(actions):
            for bit in bits_of(test.reads):
                readers = self._readers[bit]
                if not test.mask >> bit & 1:
                    readers.others.append(position)
                    readers.needing_true.add(number)
                    readers.needing_false.add(number)
                elif test.wanted >> bit & 1:
                    readers.true.append(position)
                    readers.needing_true.add(number)
                else:
                    readers.false.append(position)
                    readers.needing_false.add(number)
        self._changes: dict[tuple[int, int], Change] = {}
        self._entries = self._lost = 0

    def valid(self, bits: int) -> tuple[int, ...]:
        """List the valid actions of a state by their numbers, in no particular order."""
        return (*self._all.valid(bits),)

    def after(self, valid: Sequence[int], before: int, bits: int) -> tuple[int, ...]:
        """List the valid actions of a state.

        Args:
            valid: The valid actions of another state.
            before: The bits of that state.
            bits: The bits of the state.

        Returns:
            The numbers of the actions, in no particular order.
        """
        changed = before ^ bits
        come = bits & changed
        change = self._changes.get((changed, come))
        if change is None:
            change = self._change(changed, come)
        lost = change.lost
        if not change.is_settled:
            change.count += 1
            if change.count >= OFTEN:
                self._settle(change, changed, come)
                lost = change.lost
        won = change.known.get(bits & change.mask)
        if won is None:
            won = self._won(change, bits)
        for gone in lost:
            valid = [number for number in valid if number not in gone]
        return (*valid, *won)

    def _change(self, changed: int, come: int) -> Change:
        """Find the actions that some bits affect that change together; those in `come` become true."""
        if len(self._changes) >= CHANGES_LIMIT:
            self._forget()
        lost: list[Set[int]] = []
        won: list[Arranged] = []
        for bit in bits_of(changed):
            readers = self._readers.get(bit)
            if readers is None:
                continue
            if come >> bit & 1:
                lost.append(readers.needing_false)
                if readers.when_true is None:
                    readers.when_true = self._arranged(readers.true + readers.others, 1 << bit)
                won.append(readers.when_true)
            else:
                lost.append(readers.needing_true)
                if readers.when_false is None:
                    readers.when_false = self._arranged(readers.false + readers.others, 1 << bit)
                won.append(readers.when_false)
        change = self._changes[changed, come] = Change([own for own in lost if own], won, changed)
        return change

    def _arranged(self, positions: Sequence[int], known: int) -> Arranged:
        """Arrange the tests of some actions by further bits than those that are known to be right."""
        reads = 0
        for position in positions:
            reads |= self._reads[position]
        return Arranged([self._tests[n] for n in positions], [self._needed[n] for n in positions], reads, known)

    def _won(self, change: Change, bits: int) -> tuple[int, ...]:
        """List the actions that are valid only after a change, and remember them."""
        won = tuple(dict.fromkeys(chain.from_iterable([arranged.valid(bits) for arranged in change.won])))
        if self._entries < ENTRIES_LIMIT:
            self._entries += 1
            change.known[bits & change.mask] = won
        return won

    def _settle(self, change: Change, changed: int, come: int) -> None:
        """Find for a change alone the actions that it may make invalid, and those that it may make valid."""
        right: set[int] = set()
        wrong: set[int] = set()
        for bit in bits_of(changed):
            readers = self._readers.get(bit)
            if readers is not None:
                true, false = readers.true, readers.false
                right.update(true if come >> bit & 1 else false, readers.others)
                wrong.update(false if come >> bit & 1 else true)
        united: set[int] = set().union(*change.lost)
        self._lost += len(united)
        if self._lost > LOST_LIMIT:
            self._forget()
        change.lost, change.is_settled = [united], True
        change.won = [self._arranged([*right - wrong], changed)]
        change.mask = change.won[0].reads
        self._entries -= len(change.known)
        change.known = {}

    def _forget(self) -> None:
        """Forget all changes."""
        self._changes.clear()
        self._entries = self._lost = 0


def compiled(expressions: Sequence[str]) -> Sequence[Check]:
    """Make functions of Python expressions over `bits`."""
    scope: dict[str, Sequence[Check]] = {}
    exec(f"functions = [{', '.join(f'lambda bits: {text}' for text in expressions)}]", scope)
    return scope["functions"]
