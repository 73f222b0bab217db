"""Strata of derived symbols, computed by semi-naive evaluation (Ullman, Principles of Database and Knowledge-Base
Systems, 1988, section 3.4) when they are asked for and out of date.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from relgym.backends.builtin.compiler import Compiler
from relgym.backends.builtin.tables import Item, Table
from relgym.limits import Budget
from relgym.model.plan import EmitKind
from relgym.model.program import Literal, Symbol
from relgym.translate.plans.lower import lowered_delta, lowered_rule
from relgym.translate.program.dependencies import Dependencies
from relgym.tuning.limits import BLOCK_VALUES


@dataclass(slots=True, eq=False)
class Stratum:
    """One component of derived symbols, the functions that compute it, and whether its rows are up to date.

    Attributes:
        symbols: The symbols.
        tables: Their tables.
        start: For each rule without literals of the stratum, the position of its head and the function that lists rows.
        deltas: For each literal of the stratum in a rule, the positions of the head and of the literal's symbol, and
            the function that lists the rows that follow from new rows of the literal.
        fresh: Whether the rows are up to date.
    """

    symbols: tuple[Symbol, ...]
    tables: tuple[Table, ...]
    start: list[tuple[int, Callable[..., None]]]
    deltas: list[tuple[int, int, Callable[..., None]]]
    fresh: bool = False


class Strata:
    """The strata of a program that some question depends on.

    Attributes:
        dependencies: The rules of the program by symbol.
        known: The strata by their symbols, lowest first.
    """

    def __init__(self, compiler: Compiler, dependencies: Dependencies, budget: Budget) -> None:
        self.dependencies = dependencies
        self._compiler = compiler
        self._budget = budget
        self.known: dict[tuple[Symbol, ...], Stratum] = {}

    def __iter__(self) -> Iterator[Stratum]:
        return iter(self.known.values())

    def below(self, symbols: Sequence[Symbol]) -> list[Stratum]:
        """Return the strata that some symbols depend on, lowest first; compile those that are new."""
        return [self.known.get(layer) or self._compile(layer) for layer in self.dependencies.layers_below(symbols)]

    def reading(self, symbol: Symbol) -> list[Stratum]:
        """Return the strata that depend on a symbol."""
        below = self.dependencies.below
        return [each for each in self if any(symbol in below(head) for head in each.symbols)]

    def outdate(self, *, numeric: bool = False) -> None:
        """Mark all strata as out of date, or only those that depend on numbers."""
        for stratum in self:
            if stratum.fresh and (not numeric or self.dependencies.numeric(stratum.symbols)):
                stratum.fresh = False

    # -- evaluation --------------------------------------------------------------------------

    def derive(self, stratum: Stratum) -> None:
        """Compute the rows of a stratum; those below it must be up to date."""
        clear_tables((stratum,))
        delta: list[list[Item]] = [[] for _ in stratum.symbols]
        for head, function in stratum.start:
            self._take(stratum.tables[head], function, (), delta[head])
        while stratum.deltas and any(delta):
            self._budget.look()
            new: list[list[Item]] = [[] for _ in stratum.symbols]
            for head, pinned, function in stratum.deltas:
                if delta[pinned]:
                    self._take(stratum.tables[head], function, (delta[pinned],), new[head])
            delta = new
        stratum.fresh = True

    def _take(self, table: Table, function: Callable[..., None], arguments: tuple[Any, ...], new: list[Item]) -> None:
        """Insert the rows that a function lists, and append the new ones to `new`."""
        rows: list[Item] = []
        function(self._budget.appender(rows), *arguments)
        table.take(rows if len(rows) <= BLOCK_VALUES else self._budget.watched(rows), new)

    # -- compilation -------------------------------------------------------------------------

    def _compile(self, layer: tuple[Symbol, ...]) -> Stratum:
        compiled, indexes = self._compiler.compiled, self._compiler.indexes
        stratum = Stratum(layer, tuple(self._compiler.tables[symbol] for symbol in layer), [], [])
        heads = {symbol: head for head, symbol in enumerate(layer)}
        for symbol, head in heads.items():
            for rule in self.dependencies.rules(symbol):
                inside = [
                    (position, heads[goal.symbol])
                    for position, goal in enumerate(rule.body)
                    if isinstance(goal, Literal) and goal.symbol in heads
                ]
                if not inside:
                    stratum.start.append((head, compiled(lowered_rule(indexes, rule, 0, EmitKind.ITEM))))
                for position, pinned in inside:
                    stratum.deltas.append(
                        (head, pinned, compiled(lowered_delta(indexes, rule, position, EmitKind.ITEM)))
                    )
        # Observers forget which strata read an atom, and must have done so whenever there is a new one.
        self._compiler.notify()
        self.known[layer] = stratum
        return stratum


def clear_tables(strata: Iterable[Stratum]) -> None:
    """Clear the tables of strata, which may hold very many rows."""
    for stratum in strata:
        for table in stratum.tables:
            table.clear()
