"""A production system: the rows of rules are kept while productions fire (Forgy, Rete, 1982; Miranker, TREAT, 1987).

The builtin engine answers what it is asked in a state. This one walks: a production fires, the atoms that it names come
and go, and with them exactly the rows that they touch, by functions generated for each production. Rules that cannot be
kept so are worked out anew when something has changed on which they rest.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Container, Sequence
from functools import partial

from relgym.backends.base import Limits
from relgym.backends.builtin import Stratum
from relgym.backends.maintained import LOGGED, Maintained
from relgym.model.program import Body, Literal, Production, Program, Row, Symbol
from relgym.model.state import State, Vocabulary, bits_of
from relgym.translate.dependencies import goals_in
from relgym.translate.events import KeptRule, kept_rule
from relgym.translate.folded import folded
from relgym.translate.parts import Parts
from relgym.translate.python_steps import StepWriter

FEW = 100
"""How many atoms at most change one by one; where more do, all rows are found anew."""

LONGEST = 4096
"""After how many steps what has been done is added up."""


class Step:
    """One row of a production: what carries it out, if the engine can, and the bits that it deletes and adds."""

    __slots__ = ("add", "delete", "place", "row", "run")

    def __init__(self, place: int, row: Row, run: Callable[[], None] | None) -> None:
        self.place = place
        self.row = row
        self.run = run
        self.delete = self.add = -1


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
        self._size = max(1, len(program.objects))
        self.steps: dict[int, Step] = {}
        # Steps that were carried out, and whose bits are still to be added up.
        self.trail: list[Step] = []
        self.load(program, vocabulary)
        self.plans: list[KeptRule | None] = [
            kept_rule(production.rule, sizes) if place in keeps else None
            for place, production in enumerate(productions)
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
        """The numbers of a kept rule's rows, found anew, whether its gates hold or not."""
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
            place = bisect_right(self._bases, number) - 1
            rest, row = number - self._bases[place], []
            for _ in range(self._productions[place].rule.head.symbol.arity):
                rest, argument = divmod(rest, self._size)
                row.append(argument)
            row.reverse()
            function = self._scope.get(f"step_{place}")
            run = partial(function, *row) if function else None
            step = self.steps[number] = Step(place, tuple(row), run)
        return step

    def number(self, place: int, row: Row) -> int:
        """The number of a row of a production."""
        number = 0
        for argument in row:
            number = number * self._size + argument
        return self._bases[place] + number

    def numbers_of(self, place: int, row: Row) -> tuple[int, int]:
        """The first number of the rows of a production that begin with a row, and the first number after them."""
        missing = self._productions[place].rule.head.symbol.arity - len(row)
        first = self.number(place, row + (0,) * missing)
        return first, first + self._size**missing

    def add_up(self) -> None:
        """Work off the trail; whoever makes it longer than `LONGEST` has to ask for it."""
        bits = self._bits
        for step in self.trail:
            if step.add < 0:
                step.delete, step.add = self._masks(step)
            bits = bits & ~step.delete | step.add
        self.trail.clear()
        self._bits = bits
        if len(self.log) > LOGGED:
            self.forget()

    def _masks(self, step: Step) -> tuple[int, int]:
        production = self._productions[step.place]
        assert production.changes is not None
        values = dict(zip(production.rule.head.terms, step.row, strict=True))
        masks = []
        for literals in (production.changes.deletes, production.changes.adds):
            mask = 0
            for literal in literals:
                row = tuple(values[t] if t in values else self._numbers[t.name] for t in literal.terms)
                mask |= 1 << self._vocabulary.atom(literal.symbol.name, row)
            masks.append(mask)
        return masks[0], masks[1]

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
        for group in {*self._groups} - {-1}:
            self._scope[f"kept_{group}"].clear()
        for place, plan in enumerate(self.plans):
            if plan is None:
                continue
            if plan.by_chunks:
                self._fill_chunks(place, plan)
            else:
                self._scope[f"kept_{self._groups[place]}"].update(dict.fromkeys(self.listed(place)))
        self._take_values(state)

    def _fill_chunks(self, place: int, plan: KeptRule) -> None:
        chunks, known = self._scope[f"chunks_{place}"], self._scope[f"known_{place}"]
        chunks.clear()
        symbol = plan.events[0].literal.symbol
        for item in self._tables[symbol].rows:
            row = (item,) if symbol.arity == 1 else item
            if item not in known:
                known[item] = self._scope[f"chunk_{place}"](*row)
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
        self._numeric = [place for place, symbol in enumerate(symbols) if self._dependencies.numeric((symbol,))]
        anew = [place for place, plan in enumerate(self.plans) if plan is None]
        # Whatever is asked later has to be compiled by now: steps change those sets alone that are known here.
        for production in productions:
            if production.conditions:
                self._plan(production.conditions, production.rule.head.symbol.arity)
        self._below = [self._strata_below((symbol,)) for symbol in symbols]
        self._under = [self._strata_below(production.conditions) for production in productions]
        strata = {symbol: self._strata_below((symbol,)) for symbol in self._also}
        self._strata_derived = self._strata_below(self._derived)
        self._derived_tables = [self._table(symbol) for symbol in self._derived]
        asked = [symbol for each in productions for symbol in (each.rule.head.symbol, *each.conditions)]
        self.keep_up(self._strata_below((*asked, *self._also, *self._derived)))
        logged = {symbol: self.place(symbol) for symbol in self.logged()}
        stale = {symbol: self._stale_lines(symbol, anew) for symbol in program.fluents}
        writer = StepWriter(self._writer, productions, self.plans, len(program.objects), program.facts, stale, logged)
        self._bases = writer.numbering.bases
        self._groups = [writer.group(place) if plan else -1 for place, plan in enumerate(self.plans)]
        # Kept rows are there whether their gates hold or not.
        rules = [plan.rule if plan else each.rule for plan, each in zip(self.plans, productions, strict=True)]
        texts = [writer.listed(place, rule) for place, rule in enumerate(rules)]
        texts += [writer.check(place) for place in range(len(productions))]
        for place, symbol in enumerate(self._also):
            [rule] = self._dependencies.rules(symbol)
            texts.append(self._gate(f"closed_{place}", rule.body))
        # What is written first finds out which sets there are; only then it is known in which ones an atom stands.
        self._changes(writer, program.fluents)
        texts += [*self._changes(writer, program.fluents), self._listing_text(writer, texts)]
        scope |= {"stale": self._stale, "log": self.log}
        scope |= {f"kept_{group}": {} for group in range(len(writer.groups))}
        for place, plan in enumerate(self.plans):
            if plan is None:
                scope[f"rows_{place}"] = []
                scope[f"refresh_{place}"] = self._refreshing(place)
            elif plan.by_chunks:
                scope |= {f"chunks_{place}": {}, f"known_{place}": {}}
        self._execute("\n".join(texts), "steps")
        # The numbers of all rows that hold, in any order, in a new list.
        self.numbers: Callable[[], list[int]] = scope["listing"]
        # What says whether each of the further symbols holds.
        self.closed = [
            self._ready(strata[symbol], scope[f"closed_{place}"]) for place, symbol in enumerate(self._also)
        ]
        self._checks: list[Callable[..., bool]] = [scope[f"check_{place}"] for place in range(len(productions))]
        names = {symbol: self._writer.symbol(symbol) for symbol in program.fluents}
        self._atom_changes = {symbol: (scope[f"go_{name}"], scope[f"come_{name}"]) for symbol, name in names.items()}

    def _fluent(self, name: str, row: Row) -> Symbol | None:
        return self._parts.symbol(name, row)

    def _changes(self, writer: StepWriter, fluents: Sequence[Symbol]) -> list[str]:
        """The texts of all that changes atoms, and the rows with them."""
        return [
            *(writer.chunk(place) for place, plan in enumerate(self.plans) if plan and plan.by_chunks),
            *(writer.change(symbol) for symbol in fluents),
            *(writer.step(place) for place, each in enumerate(self._productions) if each.changes),
        ]

    def _strata_below(self, symbols: Sequence[Symbol]) -> list[Stratum]:
        return [self._stratum(layer) for layer in self._dependencies.layers_below(symbols)]

    def _stale_lines(self, symbol: Symbol, anew: Sequence[int]) -> list[str]:
        """What a change of a symbol's atoms makes stale."""
        lines = [
            f"stale[{place}] = True"
            for place in anew
            if symbol in self._dependencies.below(self._productions[place].rule.head.symbol)
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

    def _refreshing(self, place: int) -> Callable[[], None]:
        """What works the rows of a rule out anew."""
        rows: list[int] = self._scope[f"rows_{place}"]

        def found() -> None:
            self.derive_all(self._below[place])
            rows.clear()
            self._scope[f"listed_{place}"](rows)
            self._stale[place] = False

        return lambda: self._in_time(found)

    def _ready(self, strata: Sequence[Stratum], check: Callable[[], bool]) -> Callable[[], bool]:
        """A check that rests on strata."""
        if not strata:
            return check

        def checked() -> bool:
            self._in_time(lambda: self.derive_all(strata))
            return check()

        return checked

    def _readying(self, strata: Sequence[Stratum]) -> Callable[[], None]:
        """What brings strata up to date that a gate rests on."""
        return lambda: self._in_time(lambda: self.derive_all(strata))

    def _in_time(self, work: Callable[[], None]) -> None:
        self._deadline[0] = time.monotonic() + self.limits.seconds
        try:
            work()
        except TimeoutError:
            raise self._late() from None

    def _anew(self, place: int, text: str) -> list[str]:
        """The lines that work out the rows of a rule, where `text` lists them, if they are stale."""
        if self._below[place] or "clock()" in text:
            return [f"if stale[{place}]: refresh_{place}()"]
        return [
            f"if stale[{place}]:",
            f"    stale[{place}] = False",
            f"    rows_{place}.clear()",
            f"    listed_{place}(rows_{place})",
        ]

    def _listing_text(self, writer: StepWriter, texts: Sequence[str]) -> str:
        """The function that lists the numbers of all rows that hold; `texts` list the rows of each rule."""
        lines, helpers = ["found = []"], ""
        for group, body in enumerate(writer.groups):
            places = [p for p, plan in enumerate(self.plans) if plan and writer.group(p) == group]
            own = ["found += " + f"kept_{group}"] if any(not self._by_chunks(p) for p in places) else []
            own += [f"for chunk in chunks_{p}.values(): found += chunk" for p in places if self._by_chunks(p)]
            gate, functions = writer.gate(body)
            helpers += functions
            if strata := self._strata_below([goal.symbol for goal in goals_in(body) if isinstance(goal, Literal)]):
                self._scope[f"ready_{group}"] = self._readying(strata)
                lines.append(f"ready_{group}()")
            lines += [f"if {gate}:", *(f"    {line}" for line in own)] if body else own
        for place, plan in enumerate(self.plans):
            if plan is None:
                lines += [*self._anew(place, texts[place]), f"found += rows_{place}"]
        return f"{helpers}def listing():\n" + "".join(f"    {line}\n" for line in [*lines, "return found"])

    def _by_chunks(self, place: int) -> bool:
        plan = self.plans[place]
        return plan is not None and plan.by_chunks
