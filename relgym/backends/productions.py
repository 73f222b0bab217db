"""A production system: the rows of rules are kept while productions fire (Forgy, Rete, 1982; Miranker, TREAT, 1987).

The builtin engine answers what it is asked in a state. This one walks: a production fires, the atoms that it names come
and go, and with them exactly the rows that they touch, by functions generated for each production. Rules that cannot be
kept so are worked out anew when something has changed on which they rest.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial

from relgym.backends.base import Limits
from relgym.backends.builtin import Stratum
from relgym.backends.maintained import LOGGED, Maintained
from relgym.model.program import Body, Literal, Production, Program, Row, Symbol, Test
from relgym.model.state import State, Vocabulary, bits_of, mask_of
from relgym.translate.dependencies import goals_in, is_numeric
from relgym.translate.events import KeptRule, gated, kept_rule
from relgym.translate.folded import folded
from relgym.translate.parts import Parts
from relgym.translate.python_listing import Anew, listing
from relgym.translate.python_steps import StepWriter

FEW = 100
"""How many atoms at most change one by one; where more do, all rows are found anew."""

SHORT = 8
"""So many steps are added up one by one; of longer trails only what is left in the end."""

LONGEST = 4096
"""After how many steps what has been done is added up."""


class Step:
    """One row of a production: what carries it out, if that is all, and which atoms it makes true and false.

    `changes` and, as bits, `delete` and `add` are made when somebody asks what the state is.
    """

    __slots__ = ("add", "changes", "delete", "place", "row", "run")

    def __init__(self, place: int, row: Row, run: Callable[[], None] | None) -> None:
        self.place = place
        self.row = row
        self.run = run
        self.changes: dict[int, bool] | None = None
        self.delete = self.add = -1


def _masks(truths: Mapping[int, bool]) -> tuple[int, int]:
    """The bits of atoms that become false, and of those that become true."""
    return mask_of(n for n, truth in truths.items() if not truth), mask_of(n for n, truth in truths.items() if truth)


class ProductionSystem(Maintained):
    """Keeps the rows of the rules of productions, known by their numbers: in the order of productions, then of rows."""

    def __init__(
        self,
        program: Program,
        vocabulary: Vocabulary,
        productions: Sequence[Production],
        start: State,
        limits: Limits | None = None,
        keeps: Container[int] = range(10**9),
        also: Sequence[Symbol] = (),
        derived: Sequence[Symbol] = (),
    ) -> None:
        """Rows of the productions in `keeps` are kept, if they can be; `start` is what states may be like.

        Further symbols may be asked for: those in `also`, without arguments, and those in `derived`.
        """
        self._parts = parts = Parts(program, productions, start.own_atoms())
        program, productions, sizes = folded(parts.program, parts.productions, parts.sizes)
        super().__init__(sizes, limits)
        self._productions = productions
        self.steps: dict[int, Step] = {}
        # Steps that were carried out, and whose bits are still to be added up.
        self.trail: list[Step] = []
        self.load(program, vocabulary)
        self._gated = [gated(production.rule) for production in productions]
        self.plans: list[KeptRule | None] = [
            kept_rule(each, sizes) if place in keeps else None for place, each in enumerate(self._gated)
        ]
        self._also = also
        self._derived = derived
        self._stale = [True] * len(productions)
        # What each atom does that comes or goes: its functions and arguments.
        self._acts: list[tuple[tuple[Callable[..., None], Callable[..., None]], Row] | None] = []
        self._compile(program)
        self._stand_at(start)

    # -- walking -----------------------------------------------------------------------------

    def listed(self, place: int) -> list[int]:
        """The numbers of a rule's rows, found anew, whether its gates hold or not."""
        found: list[int] = []
        self._scope[f"listed_{place}"](found)
        return found

    def check(self, step: Step) -> Callable[[], bool]:
        """What says whether a row holds."""
        return self._ready(self._below[step.place], partial(self._checks[step.place], *step.row))

    def fired(self, step: Step) -> dict[Symbol, list[Row]]:
        """The rows of the conditions of a production, beside one of its own."""
        conditions = self._productions[step.place].conditions
        if not conditions:
            return {}
        strata = self._under[step.place]
        if strata:
            self._in_time(lambda: self.derive_all(strata))
        return dict(zip(conditions, self.answers(conditions, step.row), strict=True))

    def derived(self) -> list[list[Row]]:
        """The rows of each derived symbol."""
        self._in_time(lambda: self.derive_all(self._strata_derived))
        return [
            [(item,) for item in table.rows] if table.arity == 1 else list(table.rows) for table in self._derived_tables
        ]

    def state(self) -> State:
        """The state in which it stands."""
        if self.trail:
            self.add_up()
        return State(self._vocabulary, self._bits, self._now)

    def fire(self, step: Step) -> None:
        """Take a row that holds, of a production whose changes are known."""
        assert step.run is not None
        step.run()
        self.trail.append(step)
        if len(self.trail) > LONGEST:
            self.add_up()

    def step(self, number: int) -> Step:
        """The production and the row of a number."""
        step = self.steps.get(number)
        if step is None:
            place, row = self.numbering.row(number)
            function = self._scope.get(f"step_{place}")
            step = self.steps[number] = Step(place, row, partial(function, *row) if function else None)
        return step

    def add_up(self) -> None:
        """Work off the trail; whoever makes it longer than `LONGEST` has to ask for it."""
        bits, trail = self._bits, self.trail
        if len(trail) <= SHORT:
            for step in trail:
                if step.add < 0:
                    step.delete, step.add = _masks(self._changes_of(step))
                bits = bits & ~step.delete | step.add
        else:
            # States may have very many bits.
            truths: dict[int, bool] = {}
            for step in trail:
                truths.update(step.changes or self._changes_of(step))
            delete, add = _masks(truths)
            bits = bits & ~delete | add
        trail.clear()
        self._bits = bits
        if len(self.log) > LOGGED:
            self.forget()

    def _changes_of(self, step: Step) -> dict[int, bool]:
        if step.changes is None:
            step.changes = self._scope[f"atoms_{step.place}"](*step.row)
        return step.changes

    # -- other states ------------------------------------------------------------------------

    def move_to(self, state: State) -> None:
        self.add_up()
        changed = self._bits ^ state.bits
        if changed.bit_count() > FEW:
            self._stand_at(state)
            return
        bits, acts = state.bits, self._acts
        for name, row in self._vocabulary.atoms[len(acts) :]:
            symbol = self._fluent(name, row)
            acts.append((self._atom_changes[symbol], row) if symbol else None)
        for number in bits_of(changed):
            act = acts[number]
            if act is not None:
                act[0][bits >> number & 1](*act[1])
        self._bits = state.bits
        if len(self.log) > LOGGED:
            self.forget()
        self._take_values(state)

    def _stand_at(self, state: State) -> None:
        """Go to a state, and find all rows anew."""
        super().move_to(State(self._vocabulary, state.bits, self._now))
        self.forget()
        self._stale[:] = [True] * len(self._stale)
        self._deadline[0] = time.monotonic() + self.limits.seconds
        for group in self._groups:
            self._scope[f"kept_{group}"].clear()
        for place, plan in enumerate(self.plans):
            if plan and not plan.by_chunks:
                self._scope[f"kept_{self._group_of[place]}"].update(dict.fromkeys(self.listed(place)))
        for lot in range(len(self._lots)):
            self._fill_chunks(lot)
        self._take_values(state)

    def _fill_chunks(self, lot: int) -> None:
        chunks, known = self._scope[f"chunks_{lot}"], self._scope[f"known_{lot}"]
        chunks.clear()
        plan = self.plans[self._lots[lot][0]]
        assert plan is not None
        symbol = plan.events[0].literal.symbol
        for item in self._tables[symbol].rows:
            row = (item,) if symbol.arity == 1 else item
            if item not in known:
                known[item] = self._scope[f"chunk_{lot}"](*row)
            if known[item]:
                chunks[item] = known[item]

    def _take_values(self, state: State) -> None:
        if state.values is not self._now:
            self._move_values(state.values)
            for place in self._numeric:
                self._stale[place] = True

    # -- compilation -------------------------------------------------------------------------

    def _compile(self, program: Program) -> None:
        productions, scope = self._productions, self._scope
        symbols = [production.rule.head.symbol for production in productions]
        own = [list(goals_in(each.rule.body)) for each in self._gated]
        reads = [[goal.symbol for goal in goals if isinstance(goal, Literal)] for goals in own]
        # Those that rest on numbers.
        self._numeric = [
            place
            for place, goals in enumerate(own)
            if self._dependencies.numeric(reads[place])
            or any(isinstance(goal, Test) and is_numeric(goal) for goal in goals)
        ]
        # Whatever is asked later has to be compiled by now: steps change those sets alone that are known here.
        for production in productions:
            if production.conditions:
                self._plan(production.conditions, production.rule.head.symbol.arity)
        self._below = [self._strata_below((symbol,)) for symbol in symbols]
        below = [self._strata_below(symbols) for symbols in reads]
        self._under = [self._strata_below(production.conditions) for production in productions]
        strata = {symbol: self._strata_below((symbol,)) for symbol in self._also}
        self._strata_derived = self._strata_below(self._derived)
        self._derived_tables = [self._table(symbol) for symbol in self._derived]
        asked = [symbol for each in productions for symbol in (each.rule.head.symbol, *each.conditions)]
        self.keep_up(self._strata_below((*asked, *self._also, *self._derived)))
        logged = {symbol: self.place(symbol) for symbol in self.logged()}
        stale = {symbol: self._stale_lines(symbol, reads) for symbol in program.fluents}
        writer = StepWriter(
            self._writer, productions, self._gated, self.plans, len(program.objects), program.facts, stale, logged
        )
        self.numbering = writer.numbering
        listed = [writer.listed(place) for place in range(len(productions))]
        texts = [*listed, *(writer.atoms(place) for place, each in enumerate(productions) if each.changes)]
        texts += [writer.check(place) for place in range(len(productions))]
        for place, symbol in enumerate(self._also):
            [rule] = self._dependencies.rules(symbol)
            texts.append(self._gate(f"closed_{place}", rule.body))
        gates = []
        derived = []
        for group, body in enumerate(writer.gates):
            gate, helpers = writer.gate(body)
            gates.append(gate)
            texts.append(helpers)
            if needed := self._strata_below([goal.symbol for goal in goals_in(body) if isinstance(goal, Literal)]):
                scope[f"gates_{group}"] = needed
                derived.append(group)
        # What is written first finds out which sets there are; only then it is known in which ones an atom stands.
        self._changes(writer, program.fluents)
        texts += self._changes(writer, program.fluents)
        self._lots, self._group_of = writer.lots, writer.groups
        self._groups = {writer.groups[place] for place, plan in enumerate(self.plans) if plan and not plan.by_chunks}
        scope |= {"stale": self._stale, "log": self.log, "limits": self.limits, "late": self._late}
        scope |= {"atom": self._vocabulary.atom, "derive_all": self.derive_all}
        scope |= {f"kept_{group}": {} for group in self._groups}
        for lot in range(len(self._lots)):
            scope |= {f"chunks_{lot}": {}, f"known_{lot}": {}}
        anew = []
        for place, group in enumerate(writer.groups):
            if self.plans[place] is None:
                scope |= {f"rows_{place}": [], f"below_{place}": below[place]}
                anew.append(Anew(place, group, bool(below[place]), "clock()" in listed[place]))
        chunks = {lot: writer.groups[places[0]] for lot, places in enumerate(self._lots)}
        texts.append(listing(gates, derived, self._groups, chunks, anew))
        self._execute("\n".join(texts), "steps")
        # The numbers of all rows that hold, in any order, in a new list.
        self.numbers: Callable[[], list[int]] = scope["listing"]
        # What says whether each of the further symbols holds.
        self.closed = [self._ready(strata[symbol], scope[f"closed_{place}"]) for place, symbol in enumerate(self._also)]
        self._checks: list[Callable[..., bool]] = [scope[f"check_{place}"] for place in range(len(productions))]
        names = {symbol: self._writer.symbol(symbol) for symbol in program.fluents}
        self._atom_changes = {symbol: (scope[f"go_{name}"], scope[f"come_{name}"]) for symbol, name in names.items()}

    def _fluent(self, name: str, row: Row) -> Symbol | None:
        return self._parts.symbol(name, row)

    def _changes(self, writer: StepWriter, fluents: Sequence[Symbol]) -> list[str]:
        """The texts of all that changes atoms, and the rows with them."""
        return [
            *(writer.chunk(lot) for lot in range(len(writer.lots))),
            *(writer.change(symbol) for symbol in fluents),
            *(writer.step(place) for place, each in enumerate(self._productions) if each.changes),
        ]

    def _strata_below(self, symbols: Sequence[Symbol]) -> list[Stratum]:
        return [self._stratum(layer) for layer in self._dependencies.layers_below(symbols)]

    def _stale_lines(self, symbol: Symbol, reads: Sequence[Sequence[Symbol]]) -> list[str]:
        """What a change of a symbol's atoms makes stale; `reads` are the symbols on which each rule's rows rest."""
        lines = [
            f"stale[{place}] = True"
            for place, plan in enumerate(self.plans)
            if plan is None and any(symbol == own or symbol in self._dependencies.below(own) for own in reads[place])
        ]
        for number, stratum in enumerate(self._strata.values()):
            if id(stratum) not in self._upkeeps and self._reads(stratum, symbol):
                self._scope[f"stratum_{number}"] = stratum
                lines.append(f"stratum_{number}.fresh = False")
        return lines

    def _gate(self, name: str, body: Body) -> str:
        """A function that says whether a body without variables of others holds."""
        function, call = self._writer.holds(body, {})
        return f"{function.text}def {name}(): return {call}\n"

    def _ready(self, strata: Sequence[Stratum], check: Callable[[], bool]) -> Callable[[], bool]:
        """A check that rests on strata."""
        if not strata:
            return check

        def checked() -> bool:
            self._in_time(lambda: self.derive_all(strata))
            return check()

        return checked

    def _in_time(self, work: Callable[[], None]) -> None:
        self._deadline[0] = time.monotonic() + self.limits.seconds
        try:
            work()
        except TimeoutError:
            raise self._late() from None
