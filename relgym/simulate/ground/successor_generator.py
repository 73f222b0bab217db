"""A successor generator of ground actions: after a step it tests only the actions that read what has changed.

An action that was valid stays valid unless it needs a changed bit to be as it was. An action that was not valid becomes
valid only if it needs a changed bit to be as it is now; these actions are tested, arranged by further atoms that they
need. What is found is remembered by the bits that these tests read.

>>> tests = BitTest(0b011, 0b001, "", 0b011), BitTest(0b110, 0b010, "", 0b110), BitTest(0b100, 0b100, "", 0b100)
>>> generator = SuccessorGenerator([*enumerate(tests)], {})
>>> generator.valid(0b001)
(0,)
>>> change = generator.change(0b001, 0b010)
>>> generator.apply(change, (0,), 0b010)
(1,)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain, filterfalse

from relgym.model.state import bits_of
from relgym.simulate.ground.arranged import Arranged, Check, Test, compiled
from relgym.translate.ground.bit_tests import BitTest

ENTRIES_LIMIT = 100_000
"""Of how many parts of states it is remembered which actions become valid, at most."""

CHANGES_LIMIT = 50_000
"""The largest number of changes that are remembered."""

LOST_LIMIT = 2_000_000
"""The largest number of actions in the sets of all changes together."""

OFTEN = 6
"""After so many times a change has tests and a set of its own; before that it uses those of each bit."""


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
        sets: The numbers of actions that may be invalid afterwards.
        lost: Functions that tell whether one of these sets has a number.
        won: The tests of actions that may be valid only afterwards, by the bits that change.
        mask: The bits that these tests read.
        known: Those of these actions that are valid, by these bits.
        count: How often the change was met before it was settled.
        is_settled: Whether it has tests and a set of its own; nothing but `known` changes from then on.
    """

    __slots__ = ("count", "is_settled", "known", "lost", "mask", "sets", "won")

    def __init__(self, lost: list[Set[int]], won: list[Arranged], changed: int) -> None:
        self.sets = lost
        self.lost: list[Check] = [numbers.__contains__ for numbers in lost]
        self.won = won
        self.count = 0
        self.is_settled = False
        self.known: dict[int, tuple[int, ...]] = {}
        self.mask = 0
        for arranged in won:
            self.mask |= arranged.reads
        self.mask &= ~changed


class Update:
    """The difference that an action makes to the valid actions, where it is known what it changes.

    Attributes:
        is_lost: Tells whether an action may be invalid afterwards.
        won: The tests of actions that may be valid only afterwards.
        mask: The bits that these tests read.
        known: Those of these actions that are valid, by these bits.
    """

    __slots__ = ("is_lost", "known", "mask", "won")

    def __init__(self, lost: Set[int], won: Arranged) -> None:
        self.is_lost: Check = lost.__contains__
        self.won = won
        self.mask = won.reads
        self.known: dict[int, tuple[int, ...]] = {}


