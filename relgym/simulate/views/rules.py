"""The rules of actions without their guards, and the functions that are generated for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from relgym.backends.builtin.tables import Compiler
from relgym.model.plan import MarkStale, Procedure
from relgym.model.program import Body, Literal, Row, Symbol
from relgym.simulate.views.prepared import Prepared
from relgym.simulate.views.step import Changed
from relgym.translate.analysis.events import ViewEvents, guarded
from relgym.translate.analysis.static_indexes import Wide, size_of_wide, widened
from relgym.translate.plans.numbers import Numbering
from relgym.translate.plans.rules import ProductionRules
from relgym.translate.plans.steps import StepPlans
from relgym.translate.plans.views import JoinViews
from relgym.translate.program.dependencies import Dependencies, goals_in, numeric_tests
from relgym.translate.python.atoms import changed_atoms


class ActionRules:
    """The rules of actions, and the plans of their functions.

    Attributes:
        program: The program, with predicates split and static joins computed.
        productions: The actions as productions, in the order of schemas.
        guarded: Their rules without guards, in the present join orders.
        reads: For each of them all symbols on which its rows depend, directly or not.
        sizes: Cardinality estimates of symbols.
        numbering: The numbers of rows: action ids.
        steps: Plans the functions for the rules as they are now.
    """

    def __init__(self, ready: Prepared, compiler: Compiler, dependencies: Dependencies) -> None:
        self.program = ready.program
        self.productions = ready.productions
        self.guarded = [guarded(production.rule) for production in ready.productions]
        below = dependencies.below
        own = [self.own_symbols(index) for index in range(len(self.guarded))]
        self.reads = [frozenset(each).union(*map(below, each)) for each in own]
        self.sizes = ready.sizes
        self.numbering = Numbering(ready.productions, len(ready.program.objects), ready.program.facts)
        self._compiler = compiler
        # By symbol of a join index with a static relation, all rows that it may have.
        self._index_rows: dict[Symbol, frozenset[Row]] = {}
        self.write()

    def write(
        self,
        plans: Sequence[ViewEvents | None] | None = None,
        stale: Mapping[Symbol, Sequence[MarkStale]] | None = None,
        logs: Mapping[Symbol, Sequence[str]] | None = None,
    ) -> None:
        """Begin to plan functions for the rules as they are now.

        `plans` say how the rows of each rule are maintained, `stale` by which operations a change of a symbol marks
        what it makes stale, and `logs` name the change logs of each symbol.
        """
        indexes, plans = self._compiler.indexes, plans or [None] * len(self.productions)
        rules = ProductionRules(indexes, self.productions, self.guarded, self.numbering, self.facts, self.sizes)
        self.steps = StepPlans(rules, JoinViews(rules, plans, stale or {}, logs or {}))

    @property
    def facts(self) -> dict[Symbol, frozenset[Row]]:
        """All rows that symbols may have, for the symbols where that is known."""
        return {**self.program.facts, **self._index_rows}

    def own_symbols(self, index: int) -> list[Symbol]:
        """List the symbols of a rule without its guards."""
        return symbols_in(self.guarded[index].rule.body)

    def is_numeric(self, index: int, dependencies: Dependencies) -> bool:
        """Tell whether the rows of a rule without its guards depend on numbers."""
        return _compares(self.guarded[index].rule.body) or dependencies.numeric(self.own_symbols(index))

    def reads_numbers(self) -> bool:
        """Tell whether any rule of the program compares numbers."""
        return any(_compares(rule.body) for rule in self.program.rules)

    # -- changes of rules --------------------------------------------------------------------

    def join_static(self, indices: Sequence[int]) -> list[int]:
        """Use join indexes with static relations in some rules; returns the indices of the new rules."""
        facts, new = self.program.facts, []
        for index in indices:
            rule, wides = widened(self.guarded[index].rule, facts, self.sizes, self._index_rows)
            if wides:
                for wide in wides:
                    self._add_index(wide)
                self.guarded[index] = replace(self.guarded[index], rule=rule)
                new.append(index)
        if new:
            self._compiler.notify()
        return new

    def _add_index(self, wide: Wide) -> None:
        if wide.symbol not in self._index_rows:
            rows, tables = self.program.facts[wide.fixed], self._compiler.tables
            self._index_rows[wide.symbol] = rows
            self.sizes = {**self.sizes, wide.symbol: size_of_wide(wide, self.sizes)}
            self._compiler.indexes.widen(wide)
            tables[wide.fluent].widen(tables[wide.symbol], wide.rows(rows))

    # -- functions ---------------------------------------------------------------------------

    def function(self, name: str, plan: Callable[[], Procedure | str]) -> Callable[..., Any]:
        """Return a function of the scope; compile the plan or text that `plan` returns if it is new."""
        return self._compiler.function(name, plan)

    def bind(self, name: str, function: Callable[..., Any]) -> None:
        """Bind a name that generated functions call."""
        self._compiler.scope[name] = function

    def change_functions(self, symbol: Symbol) -> tuple[Callable[..., None], Callable[..., None]]:
        """Return the functions that delete and add an atom of a symbol, given by its arguments."""
        name, change = self._compiler.printer.names.symbol(symbol), self.steps.views.change
        go = self.function(f"go_{name}", lambda: change(symbol, f"go_{name}", False))
        return go, self.function(f"come_{name}", lambda: change(symbol, f"come_{name}", True))

    def changed_atoms(self, index: int, changed: Row | Changed) -> dict[int, bool]:
        """Return by the number of each atom that a row changes, or has changed, its new truth value."""
        atoms = self.function(f"atoms_{index}", lambda: changed_atoms(self.steps.rules, index))
        truths: dict[int, bool] = atoms(*changed)
        return truths


def symbols_in(body: Body) -> list[Symbol]:
    """List the symbols of the literals of a body, however deeply nested."""
    return [goal.symbol for goal in goals_in(body) if isinstance(goal, Literal)]


def _compares(body: Body) -> bool:
    return any(True for _ in numeric_tests(body))
