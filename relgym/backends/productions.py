"""A production system: the rows of rules are kept while productions fire (Forgy, Rete, 1982; Miranker, TREAT, 1987).

The builtin engine answers what it is asked in a state. This one walks: a production fires, the atoms that it names come
and go, and with them exactly the rows that they touch, by functions generated for each production. Rules that cannot be
kept so are worked out anew when something has changed on which they rest.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from math import prod
from typing import Any

from relgym.backends.base import Limits
from relgym.backends.exclusion import Exclusion
from relgym.backends.listing import Listing
from relgym.backends.memory import Memory
from relgym.backends.table import Item
from relgym.model.program import Production, Program, Row, Symbol
from relgym.model.state import State, Values, Vocabulary, bits_of, mask_of
from relgym.translate.folded import folded
from relgym.translate.invariants import Group, mutex_groups
from relgym.translate.order import Sizes
from relgym.translate.parts import Parts

FEW = 100
"""How many atoms at most change one by one; where more do, all rows are found anew."""

PATIENCE = 0.005
"""For how many seconds all rows are found anew before it is written what single atoms do, which takes as long."""

SHORT, SMALL = 8, 4096
"""So many steps are added up one by one, and all steps in states of so many bits; else what is left in the end."""

BACK = 10
"""To walk back to the start takes as long for a step as it takes to remember so many atoms and kept rows of it."""

RECURRING = 0.5
"""They are not all added up as bits, either, if no more than this share of them have been added up before."""

MOST = 50_000
"""How many steps are remembered at most: in large problems nearly all are taken once."""

LONGEST = 4096
"""After how many steps what has been done is added up."""


FindGroups = Callable[
    [Sequence[Production], Sequence[Symbol], Mapping[Symbol, Collection[Row]], Mapping[Symbol, Collection[Row]]],
    Sequence[Group],
]
"""What finds mutex groups, as `mutex_groups` does."""

UNKNOWN = -1
"""In the place of bits that are not known yet."""

Act = tuple[tuple[Callable[..., None], Callable[..., None]], Row]
"""What makes an atom go and what makes it come, and its arguments."""


Changed = tuple[Collection[Item], ...]
"""The items of the atoms that a row has changed, as `python_effects.names_of` has them."""


class Step:
    """One row of a production: what carries it out, if that is all, and which atoms it makes true and false.

    `run` is called with the row. After `know` there is `attempt`, which takes the row if it holds and says whether it
    did, or, where there is no `run`, `check`, which says of its arguments whether it holds.
    `changed` is what it has changed, where that may vary: such a step is taken once.
    `changes` and, as bits, `gone` (what becomes false) and `either` (what becomes false or true) are made then, or when
    somebody asks what the state is.
    """

    __slots__ = ("attempt", "changed", "changes", "check", "either", "gone", "number", "place", "row", "run")

    check: Callable[..., bool]

    def __init__(
        self,
        number: int,
        place: int,
        row: Row,
        run: Callable[..., object] | None,
        changed: Changed | None = None,
    ) -> None:
        self.number = number
        self.place = place
        self.row = row
        self.run = run
        self.changed = changed
        self.attempt: Callable[[Row], bool] | None = None
        self.changes: dict[int, bool] | None = None
        self.gone = 0
        self.either = UNKNOWN


def _masks(truths: Mapping[int, bool]) -> tuple[int, int]:
    """The bits of atoms that become false, and of those that become true."""
    if len(truths) <= SHORT:
        delete = add = 0
        for number, truth in truths.items():
            if truth:
                add |= 1 << number
            else:
                delete |= 1 << number
        return delete, add
    return mask_of(n for n, truth in truths.items() if not truth), mask_of(n for n, truth in truths.items() if truth)


def _limited(sizes: Sizes, groups: Iterable[Group]) -> Sizes:
    """The sizes of symbols, of which groups allow no more rows than there are objects for their parameters."""
    limited = dict(sizes)
    for group in groups:
        for part in group.parts:
            size = limited[part.symbol]
            most = prod(size.distinct[column] for column in part.columns)
            limited[part.symbol] = replace(size, rows=min(size.rows, most))
    return limited


class ProductionSystem(Listing):
    """Keeps the rows of the rules of productions, known by their numbers: in the order of productions, then of rows."""

    def __init__(
        self,
        program: Program,
        vocabulary: Vocabulary,
        productions: Sequence[Production],
        start: State,
        limits: Limits | None = None,
        keeps: Callable[[ProductionSystem], Container[int]] = lambda system: range(len(system.productions)),
        also: Sequence[Symbol] = (),
        derived: Sequence[Symbol] = (),
        groups: FindGroups = mutex_groups,
    ) -> None:
        """Stands at `start`, which is what states may be like.

        `keeps` says of which productions the rows are kept, if they can be; to find out it may `try_out` some. Further
        symbols may be asked for: those in `also`, without arguments, and those in `derived`. `groups` finds the mutex
        groups that steps rely on.
        """
        self._parts = parts = Parts(program, productions, start.own_atoms())
        program, productions, sizes = folded(parts.program, parts.productions, parts.sizes)
        exclusive = groups(productions, program.fluents, program.facts, parts.rows)
        super().__init__(program, vocabulary, productions, _limited(sizes, exclusive), limits, also, derived, exclusive)
        self._exclusion = Exclusion(exclusive, self._placed)
        # Of what there are no rows at the start.
        self.unknown = [symbol for symbol, rows in parts.rows.items() if not rows]
        self.steps: dict[int, Step] = {}
        # By production, what takes a row of it.
        self._takes: dict[int, Callable[..., Changed | None]] = {}
        # The same where that is all that happens, else none.
        self._runs: dict[int, Callable[..., object] | None] = {}
        # Steps that were carried out, and whose bits are still to be added up.
        self.trail: list[Step] = []
        # What each atom does that comes or goes; made when it first does.
        self._acts: dict[int, Act | None] = {}
        self._waited = 0.0
        self._start = start
        # What there is at the start, once a walk has come back to it.
        self._memory: Memory | None = None
        self._insert(parts.rows)
        self.bits = start.bits
        self._take_values(start.values)
        places = self.in_time(lambda: keeps(self))
        self._shift(*self._changes_to(start), start)
        self.keep(places)

    # -- walking -----------------------------------------------------------------------------

    def fired(self, step: Step) -> dict[Symbol, list[Row]]:
        """The rows of the conditions of a production, beside one of its own."""
        conditions = self.productions[step.place].conditions
        if not conditions:
            return {}
        strata = self._under[step.place]
        if strata:
            self.in_time(lambda: self.derive_all(strata))
        return dict(zip(conditions, self.answers(conditions, step.row), strict=True))

    def state(self) -> State:
        """The state in which it stands."""
        if self.trail:
            self.add_up()
        return State(self._vocabulary, self.bits, self.now)

    def fire(self, step: Step) -> None:
        """Take a row that holds, of a production whose changes are all that it does."""
        assert step.run is not None
        step.run(step.row)
        self.trail.append(step)
        if len(self.trail) > LONGEST:
            self.add_up()

    def carry_out(self, step: Step, values: Values | None, draw: Callable[[], float]) -> None:
        """Take a row that holds, of a production whose changes are said; these are the values after it, if new.

        `draw` is called for each draw: it gives a point in [0, 1).
        """
        place, row = step.place, step.row
        take = self._takes.get(place) or self._taking(place)
        changed = take(*row, draw) if self.productions[place].is_random else take(*row)
        self.trail.append(step if changed is None else Step(step.number, place, row, None, changed))
        if len(self.trail) > LONGEST:
            self.add_up()
        if values is not None:
            self._take_values(values)

    def step(self, number: int) -> Step:
        """The production and the row of a number."""
        step = self.steps.get(number)
        if step is None:
            if len(self.steps) >= MOST:
                self.steps.clear()
            place, row = self.numbering.row(number)
            run = self._runs[place] if place in self._runs else self._running(place)
            step = self.steps[number] = Step(number, place, row, run)
        return step

    def _running(self, place: int) -> Callable[..., object] | None:
        """The function that takes a row of a production, if it does no more than that."""
        production = self.productions[place]
        alone = production.changes and not production.counts and not production.varies
        run = self._runs[place] = self._taking(place) if alone else None
        return run

    def know(self, step: Step) -> None:
        """Find out all that there is to know of a step."""
        place, valid = step.place, self.valid(step.place)
        if step.run is None:
            step.check = valid
            return
        self._scope[f"valid_{place}"] = valid
        step.attempt = self.made(f"attempt_{place}", lambda: self._writing.attempt(place))
        if step.either == UNKNOWN:
            self._mask(step)

    def _taking(self, place: int) -> Callable[..., Changed | None]:
        """The function that takes a row of a production; it says what has changed if that may vary."""
        if place not in self._effects:
            take: Callable[..., Changed | None] = self.made(f"step_{place}", lambda: self._writing.step(place))
        else:
            self._finding(place)
            take = self._by_conditions(place, self.made(f"step_{place}", lambda: self._writing.step(place)))
        self._takes[place] = take
        return take

    def _finding(self, place: int) -> Callable[..., Changed]:
        """The function that finds what a row of a production that varies changes."""
        return self._by_conditions(place, self.made(f"effects_{place}", lambda: self._effects[place]))

    def _by_conditions(self, place: int, take: Callable[..., Changed]) -> Callable[..., Changed]:
        """A function that looks at the conditions of a production, if any, with what they rest on found before."""
        strata = self._under[place]
        if not strata and not self._watched[place]:
            return take

        def taken(*arguments: Any) -> Changed:
            def work() -> Changed:
                self.derive_all(strata)
                return take(*arguments)

            return self.in_time(work)

        return taken

    def may_try(self, place: int) -> bool:
        """Whether it is known what a production changes, without chance, and does not take long to find out."""
        production = self.productions[place]
        return production.changes is not None and not production.is_random and not self._watched.get(place)

    def try_out(self, number: int) -> None:
        """Take a row that holds, of a production that may be tried, before it is known which rows are kept."""
        place, row = self.numbering.row(number)
        changed = self._finding(place)(*row) if place in self._effects else row
        delete, add = _masks(self._truths(place, changed))
        after = self.state().changed(delete, add)
        self._shift(*self._changes_to(after), after)

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
                    self._mask(step)
                bits = (bits | step.either) ^ step.gone
        else:
            truths: dict[int, bool] = {}
            for step in trail:
                truths.update(step.changes or self._changes_of(step))
            delete, add = _masks(truths)
            bits = bits & ~delete | add
        trail.clear()
        self.bits = bits

    def _mask(self, step: Step) -> None:
        step.gone, come = _masks(self._changes_of(step))
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
        """Go to a state atom by atom, or find all rows anew where many change."""
        acts, many = self._acts, len(gone) + len(come)
        if many > FEW or (many and self._waited < PATIENCE):
            begun = time.perf_counter()
            self._shift(gone, come, state)
            self.find_all()
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
                enter, leave, _ = flips[number] if number in flips else self._flip(number)
                for act, item in enter if comes else leave:
                    act(item)
        self.bits = state.bits
        self.forget()
        self._take_values(state.values)

    def _take_values(self, values: Values) -> None:
        if values is not self.now:
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

    def _fluent(self, name: str, row: Row) -> Symbol | None:
        return self._parts.symbol(name, row)