class SuccessorGenerator:
    """Lists the valid ones of some ground actions.

    Attributes:
        forgotten: How often all changes were forgotten; those that were found before are no longer remembered.
    """

    def __init__(self, actions: Sequence[tuple[int, BitTest]], exclusive: Mapping[int, int]) -> None:
        """Take ground actions.

        Args:
            actions: Their numbers, with their preconditions.
            exclusive: By the numbers of atoms, the bits of those that are false wherever they are true.
        """
        self._exclusive = exclusive
        self._masks = {number: test.mask for number, test in actions}
        checks = iter(compiled([test.rest for _, test in actions if test.rest]))
        self._tests: list[Test] = [
            (number, test.mask, test.wanted, next(checks) if test.rest else None) for number, test in actions
        ]
        self._reads = [test.reads for _, test in actions]
        self._all = Arranged(self._tests, 0)
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
        self._updates: list[Update] = []
        self._entries = self._lost = self.forgotten = 0

    def valid(self, bits: int) -> tuple[int, ...]:
        """List the valid actions of a state by their numbers, in no particular order."""
        return (*self._all.valid(bits),)

    def change(self, before: int, after: int) -> Change:
        """Find the change between two states.

        Args:
            before: The bits of one state.
            after: The bits of the other one.
        """
        changed = before ^ after
        come = after & changed
        change = self._changes.get((changed, come))
        if change is None:
            change = self._change(changed, come)
        if not change.is_settled:
            change.count += 1
            if change.count >= OFTEN:
                self._settle(change, changed, come)
        return change

    def apply(self, change: Change, valid: Sequence[int], bits: int) -> tuple[int, ...]:
        """List the valid actions after a change.

        Args:
            change: The change.
            valid: The valid actions before it.
            bits: The bits of the state after it.

        Returns:
            The numbers of the actions, in no particular order.
        """
        won = change.known.get(bits & change.mask)
        if won is None:
            won = self.won(change, bits)
        left: Iterable[int] = valid
        for is_lost in change.lost:
            left = filterfalse(is_lost, left)
        return (*left, *won)

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
        return Arranged([self._tests[n] for n in positions], reads, known)

    def won(self, change: Change, bits: int) -> tuple[int, ...]:
        """List the actions that are valid only after a change, and remember them.

        Args:
            change: The change.
            bits: The bits of the state after it.
        """
        won = tuple(dict.fromkeys(chain.from_iterable([arranged.valid(bits) for arranged in change.won])))
        self._make_room()
        change.known[bits & change.mask] = won
        return won

    def readers(self, bits: int) -> int:
        """Count the actions that read some bits, once for each bit."""
        return sum(
            len(own.needing_true | own.needing_false) for bit in bits_of(bits) if (own := self._readers.get(bit))
        )

    def _make_room(self) -> None:
        """Count an entry; forget all entries when there are many."""
        self._entries += 1
        if self._entries > ENTRIES_LIMIT:
            for change in self._changes.values():
                change.known.clear()
            for update in self._updates:
                update.known.clear()
            self._entries = 1

    # -- updates -----------------------------------------------------------------------------

    def update(self, number: int, before: int, after: int, known: int) -> Update:
        """Find the difference that an action makes.

        Args:
            number: The number of the action.
            before: The bits of a state in which it is valid.
            after: The bits of the state after it.
            known: The bits that are as in `after` whenever this update is used; those of the action's precondition, and
                atoms that exclude each other, are added.
        """
        known |= before ^ after | self._masks[number]
        for bit in bits_of(after & known):
            excluded = self._exclusive.get(bit, 0)
            if not after & excluded:
                known |= excluded
        changed, come = before ^ after, after & ~before
        positions: dict[int, None] = {}
        lost: set[int] = set()
        for bit in bits_of(changed):
            readers = self._readers.get(bit)
            if readers is not None:
                is_true = come >> bit & 1
                positions |= dict.fromkeys(chain(readers.true if is_true else readers.false, readers.others))
                lost |= readers.needing_false if is_true else readers.needing_true
        tests: list[Test] = []
        reads = 0
        for position in positions:
            action, mask, wanted, check = self._tests[position]
            if not (wanted ^ after) & mask & known:
                tests.append((action, mask & ~known, wanted & ~known, check))
                reads |= self._reads[position]
        self._lost += len(tests) + len(lost)
        if self._lost > LOST_LIMIT:
            self._forget()
        update = Update(lost, Arranged(tests, reads, known))
        self._updates.append(update)
        return update

    def won_by(self, update: Update, bits: int) -> tuple[int, ...]:
        """List the actions that are valid only after an action, and remember them.

        Args:
            update: The difference that the action makes.
            bits: The bits of the state after it.
        """
        won = (*update.won.valid(bits),)
        self._make_room()
        update.known[bits & update.mask] = won
        return won

    # -- memory ------------------------------------------------------------------------------

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
        united: set[int] = set().union(*change.sets)
        self._lost += len(united)
        if self._lost > LOST_LIMIT:
            self._forget()
        change.sets, change.lost, change.is_settled = [united], [united.__contains__], True
        change.won = [self._arranged([*right - wrong], changed)]
        change.mask = change.won[0].reads
        self._entries -= len(change.known)
        change.known = {}

    def _forget(self) -> None:
        """Forget all changes."""
        self.forgotten += 1
        self._changes.clear()
        self._updates.clear()
        self._entries = self._lost = 0
