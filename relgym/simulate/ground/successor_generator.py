"""A successor generator of ground actions: after a step it tests only the actions that read what has changed.

An action that was valid stays valid unless it needs a changed bit to be as it was. An action that was not valid becomes
valid only if it needs a changed bit to be as it is now; these actions are tested, arranged by further atoms that they
need. The results are remembered by the bits that the tests read.

>>> tests = BitTest(0b011, 0b001, "", 0b011), BitTest(0b110, 0b010, "", 0b110), BitTest(0b100, 0b100, "", 0b100)
>>> generator = SuccessorGenerator([*enumerate(tests)], {})
>>> generator.valid(0b001)
(0,)
>>> generator.change(0b001, 0b010).apply((0,), 0b010)
(1,)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain, filterfalse

from relgym.model.bits import bits_of
from relgym.simulate.ground.arranged import Arranged, Check, Shared, Test, compiled
from relgym.simulate.ground.entries import Entries
from relgym.translate.ground.bit_tests import BitTest
from relgym.tuning.simulate import CHANGES_CACHE_LIMIT, UPDATE_ENTRIES_LIMIT, UPDATE_TESTS_LIMIT


@dataclass(slots=True)
class Readers:
    """The actions that read a bit.

    Attributes:
        true, false, others: The positions of those that need it true, of those that need it false, and of all others.
        needing_true, needing_false: The numbers of those that may be invalid when it is false, and when it is true.
    """

    true: list[int] = field(default_factory=list)
    false: list[int] = field(default_factory=list)
    others: list[int] = field(default_factory=list)
    needing_true: set[int] = field(default_factory=set)
    needing_false: set[int] = field(default_factory=set)


class Update:
    """The difference that a change of some bits makes to the valid actions.

    Attributes:
        is_lost: Tells whether an action may be invalid afterwards.
        won: The actions that may be valid only afterwards.
    """

    __slots__ = ("is_lost", "won")

    def __init__(self, lost: Set[int], won: Arranged) -> None:
        self.is_lost: Check = lost.__contains__
        self.won = won

    def apply(self, valid: Sequence[int], bits: int) -> tuple[int, ...]:
        """List the valid actions after the change.

        Args:
            valid: The valid actions before it.
            bits: The bits of the state after it.

        Returns:
            The numbers of the actions, in no particular order.
        """
        return (*filterfalse(self.is_lost, valid), *self.won.find(bits))


class SuccessorGenerator:
    """Lists the valid ones of some ground actions.

    Attributes:
        forgotten: How often all updates were forgotten; those that were found before are no longer counted.
    """

    def __init__(self, actions: Sequence[tuple[int, BitTest]], exclusive: Mapping[int, int]) -> None:
        """Take ground actions.

        Args:
            actions: Their numbers, with their preconditions.
            exclusive: By the numbers of atoms, the bits of those that are false wherever they are true.
        """
        self._exclusive = exclusive
        checks = iter(compiled([test.rest for _, test in actions if test.rest]))
        self._tests: list[Test] = [
            (number, test.mask, test.wanted, next(checks) if test.rest else None) for number, test in actions
        ]
        self._masks = {number: test.mask for number, test in actions}
        self._entries = Entries(UPDATE_ENTRIES_LIMIT)
        # At most one atom of a mutex group is true, and each as often as the others.
        chances = {number: 1 / (1 + excluded.bit_count()) for number, excluded in exclusive.items()}
        self._shared = Shared({number: test.reads for number, test in actions}, self._entries, chances)
        self._all = Arranged(self._tests, 0, 0, self._shared)
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
        # By the bits that change, and those of them that become true.
        self._changes: dict[tuple[int, int], Update] = {}
        self._size = self.forgotten = 0

    def valid(self, bits: int) -> tuple[int, ...]:
        """List the valid actions of a state by their numbers, in no particular order."""
        return (*self._all.valid(bits),)

    # -- updates -----------------------------------------------------------------------------

    def change(self, before: int, after: int) -> Update:
        """Find the difference between the valid actions of two states.

        Args:
            before: The bits of one state.
            after: The bits of the other one.
        """
        changed = before ^ after
        update = self._changes.get((changed, after & changed))
        if update is None:
            if len(self._changes) >= CHANGES_CACHE_LIMIT:
                self._forget()
            update = self._changes[changed, after & changed] = self._update(changed, after, changed)
        return update

    def action(self, number: int, before: int, after: int, known: int) -> Update:
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
        return self._update(before ^ after, after, known)

    def _update(self, changed: int, after: int, known: int) -> Update:
        """Make the update of a change.

        Args:
            changed: The bits that change.
            after: The bits after it.
            known: The bits that are as in `after` whenever this update is used.
        """
        positions: dict[int, None] = {}
        lost: set[int] = set()
        for bit in bits_of(changed):
            readers = self._readers.get(bit)
            if readers is not None:
                is_true = after >> bit & 1
                positions |= dict.fromkeys(chain(readers.true if is_true else readers.false, readers.others))
                lost |= readers.needing_false if is_true else readers.needing_true
        tests: list[Test] = []
        reads, own_reads = 0, self._shared.reads
        for position in positions:
            number, mask, wanted, check = self._tests[position]
            if not (wanted ^ after) & mask & known:
                tests.append((number, mask & ~known, wanted & ~known, check))
                reads |= own_reads[number]
        self._size += len(tests) + len(lost)
        if self._size > UPDATE_TESTS_LIMIT:
            self._forget()
        return Update(lost, Arranged(tests, reads, known, self._shared))

    def _forget(self) -> None:
        """Forget all updates."""
        self.forgotten += 1
        self._changes.clear()
        self._entries.forget()
        self._size = 0
