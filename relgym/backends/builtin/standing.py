"""The current state of the builtin engine: add up the changes of steps, and move to other states.

The state is bits, one for each atom. The changes of steps are added to them when the state is asked for. A move to
another state changes atom by atom, or finds all rows anew where many atoms change. A move to the start, where each walk
begins, may restore a snapshot.

>>> import relgym
>>> from relgym.backends.builtin.productions import ProductionSystem
>>> from relgym.translate.program.productions import productions_of
>>> domain = '''(define (domain d) (:predicates (at ?x) (road ?x ?y))
...   (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
...    :effect (and (not (at ?x)) (at ?y))))'''
>>> problem = '''(define (problem p) (:domain d) (:objects a b c) (:init (at a) (road a b) (road b c))
...   (:goal (at c)))'''
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> start, productions = reasoner.initial_state, productions_of(reasoner.translation)
>>> system = ProductionSystem(reasoner.translation.program, productions, start)
>>> system.fire(system.step(system.numbers()[0]))
>>> print(system.state())
State((at b) (road a b) (road b c))
>>> system.move_to(start)
>>> print(system.state())
State((at a) (road a b) (road b c))
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from relgym.backends.base import Limits
from relgym.backends.builtin.exclusion import Exclusion
from relgym.backends.builtin.listing import Listing
from relgym.backends.builtin.memory import Memory
from relgym.backends.builtin.prepared import Prepared
from relgym.backends.builtin.steps import SHORT, UNKNOWN, Changed, Step, masks
from relgym.model.bits import bits_of, mask_of
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Values
from relgym.model.program import Row, Symbol

FEW = 100
"""The largest number of atoms that change one by one; if more change, all rows are found anew."""

PATIENCE = 0.005
"""The seconds spent on finding all rows anew before functions for single atoms are generated, which takes as long."""

SMALL = 4096
"""The largest number of bits of a state in which many steps are added up as bits; else only final changes are added."""

RECURRING = 0.5
"""The share of steps added up before that must be exceeded for many steps to be added up as bits."""

BACK = 10
"""The number of atoms and kept rows that a snapshot copies in the time that undoing one step takes."""

LONGEST = 4096
"""The number of steps after which their changes are added up."""

Count = Callable[[Values, Sequence[Step]], Values]
"""A function that returns the values after some steps, for the fluents that no condition reads."""

Act = tuple[tuple[Callable[..., None], Callable[..., None]], Row]
"""The functions that delete and add an atom, and its arguments."""


class Standing(Listing):
    """Holds the current state, at first the start, and its rows once `keep` has been called."""

    def __init__(self, ready: Prepared, limits: Limits | None, count: Count | None) -> None:
        self._parts = ready.parts
        # Counts accumulators, if there are any.
        self.count = count
        super().__init__(ready, limits)
        self._exclusion = Exclusion(ready.groups, self.current.symbol_and_row)
        # Applied steps whose changes are not added to the bits yet.
        self.trail: list[Step] = []
        # By the number of an atom, its functions; made when it first changes.
        self._acts: dict[int, Act | None] = {}
        self._waited = 0.0
        self._start = ready.start
        # A snapshot of the start, made once a walk has returned to it.
        self._memory: Memory | None = None
        self.current.insert(ready.parts.rows)
        self.current.bits = ready.start.bits
        self._take_values(ready.start.values)

    def state(self) -> State:
        """Return the current state."""
        if self.trail:
            self.add_up()
        return State(self.current.vocabulary, self.current.bits, self.current.values)

    def add_up(self) -> None:
        """Add the changes of the trail to the bits; a caller that makes it longer than `LONGEST` must call this."""
        bits, trail = self.current.bits, self.trail
        # Making a mask takes longer than adding it; where steps seldom recur, most masks would be used once.
        masked = len(trail) <= SHORT
        if not masked and bits.bit_length() <= SMALL:
            seen = [step for step in trail if step.changes is not None]
            masked = len(seen) > len(trail) * RECURRING
        if masked:
            for step in trail:
                if step.either == UNKNOWN:
                    self.mask(step)
                bits = (bits | step.either) ^ step.gone
        else:
            truths: dict[int, bool] = {}
            for step in trail:
                truths.update(step.changes or self._changes_of(step))
            delete, add = masks(truths)
            bits = bits & ~delete | add
        if self.count is not None:
            self.current.values = self.count(self.current.values, trail)
        trail.clear()
        self.current.bits = bits

    def mask(self, step: Step) -> None:
        """Set the bits that a step changes."""
        step.gone, come = masks(self._changes_of(step))
        step.either = step.gone | come

    def _changes_of(self, step: Step) -> dict[int, bool]:
        if step.changes is None:
            step.changes = self._truths(step.place, step.row if step.changed is None else step.changed)
        return step.changes

    def _truths(self, place: int, told: Row | Changed) -> dict[int, bool]:
        """Return by the number of each atom that a row changes, or has changed, its new truth value."""
        truths: dict[int, bool] = self.compiler.function(f"atoms_{place}", lambda: self._writing.atoms(place))(*told)
        return truths

    # -- other states ------------------------------------------------------------------------

    def visit(self, state: State) -> bool:
        """Move to a given state unless it violates a mutex group; return false if it does."""
        if state.bits == self._start.bits:
            self.move_to(state)
            return True
        self.add_up()
        gone, come = self._changes_to(state)
        if not self._exclusion.still_holds(gone, come, state.bits):
            return False
        self._change(gone, come, state)
        return True

    def keeps_groups(self, bits: int) -> bool:
        """Tell whether a state satisfies all mutex groups."""
        return self._exclusion.holds(bits)

    def exclusive(self, bits: int) -> dict[int, int]:
        """Find for the atoms of some bits, by their numbers, the bits of those that mutex groups exclude."""
        return self._exclusion.exclusive(bits_of(bits))

    def move_to(self, state: State) -> None:
        """Move to a state that satisfies all mutex groups, as all reachable states do."""
        if state.bits != self._start.bits:
            self._go_to(state)
            return
        far = BACK * (len(self.trail) + (self.current.bits ^ state.bits).bit_count())
        if self._memory is not None and self._memory.size <= far:
            self.recall(self._memory)
            self.trail.clear()
            self.current.bits = state.bits
            self._take_values(state.values)
            return
        self._go_to(state)
        if self._memory is None and self.held() <= far:
            self._memory = self.remember()

    def _go_to(self, state: State) -> None:
        self.add_up()
        self._change(*self._changes_to(state), state)

    def _changes_to(self, state: State) -> tuple[list[int], list[int]]:
        """Return the numbers of the atoms to delete, and of those to add, on a move to a state."""
        return [*bits_of(self.current.bits & ~state.bits)], [*bits_of(state.bits & ~self.current.bits)]

    def _change(self, gone: Sequence[int], come: Sequence[int], state: State) -> None:
        """Change atoms one by one, or find all rows anew where many change; an error in that restores the state."""
        acts, many = self._acts, len(gone) + len(come)
        if many > FEW or (many and self._waited < PATIENCE):
            begun = time.perf_counter()
            before, kept = self.state(), [rows.copy() for rows in self._kept()]
            self._shift(gone, come, state)
            try:
                self.find_all()
            except BaseException:
                # Partly found rows must not pass for the rows of this state: restore the state before.
                self._shift(come, gone, before)
                for rows, held in zip(self._kept(), kept, strict=True):
                    rows.clear()
                    rows.update(held)
                raise
            self._waited += time.perf_counter() - begun
            return
        # Delete first, so that the mutex groups hold at every moment.
        for comes, numbers in ((False, gone), (True, come)):
            for number in numbers:
                act = acts[number] if number in acts else self._act(number)
                if act is not None:
                    act[0][comes](*act[1])
        self.current.bits = state.bits
        self._take_values(state.values)

    def _shift(self, gone: Sequence[int], come: Sequence[int], state: State) -> None:
        """Move to a state without a change to the kept rows."""
        self.current.change(mask_of(gone), mask_of(come))
        self.current.bits = state.bits
        self.forget()
        self._take_values(state.values)

    def _take_values(self, values: Values) -> None:
        if not self._reads_numbers:
            self.current.values = values
        elif values is not self.current.values:
            self.current.move_values(values)
            for place in self._numeric:
                self._stale[place] = True

    def _act(self, number: int) -> Act | None:
        symbol, row = self.current.symbol_and_row(number)
        act = self._acts[number] = (self._changing(symbol), row) if symbol else None
        return act

    def _changing(self, symbol: Symbol) -> tuple[Callable[..., None], Callable[..., None]]:
        """Return the functions that delete and add an atom of a symbol."""
        name = self.compiler.writer.names.symbol(symbol)
        come = self.compiler.function(f"come_{name}", lambda: self._writing.change(symbol))
        return self.compiler.scope[f"go_{name}"], come

    def symbol_of(self, number: int) -> Symbol | None:
        """Return the symbol of the atom with a number, if a rule or an action uses it."""
        return self.current.symbol_and_row(number)[0]

    def _symbol_of(self, name: str, row: Row) -> Symbol | None:
        return self._parts.symbol(name, row)
