"""All views of a simulator: tables, derived views, and the valid rows of the rules of actions.

>>> import relgym
>>> from relgym.translate.program.productions import productions_of
>>> from relgym.simulate.views.prepared import prepared
>>> domain = '''(define (domain d) (:predicates (on) (at ?x))
...   (:action go :parameters (?x) :precondition (and (on) (at ?x)) :effect (not (at ?x))))'''
>>> problem = "(define (problem p) (:domain d) (:objects a b) (:init (on) (at a)) (:goal (at b)))"
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> program, productions = reasoner.translation.program, productions_of(reasoner.translation)
>>> views = Views(prepared(program, productions, reasoner.initial_state))
>>> views.guards.hold(0), views.guards.check(0)(0), views.guards.check(0)(1)
(True, True, False)
>>> views.valid.maintain(range(1))
>>> views.valid.numbers()
[0]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from relgym.backends.base import Limits
from relgym.backends.builtin.current import CurrentTables
from relgym.backends.builtin.engine import Builtin
from relgym.model.program import Row, Symbol
from relgym.simulate.views.derived import DerivedViews
from relgym.simulate.views.guards import Guards
from relgym.simulate.views.materialized import MaterializedViews
from relgym.simulate.views.prepared import Prepared
from relgym.simulate.views.rules import ActionRules
from relgym.simulate.views.search import RowSearch
from relgym.simulate.views.stale import StaleRows
from relgym.simulate.views.valid_rows import ValidRows
from relgym.translate.plans.lower import lowered_test


class Views:
    """The views of a program and its actions, at first those of the start.

    Attributes:
        engine: Answers questions by the same tables.
        tables: The current state.
        derived: The views of derived symbols.
        rules: The rules of actions.
        guards: Tests of guards and of single rows.
        search: Lists the rows of one rule.
        materialized: The join views.
        stale: Marks of rules whose rows must be searched again.
        valid: Lists all valid rows.
    """

    def __init__(self, ready: Prepared, limits: Limits | None = None) -> None:
        """Take the start and no join views; `valid.maintain` makes these."""
        engine = self.engine = Builtin(limits)
        engine.load(ready.program, ready.start.vocabulary)
        compiler = engine.compiler
        compiler.scope["atom"] = ready.start.vocabulary.atom
        self.tables = CurrentTables(ready.start.vocabulary, ready.parts.symbol, compiler, engine.strata)
        self.derived = DerivedViews(engine.strata, compiler, engine.budget)
        # Steps change only the indexes that are known when they are compiled, so compile now what is asked for later.
        for production in ready.productions:
            if production.effect is None and production.conditions:
                engine.plan(production.conditions, production.rule.head.symbol.arity)
        asked = [symbol for each in ready.productions for symbol in (each.rule.head.symbol, *each.conditions)]
        self.derived.maintain(engine.strata.below((*asked, *ready.queries)), ready.program.facts, ready.sizes)
        # Incremental maintenance sees deleted rows along with the rows that replaced them.
        compiler.indexes.rely_on(ready.groups)
        self.rules = ActionRules(ready, compiler, engine.strata.dependencies)
        self.guards = Guards(self.rules, self.derived)
        self.search = RowSearch(self.rules, compiler, self.derived)
        self.materialized = MaterializedViews(self.rules, self.search, compiler)
        self.stale = StaleRows(self.rules, self.derived, compiler.scope)
        self.valid = ValidRows(
            self.rules, compiler, self.derived, self.guards, self.search, self.materialized, self.stale
        )
        self.tables.insert(ready.parts.rows)

    def test(self, symbol: Symbol) -> Callable[[], bool]:
        """Return a function that tells whether a symbol without arguments holds."""
        [rule] = self.engine.strata.dependencies.rules(symbol)
        compiler = self.engine.compiler
        name = f"holds_{compiler.printer.names.symbol(symbol)}"
        test = compiler.function(name, lambda: lowered_test(compiler.indexes, name, rule.body, {}))
        return self.derived.before(self.engine.strata.below((symbol,)), test)

    def rows(self, symbols: Sequence[Symbol]) -> Callable[[], list[list[Row]]]:
        """Return a function that lists the rows of derived symbols."""
        tables = [self.engine.compiler.tables[symbol] for symbol in symbols]
        strata = self.engine.strata.below(symbols)
        return self.derived.before(strata, lambda: [table.all() for table in tables])

    def answers(self, symbols: tuple[Symbol, ...], row: Row) -> list[list[Row]]:
        """Return the rows of symbols that begin with a row."""
        strata = self.engine.plan(symbols, len(row)).strata
        if strata:
            self.derived.in_time(lambda: self.derived.update(strata))
        return self.engine.answers(symbols, row)
