"""The rules of actions and their guards, and the functions that are generated for them.

Guards are nullary preconditions; whoever lists rows tests them once for all rows of the rules that have the same ones.
Rules stand without them there. The whole precondition of one row is tested by a function of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from relgym.backends.builtin.compiler import Compiler
from relgym.model.plan import Comparison, Filter, MarkStale, Procedure
from relgym.model.program import Body, Literal, Row, Symbol
from relgym.simulate.views.derived import DerivedViews
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
        plans: Plans the tests and lists of the rules as they are now.
        views: Plans the changes of their join views.
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
        self.plans, self.views = rules, JoinViews(rules, plans, stale or {}, logs or {})

    @property
    def steps(self) -> StepPlans:
        """Plans the steps of the rules as they are now, each when it is carried out for the first time."""
        return StepPlans(self.plans, self.views)

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

    def define(self, *plans: Procedure | Comparison) -> None:
        """Compile functions that others call by name."""
        if plans:
            self._compiler.define(*plans)

    def bind(self, name: str, function: Callable[..., Any]) -> None:
        """Bind a name that generated functions call."""
        self._compiler.scope[name] = function

    def change_functions(self, symbol: Symbol) -> tuple[Callable[..., None], Callable[..., None]]:
        """Return the functions that delete and add an atom of a symbol, given by its arguments."""
        name, change = self._compiler.printer.names.symbol(symbol), self.views.change
        go = self.function(f"go_{name}", lambda: change(symbol, f"go_{name}", False))
        return go, self.function(f"come_{name}", lambda: change(symbol, f"come_{name}", True))

    def changed_atoms(self, index: int, changed: Row | Changed) -> dict[int, bool]:
        """Return by the number of each atom that a row changes, or has changed, its new truth value."""
        atoms = self.function(f"atoms_{index}", lambda: changed_atoms(self.plans, index))
        truths: dict[int, bool] = atoms(*changed)
        return truths


class Guards:
    """The guards of rules, and tests of whole rules for one row.

    Attributes:
        groups: The group of each rule; rules of a group have the same guards.
        conditions: For each group the conditions that its guards hold.
        strata: For each group the strata on which its guards depend.
    """

    def __init__(self, rules: ActionRules, derived: DerivedViews) -> None:
        self._rules = rules
        self._derived = derived
        own = rules.plans
        self.groups = own.groups
        self.strata = [derived.strata.below(symbols_in(body)) for body in own.guards]
        plans = [own.guard(group) for group in range(len(own.guards))]
        first = [plan.body[0] for plan in plans]
        self.conditions = [each.conditions if isinstance(each, Filter) else () for each in first]
        rules.define(*[helper for plan in plans for helper in plan.helpers])
        self._checks: dict[int, Callable[..., bool]] = {}

    def check(self, index: int) -> Callable[..., bool]:
        """Return the function that tells whether a row of a production, given as arguments, is valid."""
        check = self._checks.get(index)
        if check is None:
            test = self._rules.function(f"check_{index}", lambda: self._rules.plans.check(index))
            strata = self._derived.strata.below((self._rules.productions[index].rule.head.symbol,))
            check = self._checks[index] = self._derived.before(strata, test)
        return check


def symbols_in(body: Body) -> list[Symbol]:
    """List the symbols of the literals of a body, however deeply nested."""
    return [goal.symbol for goal in goals_in(body) if isinstance(goal, Literal)]


def _compares(body: Body) -> bool:
    return any(True for _ in numeric_tests(body))
