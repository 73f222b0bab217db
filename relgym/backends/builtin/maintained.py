"""The builtin engine with incremental maintenance: each change of rows is logged for the strata that depend on them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from relgym.backends.base import Limits
from relgym.backends.builtin.engine import Builtin
from relgym.backends.builtin.strata import Stratum, clear_tables
from relgym.backends.builtin.table import Item
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.model.program import Program, Rule, Symbol, type_symbol
from relgym.model.terms import Variable
from relgym.translate.analysis.delta_rules import settled
from relgym.translate.analysis.subsumed import without_implied
from relgym.translate.plans.maintenance import StratumJoins
from relgym.translate.program.join_order import Size, Sizes, guessed_size
from relgym.translate.python.maintenance import UpkeepWriter

MUCH = 0.5
"""The share of the rows of a stratum and of the symbols it reads above which changes have it derived anew."""

TOLD = 20_000
"""The largest number of logged changes of a symbol; after more, a stratum that has not read them is derived anew."""


@dataclass(slots=True)
class Upkeep:
    """The incremental maintenance of a stratum: the unread changes of each symbol, and the function that reads them."""

    stratum: Stratum
    reads: Sequence[Symbol]
    writer: UpkeepWriter
    pending: tuple[deque[Item], ...]
    follow: Callable[[], None]


class Maintained(Builtin):
    """Derives strata, and then maintains those that depend on no numbers."""

    def __init__(self, sizes: Sizes, limits: Limits | None = None) -> None:
        super().__init__(limits)
        self.sizes = sizes
        # By symbol, the names of the change logs that strata read.
        self.told: dict[Symbol, list[str]] = {}
        # By the identity of the stratum, since hashing its symbols takes longer than most of the work here.
        self._upkeeps: dict[int, Upkeep] = {}

    def load(self, program: Program, vocabulary: Vocabulary) -> None:
        super().load(program, vocabulary)
        self._facts = program.facts
        self.compiler.observers.append(self._begin_again)

    def close(self) -> None:
        super().close()
        self.told.clear()
        self._upkeeps.clear()

    def forget(self) -> None:
        """Clear all change logs, and mark all strata as out of date."""
        for upkeep in self._upkeeps.values():
            for pending in upkeep.pending:
                pending.clear()
        self.strata.outdate()

    def derive_all(self, strata: Sequence[Stratum]) -> None:
        """Bring strata up to date; lower strata must come first."""
        upkeeps = self._upkeeps
        try:
            for stratum in strata:
                if not stratum.fresh:
                    self._derive_anew(stratum)
                elif id(stratum) in upkeeps and any((upkeep := upkeeps[id(stratum)]).pending):
                    upkeep.follow()
        except BaseException:
            # Some rows may have changed without a log entry; clear them also because they may be very many.
            self.forget()
            clear_tables(self.strata)
            raise

    def _derive_anew(self, stratum: Stratum) -> None:
        """Derive a stratum anew, and log its changes for the others."""
        before = [(symbol, set(self.compiler.tables[symbol].rows)) for symbol in stratum.symbols if symbol in self.told]
        if id(stratum) in self._upkeeps:
            for pending in self._upkeeps[id(stratum)].pending:
                pending.clear()
        self.strata.derive(stratum)
        for symbol, rows in before:
            changed = rows ^ self.compiler.tables[symbol].rows
            for told in self.lists(symbol):
                told.extend(changed)

    def lists(self, symbol: Symbol) -> list[deque[Item]]:
        """Return the change logs of a symbol."""
        return [self.compiler.scope[name] for name in self.told.get(symbol, ())]

    # -- compilation -------------------------------------------------------------------------

    def keep_up(self, strata: Sequence[Stratum]) -> None:
        """Prepare the incremental maintenance of those strata that allow it."""
        sizes = {**self.sizes, **{symbol: self._guess(symbol) for stratum in strata for symbol in stratum.symbols}}
        for place, stratum in enumerate(strata):
            if not self.strata.dependencies.numeric(stratum.symbols):
                self._upkeeps[id(stratum)] = self._upkeep(place, stratum, sizes)
        self.compiler.define()

    def _guess(self, symbol: Symbol) -> Size:
        """Estimate the size of a symbol from the types of its columns."""
        terms = [term for rule in self.strata.dependencies.rules(symbol)[:1] for term in rule.head.terms]
        types = [type_symbol(term.types) for term in terms if isinstance(term, Variable)]
        objects = range(self.compiler.tables.objects)
        return guessed_size(tuple(len(self._facts.get(each, objects)) for each in types))

    def _upkeep(self, place: int, stratum: Stratum, sizes: Sizes) -> Upkeep:
        every = [rule for symbol in stratum.symbols for rule in self.strata.dependencies.rules(symbol)]
        known = (settled(rule, self._facts, self.compiler.writer.indexes.number) for rule in every)
        rules: dict[Symbol, list[Rule]] = {symbol: [] for symbol in stratum.symbols}
        for rule in without_implied([rule for rule in known if rule is not None]):
            rules[rule.head.symbol].append(rule)
        joins = StratumJoins(self.compiler.writer.indexes, rules, sizes)
        writer = UpkeepWriter(self.compiler.writer, place, joins)
        lists: list[deque[Item]] = []
        for symbol in joins.reads:
            name = writer.pending(symbol)
            lists.append(self.compiler.scope.setdefault(name, deque(maxlen=TOLD + 1)))
            self.told.setdefault(symbol, []).append(name)
        upkeep = Upkeep(stratum, joins.reads, writer, tuple(lists), lambda: self._begin(upkeep))
        self.compiler.scope[f"anew_{place}"] = partial(self._derive_if_much, upkeep)
        return upkeep

    def _begin(self, upkeep: Upkeep) -> None:
        """Generate the maintenance function of a stratum, and call it."""
        self.compiler.define(upkeep.writer.text(self.told))
        upkeep.follow = self.compiler.scope[upkeep.writer.name]
        upkeep.follow()

    def _begin_again(self) -> None:
        """Generate all maintenance functions again, since they may have to change new indexes."""
        for upkeep in self._upkeeps.values():
            upkeep.follow = partial(self._begin, upkeep)

    def _derive_if_much(self, upkeep: Upkeep) -> bool:
        """Derive a stratum anew if that is less work or its logs are incomplete; return whether it was derived."""
        changed = sum(map(len, upkeep.pending))
        rows = sum(len(self.compiler.tables[symbol].rows) for symbol in (*upkeep.reads, *upkeep.stratum.symbols))
        if changed <= MUCH * rows and all(len(pending) <= TOLD for pending in upkeep.pending):
            return False
        self._derive_anew(upkeep.stratum)
        return True
