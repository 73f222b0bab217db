"""Derived views: the rows of strata, maintained from the logged changes of the symbols that they read (DRed).

Gupta, Mumick and Subrahmanian, Maintaining views incrementally, SIGMOD 1993. Strata that depend on numbers are derived
anew.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from relgym.backends.builtin.compiler import Compiler
from relgym.backends.builtin.strata import Strata, Stratum, clear_tables
from relgym.backends.builtin.tables import Item
from relgym.limits import Budget
from relgym.model.program import Row, Rule, Symbol, type_symbol
from relgym.model.terms import Variable
from relgym.translate.analysis.delta_rules import settled
from relgym.translate.analysis.subsumed import without_implied
from relgym.translate.plans.maintenance import StratumJoins
from relgym.translate.program.join_order import Size, Sizes, guessed_size
from relgym.translate.python.maintenance import MaintenanceWriter
from relgym.tuning.simulate import CHANGE_LOG_LIMIT, DERIVATION_SHARE

T = TypeVar("T")


class ChangeLog:
    """The changes of symbols that views have not read yet; generated functions append to them by name.

    >>> scope, on = {}, type_symbol(("on",))
    >>> log = ChangeLog(scope)
    >>> own = log.open("log_0_on", on)
    >>> log.extend(on, [1, 2])
    >>> [*own], [*log.names.values()]
    ([1, 2], [['log_0_on']])

    Attributes:
        names: The names of the logs of each symbol.
    """

    def __init__(self, scope: dict[str, Any]) -> None:
        """Begin without logs; `scope` gets them by name."""
        self.names: dict[Symbol, list[str]] = {}
        self._scope = scope

    def open(self, name: str, symbol: Symbol) -> deque[Item]:
        """Make a log of the changes of a symbol."""
        self.names.setdefault(symbol, []).append(name)
        log = self._scope[name] = deque[Item](maxlen=CHANGE_LOG_LIMIT + 1)
        return log

    def logs(self, symbol: Symbol) -> list[deque[Item]]:
        """Return the logs of a symbol."""
        return [self._scope[name] for name in self.names.get(symbol, ())]

    def extend(self, symbol: Symbol, rows: Iterable[Item]) -> None:
        """Log changed rows of a symbol."""
        for log in self.logs(symbol):
            log.extend(rows)

    @staticmethod
    def is_complete(log: deque[Item]) -> bool:
        """Tell whether a log holds all changes since it was read."""
        return len(log) != log.maxlen

    def clear(self) -> None:
        """Drop all logged changes."""
        for symbol in self.names:
            for log in self.logs(symbol):
                log.clear()


@dataclass(slots=True)
class DerivedView:
    """A maintained stratum: the unread changes of each symbol that it reads, and the function that reads them."""

    stratum: Stratum
    reads: Sequence[Symbol]
    writer: MaintenanceWriter
    pending: tuple[deque[Item], ...]
    maintain: Callable[[], None]


class DerivedViews:
    """The strata of a program, brought up to date when they are asked for.

    Attributes:
        strata: The strata.
        log: The changes that views have not read yet.
    """

    def __init__(self, strata: Strata, compiler: Compiler, budget: Budget) -> None:
        self.strata = strata
        self.log = ChangeLog(compiler.scope)
        self._compiler = compiler
        self._budget = budget
        # By the identity of the stratum, since hashing its symbols takes longer than most of the work here.
        self._views: dict[int, DerivedView] = {}
        compiler.scope |= {"derive_all": self.update, "late": budget.error}
        compiler.observers.append(self._begin_again)

    def maintains(self, stratum: Stratum) -> bool:
        """Tell whether a stratum is maintained from changes; others are out of date after each change."""
        return id(stratum) in self._views

    # -- questions ---------------------------------------------------------------------------

    def update(self, strata: Sequence[Stratum]) -> None:
        """Bring strata up to date; lower strata must come first."""
        views = self._views
        try:
            for stratum in strata:
                if not stratum.fresh:
                    self._derive(stratum)
                elif id(stratum) in views and any((view := views[id(stratum)]).pending):
                    view.maintain()
        except BaseException:
            # Some rows may have changed without a log entry; clear them also because they may be very many.
            self.outdate()
            clear_tables(self.strata)
            raise

    def in_time(self, work: Callable[[], T]) -> T:
        """Do work within the time limit; raises `BackendError` if it takes longer."""
        self._budget.begin()
        try:
            return work()
        except TimeoutError:
            raise self._budget.error() from None

    def before(
        self, strata: Sequence[Stratum], function: Callable[..., T], *, is_timed: bool = False
    ) -> Callable[..., T]:
        """Return a function that first updates strata; the time limit holds if there are strata or it `is_timed`."""
        if not strata and not is_timed:
            return function

        def updated(*arguments: object) -> T:
            def work() -> T:
                self.update(strata)
                return function(*arguments)

            return self.in_time(work)

        return updated

    # -- changes -----------------------------------------------------------------------------

    def outdate(self) -> None:
        """Drop all logged changes, and mark all strata as out of date."""
        self.log.clear()
        self.strata.outdate()

    def outdate_unmaintained(self) -> None:
        """Mark the strata as out of date that are not maintained; the changes must be logged for the others."""
        for stratum in self.strata:
            stratum.fresh = stratum.fresh and self.maintains(stratum)

    def _derive(self, stratum: Stratum) -> None:
        """Derive a stratum anew, and log its changes for the others."""
        logged = [*zip(stratum.symbols, stratum.tables, strict=True)]
        before = [(symbol, table, set(table.rows)) for symbol, table in logged if symbol in self.log.names]
        if self.maintains(stratum):
            for pending in self._views[id(stratum)].pending:
                pending.clear()
        self.strata.derive(stratum)
        for symbol, table, rows in before:
            self.log.extend(symbol, rows ^ table.rows)

    # -- compilation -------------------------------------------------------------------------

    def maintain(self, strata: Sequence[Stratum], facts: Mapping[Symbol, frozenset[Row]], sizes: Sizes) -> None:
        """Prepare the incremental maintenance of those strata that do not depend on numbers.

        `facts` are the rows of static symbols, `sizes` cardinality estimates.
        """
        own = {symbol: self._guess(symbol, facts) for stratum in strata for symbol in stratum.symbols}
        for number, stratum in enumerate(strata):
            if not self.strata.dependencies.numeric(stratum.symbols):
                self._views[id(stratum)] = self._view(number, stratum, facts, {**sizes, **own})
        self._compiler.define()

    def _guess(self, symbol: Symbol, facts: Mapping[Symbol, frozenset[Row]]) -> Size:
        """Estimate the size of a symbol from the types of its columns."""
        terms = [term for rule in self.strata.dependencies.rules(symbol)[:1] for term in rule.head.terms]
        types = [type_symbol(term.types) for term in terms if isinstance(term, Variable)]
        objects = range(self._compiler.tables.objects)
        return guessed_size(tuple(len(facts.get(each, objects)) for each in types))

    def _view(self, number: int, stratum: Stratum, facts: Mapping[Symbol, frozenset[Row]], sizes: Sizes) -> DerivedView:
        indexes, printer = self._compiler.indexes, self._compiler.printer
        every = [rule for symbol in stratum.symbols for rule in self.strata.dependencies.rules(symbol)]
        known = (settled(rule, facts, indexes.number) for rule in every)
        rules: dict[Symbol, list[Rule]] = {symbol: [] for symbol in stratum.symbols}
        for rule in without_implied([rule for rule in known if rule is not None]):
            rules[rule.head.symbol].append(rule)
        joins = StratumJoins(indexes, rules, sizes)
        writer = MaintenanceWriter(printer, number, joins)
        pending = tuple(self.log.open(writer.log(symbol), symbol) for symbol in joins.reads)
        view = DerivedView(stratum, joins.reads, writer, pending, lambda: self._begin(view))
        self._compiler.scope[f"derive_{number}"] = partial(self._derive_if_cheaper, view)
        return view

    def _begin(self, view: DerivedView) -> None:
        """Generate the maintenance function of a view, and call it."""
        self._compiler.define(view.writer.text(self.log.names))
        view.maintain = self._compiler.scope[view.writer.name]
        view.maintain()

    def _begin_again(self) -> None:
        """Generate all maintenance functions again, since they may have to change new indexes."""
        for view in self._views.values():
            view.maintain = partial(self._begin, view)

    def _derive_if_cheaper(self, view: DerivedView) -> bool:
        """Derive a stratum anew if that is less work or its logs are incomplete; return whether it was derived."""
        changed = sum(map(len, view.pending))
        tables = [*view.stratum.tables, *(self._compiler.tables[symbol] for symbol in view.reads)]
        rows = sum(len(table.rows) for table in tables)
        if changed <= DERIVATION_SHARE * rows and all(map(self.log.is_complete, view.pending)):
            return False
        self._derive(view.stratum)
        return True
