"""The builtin engine where it stands in a state: steps are added up, and atoms change on the way to other states.

The state is bits, one for each atom. What steps have changed is added to them when somebody asks. To another state it
goes atom by atom, or has all rows found anew where many change; to the start, from which walks begin again and again,
it may go back at once.

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
from relgym.model.program import Row, Symbol
from relgym.model.state import State, Values, bits_of

FEW = 100
"""How many atoms at most change one by one; where more do, all rows are found anew."""

PATIENCE = 0.005
"""For how many seconds all rows are found anew before it is written what single atoms do, which takes as long."""

SMALL = 4096
"""Many steps are added up as bits in states of so many bits at most; else what is left of them in the end."""

RECURRING = 0.5
"""They are not added up as bits, either, if no more than this share of them have been added up before."""

BACK = 10
"""To walk back to the start takes as long for a step as it takes to remember so many atoms and kept rows of it."""

LONGEST = 4096
"""After how many steps what has been done is added up."""

Count = Callable[[Values, Sequence[Step]], Values]
"""What the values are after some steps, as far as nothing reads them."""

Act = tuple[tuple[Callable[..., None], Callable[..., None]], Row]
"""What makes an atom go and what makes it come, and its arguments."""


class Standing(Listing):
    """Stands in a state, at first the start; it has the rows that there are then when `keep` has been called."""

    def __init__(self, ready: Prepared, limits: Limits | None, count: Count | None) -> None:
        self._parts = ready.parts
        # What counts accumulators, if there are any.
        self.count = count
        super().__init__(ready, limits)
        self._exclusion = Exclusion(ready.groups, self._placed)
        # Steps that were carried out, and whose bits are still to be added up.
        self.trail: list[Step] = []
        # What each atom does that comes or goes; made when it first does.
        self._acts: dict[int, Act | None] = {}
        self._waited = 0.0
        self._start = ready.start
        # What there is at the start, once a walk has come back to it.
        self._memory: Memory | None = None
        self._insert(ready.parts.rows)
        self.bits = ready.start.bits
        self._take_values(ready.start.values)

    def state(self) -> State:
        """The state in which it stands."""
        if self.trail:
            self.add_up()
        return State(self._vocabulary, self.bits, self.now)

    def add_up(self) -> None:
        """Work off the trail; whoever makes it longer than `LONGEST` has to ask for it."""
        bits, trail = self.bits, self.trail
        # Masks take longer to make than to be added up; most of them would be made in vain where steps seldom recur.
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
            self.now = self.count(self.now, trail)
        trail.clear()
        self.bits = bits

    def mask(self, step: Step) -> None:
        """Find the bits that a step changes, unless they vary."""
        step.gone, come = masks(self._changes_of(step))
        step.either = step.gone | come

    def _changes_of(self, step: Step) -> dict[int, bool]:
        if step.changes is None:
            step.changes = self._truths(step.place, step.row if step.changed is None else step.changed)
        return step.changes

    def _truths(self, place: int, told: Row | Changed) -> dict[int, bool]:
        """The numbers of the atoms that a row of a production changes, or has changed, and whether they become true."""
        truths: dict[int, bool] = self.made(f"atoms_{place}", lambda: self._writing.atoms(place))(*told)
        return truths

    # -- other states ------------------------------------------------------------------------

    def visit(self, state: State) -> bool:
        """Go to a state from elsewhere, unless it breaks a group on which steps rely; whether it went."""
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
        """Tell whether a state keeps all mutex groups."""
        return self._exclusion.holds(bits)

    def exclusive(self, bits: int) -> dict[int, int]:
        """Find for the atoms of some bits, by their numbers, the bits of those that mutex groups exclude."""
        return self._exclusion.exclusive(bits_of(bits))

    def move_to(self, state: State) -> None:
        """Go to a state that keeps all groups, as those do that steps lead to."""
        if state.bits != self._start.bits:
            self._go_to(state)
            return
        far = BACK * (len(self.trail) + (self.bits ^ state.bits).bit_count())
        if self._memory is not None and self._memory.size <= far:
            self.recall(self._memory)
            self.trail.clear()
            self.bits = state.bits
            self._take_values(state.values)
            return
        self._go_to(state)
        if self._memory is None and self.held() <= far:
            self._memory = self.remember()

    def _go_to(self, state: State) -> None:
        self.add_up()
        self._change(*self._changes_to(state), state)

    def _changes_to(self, state: State) -> tuple[list[int], list[int]]:
        """The numbers of the atoms that go, and of those that come, on the way to a state."""
        return [*bits_of(self.bits & ~state.bits)], [*bits_of(state.bits & ~self.bits)]

    def _change(self, gone: Sequence[int], come: Sequence[int], state: State) -> None:
        """Go to a state atom by atom, or find all rows anew where many change; an error leaves it where it was."""
        acts, many = self._acts, len(gone) + len(come)
        if many > FEW or (many and self._waited < PATIENCE):
            begun = time.perf_counter()
            before, kept = self.state(), [rows.copy() for rows in self._kept()]
            self._shift(gone, come, state)
            try:
                self.find_all()
            except BaseException:
                # Rows that are half found would be taken for those of this state: stay in the state before.
                self._shift(come, gone, before)
                for rows, held in zip(self._kept(), kept, strict=True):
                    rows.clear()
                    rows.update(held)
                raise
            self._waited += time.perf_counter() - begun
            return
        # What goes goes first: so groups are kept at every moment.
        for comes, numbers in ((False, gone), (True, come)):
            for number in numbers:
                act = acts[number] if number in acts else self._act(number)
                if act is not None:
                    act[0][comes](*act[1])
        self.bits = state.bits
        self._take_values(state.values)

    def _shift(self, gone: Sequence[int], come: Sequence[int], state: State) -> None:
        """Go to a state, but leave all rows as they are."""
        flips = self._flips
        for comes, numbers in ((False, gone), (True, come)):
            for number in numbers:
                enter, leave, _ = flips.get(1 << number) or self._flip(1 << number)
                for act, item in enter if comes else leave:
                    act(item)
        self.bits = state.bits
        self.forget()
        self._take_values(state.values)

    def _take_values(self, values: Values) -> None:
        if not self._reads_numbers:
            self.now = values
        elif values is not self.now:
            self._move_values(values)
            for place in self._numeric:
                self._stale[place] = True

    def _act(self, number: int) -> Act | None:
        symbol, row = self._placed(number)
        act = self._acts[number] = (self._changing(symbol), row) if symbol else None
        return act

    def _changing(self, symbol: Symbol) -> tuple[Callable[..., None], Callable[..., None]]:
        """The functions by which an atom of a symbol goes, and comes."""
        name = self._writer.symbol(symbol)
        come = self.made(f"come_{name}", lambda: self._writing.change(symbol))
        return self._scope[f"go_{name}"], come

    def _placed(self, number: int) -> tuple[Symbol | None, Row]:
        """The symbol, if there is one, and the arguments of an atom."""
        name, row = self._vocabulary.atoms[number]
        return self._fluent(name, row), row

    def symbol_of(self, number: int) -> Symbol | None:
        """The symbol of the atom with a number, if rules or actions know it."""
        return self._placed(number)[0]

    def _fluent(self, name: str, row: Row) -> Symbol | None:
        return self._parts.symbol(name, row)
