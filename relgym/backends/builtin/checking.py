"""Questions to the builtin engine about productions: their gates, their valid rows, and derived symbols.

A production is open if its gates hold, the conditions that are the same for all its rows. A row is valid if the whole
rule holds, gates included. Each question first updates the strata that it depends on.

>>> import relgym
>>> from relgym.backends.builtin.productions import ProductionSystem
>>> from relgym.translate.program.productions import productions_of
>>> domain = '''(define (domain d) (:predicates (on) (at ?x))
...   (:action go :parameters (?x) :precondition (and (on) (at ?x)) :effect (not (at ?x))))'''
>>> problem = "(define (problem p) (:domain d) (:objects a b) (:init (on) (at a)) (:goal (at b)))"
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> start, productions = reasoner.initial_state, productions_of(reasoner.translation)
>>> system = ProductionSystem(reasoner.translation.program, productions, start)
>>> system.open(0), system.valid(0)(0), system.valid(0)(1)
(True, True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from relgym.backends.base import Limits
from relgym.backends.builtin.finding import Finding
from relgym.backends.builtin.prepared import Prepared
from relgym.backends.builtin.strata import Stratum
from relgym.backends.builtin.table import Table
from relgym.model.plan import MarkStale
from relgym.model.program import Literal, Row, Symbol, Test
from relgym.translate.analysis.events import KeptRule, gated
from relgym.translate.plans.numbers import Numbering
from relgym.translate.plans.rules import ProductionRules
from relgym.translate.plans.views import JoinViews
from relgym.translate.program.dependencies import goals_in, is_numeric
from relgym.translate.python.steps import StepWriter

T = TypeVar("T")


class Checking(Finding):
    """Answers questions about productions and further symbols in the current state."""

    def __init__(self, ready: Prepared, limits: Limits | None) -> None:
        super().__init__(ready.sizes, limits)
        program, productions, vocabulary = ready.program, ready.productions, ready.start.vocabulary
        also, derived = ready.also, ready.derived
        self.load(program, vocabulary)
        self._program = program
        self.productions = productions
        self.gated = [gated(production.rule) for production in productions]
        # By symbol that changes along with a fluent, all rows that it may have.
        self._wide: dict[Symbol, frozenset[Row]] = {}
        self.compiler.scope["late"] = self.budget.error
        self.compiler.scope |= {"atom": vocabulary.atom, "derive_all": self.derive_all}
        self._read_rules()
        # Whether any rule compares numbers.
        self._reads_numbers = any(
            isinstance(goal, Test) and is_numeric(goal) for rule in program.rules for goal in goals_in(rule.body)
        )
        # Steps change only the sets that are known when they are written, so write now all that is asked for later.
        for production in productions:
            if production.effect is None and production.conditions:
                self._plan(production.conditions, production.rule.head.symbol.arity)
        symbols = [production.rule.head.symbol for production in productions]
        self._below = [self.strata.below((symbol,)) for symbol in symbols]
        self._under = [self.strata.below(production.conditions) for production in productions]
        self._strata_derived = self.strata.below(derived)
        self._derived_tables = [self.compiler.tables[symbol] for symbol in derived]
        asked = [symbol for each in productions for symbol in (each.rule.head.symbol, *each.conditions)]
        self.keep_up(self.strata.below((*asked, *also, *derived)))
        self.numbering = Numbering(productions, len(program.objects), program.facts)
        # Incremental maintenance sees deleted rows along with the rows that replaced them.
        self.compiler.writer.indexes.rely_on(ready.groups)
        writer = self._steps_writer([None] * len(productions), {}, {})
        self._gates = [writer.guard(body) for body in writer.rules.gates]
        closed = [self._closing(f"closed_{place}", symbol) for place, symbol in enumerate(also)]
        opened = [
            f"{helpers}def open_{group}(): return {gate or True}\n" for group, (gate, helpers) in enumerate(self._gates)
        ]
        self.compiler.define(*closed, *opened)
        self._writing = writer
        for place in range(len(productions)):
            self.put_off(place)
        # By group, the strata that its gates depend on, and the function that tells whether they hold.
        self._gate_strata = [
            self.strata.below([goal.symbol for goal in goals_in(body) if isinstance(goal, Literal)])
            for body in writer.rules.gates
        ]
        self._opened = [
            self._ready(strata, self.compiler.scope[f"open_{group}"]) for group, strata in enumerate(self._gate_strata)
        ]
        # For each further symbol, the function that tells whether it holds.
        self.closed = [
            self._ready(self.strata.below((symbol,)), self.compiler.scope[f"closed_{place}"])
            for place, symbol in enumerate(also)
        ]

    def _read_rules(self) -> None:
        """Find the symbols, strata and numbers that the rules without their gates depend on."""
        own = [list(goals_in(each.rule.body)) for each in self.gated]
        symbols = [[goal.symbol for goal in goals if isinstance(goal, Literal)] for goals in own]
        below = self.strata.dependencies.below
        # By production, all symbols on which its rows depend, directly or not, without its gates.
        self.reads = [frozenset(each).union(*map(below, each)) for each in symbols]
        self._rests_on = [self.strata.below(each) for each in symbols]
        self._numeric = [
            place
            for place, goals in enumerate(own)
            if self.strata.dependencies.numeric(symbols[place])
            or any(isinstance(goal, Test) and is_numeric(goal) for goal in goals)
        ]

    # -- questions ---------------------------------------------------------------------------

    def ready(self, place: int) -> None:
        """Bring up to date the strata that the rows of a production depend on."""
        if self._rests_on[place]:
            self.in_time(lambda: self.derive_all(self._rests_on[place]))

    def open(self, place: int) -> bool:
        """Tell whether the gates of a production hold."""
        return bool(self._opened[self._writing.rules.groups[place]]())

    def rows(self, symbol: Symbol) -> list[Row]:
        """Return the rows of a symbol."""
        return _rows(self.compiler.tables[symbol])

    def valid(self, place: int) -> Callable[..., bool]:
        """Return the function that tells whether a row of a production, given as arguments, holds."""
        return self._ready(
            self._below[place], self.compiler.function(f"check_{place}", lambda: self._writing.check(place))
        )

    def derived(self) -> list[list[Row]]:
        """Return the rows of each derived symbol."""
        self.in_time(lambda: self.derive_all(self._strata_derived))
        return list(map(_rows, self._derived_tables))

    def _ready(self, strata: Sequence[Stratum], check: Callable[..., bool]) -> Callable[..., bool]:
        """Return a check that first brings the strata that it depends on up to date."""
        if not strata:
            return check

        def checked(*row: int) -> bool:
            self.in_time(lambda: self.derive_all(strata))
            return check(*row)

        return checked

    def in_time(self, work: Callable[[], T]) -> T:
        """Do work within the time limit; raises `BackendError` if it takes longer."""
        self.budget.begin()
        try:
            return work()
        except TimeoutError:
            raise self.budget.error() from None

    # -- what is written ---------------------------------------------------------------------

    def _steps_writer(
        self,
        plans: Sequence[KeptRule | None],
        stale: Mapping[Symbol, Sequence[MarkStale]],
        told: Mapping[Symbol, Sequence[str]],
    ) -> StepWriter:
        writer, facts = self.compiler.writer, self._all_facts()
        rules = ProductionRules(writer.indexes, self.productions, self.gated, self.numbering, facts, self.sizes)
        return StepWriter(writer, rules, JoinViews(rules, plans, stale, told))

    def _all_facts(self) -> dict[Symbol, frozenset[Row]]:
        """Return all rows that symbols may have, for the symbols where that is known."""
        return {**self._program.facts, **self._wide}

    def _closing(self, name: str, symbol: Symbol) -> str:
        """Return the text of a function that tells whether a symbol without arguments holds."""
        [rule] = self.strata.dependencies.rules(symbol)
        return self.compiler.writer.test(name, rule.body, {}).text


def _rows(table: Table) -> list[Row]:
    return [(item,) for item in table.rows] if table.arity == 1 else list(table.rows)
