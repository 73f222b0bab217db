"""A successor generator of ground actions: after a step it tests only the actions that read what has changed.

An action that was valid stays valid unless it needs a changed bit to be as it was. An action that was not valid becomes
valid only if it needs a changed bit to be as it is now; these actions are tested by a bitmap index. The results are
cached by the bits that the tests read. That pays only where a change is met often, and mostly with bits that were met
before; until that is known, all actions are looked up.

>>> tests = BitTest(0b011, 0b001, "", 0b011), BitTest(0b110, 0b010, "", 0b110), BitTest(0b100, 0b100, "", 0b100)
>>> generator = SuccessorGenerator([*enumerate(tests)], {})
>>> generator.valid(0b001)
(0,)
>>> generator.change(0b001, 0b010).apply((0,), 0b010)
(1,)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from itertools import filterfalse

from relgym.model.bits import bits_of
from relgym.simulate.ground.bitmaps import BitmapIndex, Check, Chunks
from relgym.translate.ground.bit_tests import BitTest
from relgym.tuning.simulate import (
    CHANGES_CACHE_LIMIT,
    PROBATION_REST_IDS,
    PROBATION_SHARE,
    PROBATION_USES,
    UNLEARNED_IDS,
    UPDATE_ENTRIES_LIMIT,
    UPDATE_TESTS_LIMIT,
)

_NONE = frozenset[int]()

Table = dict[int, tuple[int, ...] | None]
"""Numbers of actions by the bits that decide which they are; `None` where they are not known."""


class Entries:
    """Counts the entries of tables, and empties all tables when there are too many.

    >>> entries = Entries(2)
    >>> table = entries.table()
    >>> for key in "abc":
    ...     entries.make_room()
    ...     table[key] = ()
    >>> table
    {'c': ()}
    """

    def __init__(self, limit: int) -> None:
        """`limit` is the largest number of entries in all tables together."""
        self._limit = self._left = limit
        self._tables: list[Table] = []

    def table(self) -> Table:
        """Make a table whose entries are counted."""
        table: Table = {}
        self._tables.append(table)
        return table

    def make_room(self) -> None:
        """Count an entry that is about to be made."""
        self._left -= 1
        if self._left < 0:
            for table in self._tables:
                table.clear()
            self._left = self._limit - 1

    def forget(self) -> None:
        """Empty all tables, and count them no more."""
        for table in self._tables:
            table.clear()
        self._tables.clear()
        self._left = self._limit


class Update:
    """The difference that a change of some bits makes to the valid actions.

    At first it is on probation: nothing is known, and all actions are looked up.

    Attributes:
        is_lost: Tells whether an action may be invalid afterwards.
        reads: The bits that decide which actions become valid.
        known: The actions that become valid, by these bits; `None` stands for bits that were met on probation.
    """

    __slots__ = (
        "_candidates",
        "_change",
        "_chunks",
        "_generator",
        "_left",
        "_met",
        "_on_probation",
        "_uses",
        "is_lost",
        "known",
        "reads",
    )

    def __init__(self, generator: SuccessorGenerator, before: int, after: int, known: int) -> None:
        """Take the change.

        Args:
            generator: Looks up actions.
            before: The bits of a state before it.
            after: The bits of the state after it.
            known: The bits, changed or not, that are as in these states whenever this update is used.
        """
        self.is_lost: Check = _NONE.__contains__
        self.reads = 0
        self.known: Table = {}
        self._generator = generator
        self._change = before, after, known | before ^ after
        # -1 until the difference is found.
        self._candidates = -1
        self._chunks: Chunks = ()
        # The number of valid actions to be listed before the next window of the probation, and counts of this window.
        self._left = UNLEARNED_IDS
        self._uses = self._met = 0
        self._on_probation = True
        if generator.index.has_checks:
            # To look up all actions takes too long.
            self._make()
            self._on_probation = False

    def _make(self) -> None:
        """Find the difference."""
        lost, candidates, reads = self._generator.difference(*self._change)
        self.known = self._generator.entries.table()
        self._chunks = [each for each in self._generator.index.chunks if each[0] & reads]
        self.is_lost = lost.__contains__
        # Other threads may use the update meanwhile: what is known depends on the bits, all else on the candidates.
        self.reads = reads
        self._candidates = candidates

    def apply(self, valid: Sequence[int], bits: int) -> tuple[int, ...]:
        """List the valid actions by those before the change, in no order; threads may do so at the same time."""
        won = self.known.get(bits & self.reads)
        return self.look_up(valid, bits) if won is None else (*filterfalse(self.is_lost, valid), *won)

    def look_up(self, valid: Sequence[int], bits: int) -> tuple[int, ...]:
        """List the valid actions as `apply` does, where it is not known which become valid."""
        if self._on_probation:
            self._left -= len(valid)
            if self._left >= 0 or not self._is_learned(len(valid), bits):
                return self._generator.valid(bits)
        won = self._generator.index.valid(self._candidates, self._chunks, bits)
        self._generator.entries.make_room()
        self.known[bits & self.reads] = won
        return (*filterfalse(self.is_lost, valid), *won)

    def _is_learned(self, listed: int, bits: int) -> bool:
        """Tell whether the probation ends: to list anew takes long, or most of the bits were met before."""
        if self._candidates < 0:
            self._make()
        own = bits & self.reads
        self._uses += 1
        if own in self.known:
            self._met += 1
        else:
            self._generator.entries.make_room()
            self.known[own] = None
        if listed < UNLEARNED_IDS and self._uses < PROBATION_USES:
            return False
        self._on_probation = listed < UNLEARNED_IDS and self._met < PROBATION_SHARE * PROBATION_USES
        self._uses = self._met = 0
        self._left = PROBATION_REST_IDS
        return not self._on_probation


class SuccessorGenerator:
    """Lists the valid ones of some ground actions.

    Attributes:
        index: The actions.
        entries: Counts cached results.
        forgotten: How often all updates were forgotten; those that were found before are no longer counted.
    """

    def __init__(self, actions: Sequence[tuple[int, BitTest]], exclusive: Mapping[int, int]) -> None:
        """Take what a `BitmapIndex` takes."""
        self._exclusive = exclusive
        self.index = BitmapIndex(actions, exclusive)
        self.entries = Entries(UPDATE_ENTRIES_LIMIT)
        self._masks = {number: test.mask for number, test in actions}
        # By the bits that change, and those of them that become true.
        self._changes: dict[tuple[int, int], Update] = {}
        self._size = self.forgotten = 0

    def valid(self, bits: int) -> tuple[int, ...]:
        """List the valid actions of a state by their ids, in no particular order."""
        return self.index.valid(self.index.all, self.index.chunks, bits)

    # -- updates -----------------------------------------------------------------------------

    def known(self, before: int, after: int) -> Update | None:
        """Find the difference between two states by their bits, if it is known; threads may do so at the same time."""
        changed = before ^ after
        return self._changes.get((changed, after & changed))

    def change(self, before: int, after: int) -> Update:
        """Find the difference between two states by their bits; one thread at a time."""
        changed = before ^ after
        if len(self._changes) >= CHANGES_CACHE_LIMIT:
            self._forget()
        update = self._changes[changed, after & changed] = self._update(before, after, changed)
        return update

    def action(self, number: int, before: int, after: int, known: int) -> Update:
        """Find the difference that an action makes.

        Args:
            number: The number of the action.
            before: The bits of a state in which it is valid.
            after: The bits of the state after it.
            known: The bits that are as in these states whenever this update is used; those of the action's
                precondition, and atoms that exclude each other, are added.
        """
        return self._update(before, after, known | self._masks[number])

    def _update(self, before: int, after: int, known: int) -> Update:
        if self._size > UPDATE_TESTS_LIMIT:
            self._forget()
        return Update(self, before, after, known)

    def difference(self, before: int, after: int, known: int) -> tuple[Set[int], int, int]:
        """Find the difference that a change makes to the valid actions.

        Args:
            before: The bits of a state before it.
            after: The bits of the state after it.
            known: The bits that are known to be as in these states.

        Returns:
            The ids of the actions that may be invalid afterwards; the bitmap of those that may be valid only
            afterwards; the bits that decide whether they are.
        """
        index = self.index
        lost, candidates = index.affected(before ^ after, after)
        lost = index.allowed(lost, self._closed(before, known), before)
        known = self._closed(after, known)
        candidates = index.allowed(candidates, known, after)
        self._size += candidates.bit_count() + lost.bit_count()
        return index.ids(lost), candidates, index.reads(candidates, known)

    def _closed(self, bits: int, known: int) -> int:
        """Add to the known bits of a state those that mutex groups tell."""
        for bit in bits_of(bits & known):
            excluded = self._exclusive.get(bit, 0)
            if not bits & excluded:
                known |= excluded
        return known

    def _forget(self) -> None:
        """Forget all updates."""
        self.forgotten += 1
        self._changes.clear()
        self.entries.forget()
        self._size = 0
