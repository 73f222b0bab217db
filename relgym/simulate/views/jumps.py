"""Jumps to other states than those that a step leads to.

A jump changes atom by atom, or computes all rows anew where many atoms change. A jump to the start, where each walk
begins, may restore a snapshot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from relgym.backends.builtin.current import CurrentTables
from relgym.model.bits import bits_of
from relgym.model.pddl.state import State
from relgym.model.program import Row
from relgym.reasoning.pddl.mutex import MutexCheck
from relgym.simulate.views.current import CurrentState
from relgym.simulate.views.rules import ActionRules
from relgym.simulate.views.valid_rows import Snapshot, ValidRows
from relgym.translate.analysis.invariants import MutexGroup
from relgym.tuning.simulate import FIRST_FILLS, JUMP_ATOMS_LIMIT, SNAPSHOT_ROWS_PER_STEP

Change = tuple[tuple[Callable[..., None], Callable[..., None]], Row]
"""The functions that delete and add an atom, and its arguments."""


class AtomChanges:
    """Adds and deletes single atoms, in tables and join views.

    Attributes:
        symbol_and_row: Returns the symbol and the arguments of an atom by its number.
    """

    def __init__(self, tables: CurrentTables, rules: ActionRules) -> None:
        self.symbol_and_row = tables.symbol_and_row
        self._rules = rules
        # By the number of an atom, its functions; made when it first changes. None for an atom that nothing reads.
        self._known: dict[int, Change | None] = {}

    def apply(self, gone: int, come: int) -> None:
        """Delete and add the atoms of some bits."""
        known = self._known
        # Delete first, so that the mutex groups hold at every moment.
        for comes, bits in ((False, gone), (True, come)):
            for number in bits_of(bits):
                change = known[number] if number in known else self._find(number)
                if change is not None:
                    change[0][comes](*change[1])

    def _find(self, number: int) -> Change | None:
        symbol, row = self.symbol_and_row(number)
        change = self._known[number] = (self._rules.change_functions(symbol), row) if symbol else None
        return change


class Jumps:
    """Moves a simulator to any state that satisfies all mutex groups.

    Attributes:
        snapshot: A copy of the rows at the start, made once a walk has returned to it.
    """

    def __init__(
        self,
        current: CurrentState,
        changes: AtomChanges,
        valid: ValidRows,
        groups: Sequence[MutexGroup],
        start: State,
    ) -> None:
        self.snapshot: Snapshot | None = None
        self._current = current
        self._changes = changes
        self._valid = valid
        self._groups = groups
        self._start = start
        # How often all rows were computed anew.
        self._fills = 0

    @cached_property
    def mutex(self) -> MutexCheck:
        """Checks the mutex groups in given states; steps from the start keep them anyway."""
        return MutexCheck(self._groups, self._changes.symbol_and_row)

    def visit(self, state: State) -> bool:
        """Move to a given state unless it violates a mutex group; return false if it does."""
        current = self._current
        if state.bits != self._start.bits:
            current.add_up()
            gone, come = bits_of(current.bits & ~state.bits), bits_of(state.bits & ~current.bits)
            if not self.mutex.still_holds(gone, come, state.bits):
                return False
        self.move_to(state)
        return True

    def move_to(self, state: State) -> None:
        """Move to a state that satisfies all mutex groups, as all reachable states do."""
        current = self._current
        if state.bits != self._start.bits:
            self._change(state)
            return
        far = SNAPSHOT_ROWS_PER_STEP * (len(current.trail) + (current.bits ^ state.bits).bit_count())
        if self.snapshot is not None and self.snapshot.size <= far:
            self._valid.restore(self.snapshot)
            current.set(state)
            return
        self._change(state)
        if self.snapshot is None and self._valid.size() <= far:
            self.snapshot = self._valid.snapshot()

    def _change(self, state: State) -> None:
        """Change atoms one by one, or compute all rows anew where many change; an error in that restores the state."""
        current = self._current
        current.add_up()
        gone, come = current.bits & ~state.bits, state.bits & ~current.bits
        many = (gone | come).bit_count()
        if many <= JUMP_ATOMS_LIMIT and (not many or self._fills >= FIRST_FILLS):
            self._changes.apply(gone, come)
            current.set(state)
            return
        before, restore = current.state(), self._valid.restorable()
        current.replace(state)
        try:
            self._valid.compute()
        except BaseException:
            # Partly computed rows must not pass for the rows of this state: restore the state before.
            current.replace(before)
            restore()
            raise
        self._fills += 1
