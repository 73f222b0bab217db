"""A successor generator of ground actions: after a step it tests only the actions that read what has changed.

An action that was valid stays valid unless it needs a changed bit to be as it was. An action that was not valid becomes
valid only if it needs a changed bit to be as it is now; these actions are tested by a bitmap index. The results are
cached by the bits that the tests read. Changes that are seldom met are not worth that: at first all valid actions are
looked up.

>>> tests = BitTest(0b011, 0b001, "", 0b011), BitTest(0b110, 0b010, "", 0b110), BitTest(0b100, 0b100, "", 0b100)
>>> generator = SuccessorGenerator([*enumerate(tests)], {})
>>> generator.valid(0b001)
(0,)
>>> generator.after((0,), 0b001, 0b010)
(1,)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from itertools import filterfalse

from relgym.model.bits import bits_of
from relgym.simulate.ground.bitmaps import BitmapIndex, Check
from relgym.simulate.ground.entries import Entries
from relgym.translate.ground.bit_tests import BitTest
from relgym.tuning.simulate import CHANGES_CACHE_LIMIT, UNLEARNED_IDS, UPDATE_ENTRIES_LIMIT, UPDATE_TESTS_LIMIT


class Update:
    """The difference that a change of some bits makes to the valid actions.

    Attributes:
        is_lost: Tells whether an action may be invalid afterwards.
        reads: The bits that decide which actions become valid.
        known: The actions that become valid, by these bits.
    """

    __slots__ = ("_candidates", "_chunks", "_entries", "_index", "is_lost", "known", "reads")

    def __init__(self, lost: Set[int], candidates: int, reads: int, index: BitmapIndex, entries: Entries) -> None:
        """Take the difference.

        Args:
            lost: The ids of the actions that may be invalid afterwards.
            candidates: The bitmap of the actions that may be valid only afterwards.
            reads: The bits that decide whether they are.
            index: The actions.
            entries: Counts cached results.
        """
        self.is_lost: Check = lost.__contains__
        self.reads = reads
        self.known = entries.table()
        self._candidates = candidates
        self._chunks = [each for each in index.chunks if each[0] & reads]
        self._index = index
        self._entries = entries

    def won(self, bits: int) -> tuple[int, ...]:
        """Find the ids of the actions that become valid in a state; several threads may ask at the same time."""
        found = self.known.get(bits & self.reads)
        return self.learn(bits) if found is None else found

    def learn(self, bits: int) -> tuple[int, ...]:
        """Find the ids of the actions that become valid in a state in which that is not known."""
        found = self._index.valid(self._candidates, self._chunks, bits)
        self._entries.make_room()
        self.known[bits & self.reads] = found
        return found

    def apply(self, valid: Sequence[int], bits: int) -> tuple[int, ...]:
        """List the valid actions after the change.

        Args:
            valid: The valid actions before it.
            bits: The bits of the state after it.

        Returns:
            The ids of the actions, in no particular order.
        """
        return (*filterfalse(self.is_lost, valid), *self.won(bits))


class SuccessorGenerator:
    """Lists the valid ones of some ground actions.

    Attributes:
        forgotten: How often all updates were forgotten; those that were found before are no longer counted.
    """

    def __init__(self, actions: Sequence[tuple[int, BitTest]], exclusive: Mapping[int, int]) -> None:
        """Take ground actions.

        Args:
            actions: Their ids, with their preconditions.
            exclusive: By the numbers of atoms, the bits of those that are false wherever they are true.
        """
        self._exclusive = exclusive
        self._index = BitmapIndex(actions, exclusive)
        self._masks = {number: test.mask for number, test in actions}
        self._entries = Entries(UPDATE_ENTRIES_LIMIT)
        # By the bits that change, and those of them that become true.
        self._changes: dict[tuple[int, int], Update] = {}
        # By changes whose updates are not made yet: how many valid actions were listed for want of them.
        self._listed: dict[tuple[int, int], int] = {}
        self._listed_limit = 0 if self._index.has_checks else UNLEARNED_IDS
        self._size = self.forgotten = 0

    def valid(self, bits: int) -> tuple[int, ...]:
        """List the valid actions of a state by their ids, in no particular order."""
        return self._index.valid(self._index.all, self._index.chunks, bits)

    # -- updates -----------------------------------------------------------------------------

    def after(self, valid: Sequence[int], before: int, after: int) -> tuple[int, ...]:
        """List the valid actions of a state by those of another one.

        Args:
            valid: The valid actions of the other state.
            before: The bits of the other state.
            after: The bits of the state.
        """
        changed = before ^ after
        change = changed, after & changed
        update = self._changes.get(change)
        if update is None:
            if not self.is_due(change, valid):
                return self.valid(after)
            if len(self._changes) >= CHANGES_CACHE_LIMIT:
                self._forget()
            update = self._changes[change] = self._update(before, after, changed, changed)
        return update.apply(valid, after)

    def is_due(self, change: tuple[int, int], valid: Sequence[int]) -> bool:
        """Tell whether the update of a change is worth making, the next time that it is met.

        Args:
            change: What names the change.
            valid: Actions that are valid before it.
        """
        listed = self._listed.get(change, 0) + len(valid)
        if listed >= self._listed_limit:
            return True
        if len(self._listed) >= CHANGES_CACHE_LIMIT:
            self._listed.clear()
        self._listed[change] = listed
        return False

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
        return self._update(before, after, self._closed(before, known), self._closed(after, known))

    def _closed(self, bits: int, known: int) -> int:
        """Add to the known bits of a state those that mutex groups tell."""
        for bit in bits_of(bits & known):
            excluded = self._exclusive.get(bit, 0)
            if not bits & excluded:
                known |= excluded
        return known

    def _update(self, before: int, after: int, known_before: int, known: int) -> Update:
        """Make the update of a change.

        Args:
            before: The bits before it.
            after: The bits after it.
            known_before: The bits that are as in `before` whenever this update is used.
            known: The bits that are as in `after` whenever this update is used.
        """
        index = self._index
        lost, candidates = index.affected(before ^ after, after)
        lost, candidates = index.allowed(lost, known_before, before), index.allowed(candidates, known, after)
        self._size += candidates.bit_count() + lost.bit_count()
        if self._size > UPDATE_TESTS_LIMIT:
            self._forget()
        return Update(index.ids(lost), candidates, index.reads(candidates, known), index, self._entries)

    def _forget(self) -> None:
        """Forget all updates."""
        self.forgotten += 1
        self._changes.clear()
        self._listed.clear()
        self._entries.forget()
        self._size = 0
