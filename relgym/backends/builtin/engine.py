"""The default engine: rules compiled to Python joins over sets of rows.

Each question is compiled once, when it is first asked. A move to another state changes only the atoms
that differ (`current.py`). Derived symbols are computed on demand and kept until something they depend on
changes (`strata.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from relgym.backends.base import Backend, Limits
from relgym.backends.builtin.compiler import Compiler
from relgym.backends.builtin.current import CurrentTables
from relgym.backends.builtin.strata import Strata, Stratum, clear_tables
from relgym.backends.builtin.tables import EMPTY, Tables
from relgym.backends.evaluator import Evaluates, Evaluator
from relgym.features import Feature
from relgym.limits import Budget
from relgym.model.arithmetic import quotient
from relgym.model.pddl.state import State
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.model.plan import EmitKind
from relgym.model.program import Program, Row, Rule, Symbol
from relgym.translate.plans.indexes import Indexes
from relgym.translate.plans.lower import lowered_rule
from relgym.translate.program.dependencies import Dependencies
from relgym.version import __version__


@dataclass(slots=True)
class CompiledQuestion:
    """The compiled form of a question: the strata it depends on, and for each symbol the function that lists its rows.

    With each function stands true if it lists no row twice.
    """

    symbols: tuple[Symbol, ...]
    strata: list[Stratum]
    calls: list[tuple[Callable[..., None], bool]]


def _all(functions: Sequence[Callable[..., None]]) -> Callable[..., None]:
    """Return one function that calls several."""

    def every(*arguments: Any) -> None:
        for function in functions:
            function(*arguments)

    return every


class Builtin(Backend, Evaluates):
    """Pure Python, for every feature of the language.

    Attributes:
        compiler: Compiles the functions of questions and strata.
        strata: The strata that questions have depended on.
        current: The current state.
    """

    name: ClassVar[str] = "builtin"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature)

    compiler: Compiler
    strata: Strata
    current: CurrentTables

    def __init__(self, limits: Limits | None = None) -> None:
        super().__init__(limits)
        self._plans: dict[tuple[int, int], CompiledQuestion] = {}
        self._plans_by_value: dict[tuple[tuple[Symbol, ...], int], CompiledQuestion] = {}

    @classmethod
    def version(cls) -> str:
        return __version__

    @classmethod
    def evaluator(cls) -> type[Evaluator]:
        from relgym.backends.builtin.evaluator import BuiltinEvaluator

        return BuiltinEvaluator

    def load(self, program: Program, vocabulary: Vocabulary) -> None:
        self.close()
        self.compiler = compiler_of(program, self.budget)
        self.strata = Strata(self.compiler, Dependencies(program), self.budget)
        fluents = {(symbol.name, symbol.arity): symbol for symbol in program.fluents}
        self.current = CurrentTables(vocabulary, lambda name, row: fluents[name, len(row)], self.compiler, self.strata)

    def define(self, rules: Sequence[Rule]) -> None:
        self.strata.dependencies.add(rules)

    def close(self) -> None:
        self._plans = {}
        self._plans_by_value = {}
        if hasattr(self, "compiler"):
            del self.compiler, self.strata, self.current

    def move_to(self, state: State) -> None:
        self.current.move_to(state)

    def answers(self, symbols: Sequence[Symbol], binding: Row = ()) -> list[list[Row]]:
        # Hashing symbols often costs more than the answer, so a sequence asked before is found by identity.
        plan = self._plans.get((id(symbols), len(binding)))
        if plan is None:
            plan = self.plan(tuple(symbols), len(binding))
        self.budget.begin()
        answered: list[list[Row]] = []
        try:
            for stratum in plan.strata:
                if not stratum.fresh:
                    self.strata.derive(stratum)
            for function, distinct in plan.calls:
                rows: list[Row] = []
                function(self.budget.appender(rows), *binding)
                answered.append(rows if distinct else list(dict.fromkeys(rows)))
        except TimeoutError:
            late = True
        else:
            late = False
        if late:
            # Outside the handler, whose frames would keep alive all rows that the call has found.
            clear_tables(stratum for stratum in plan.strata if not stratum.fresh)
            raise self.budget.error()
        return answered

    def plan(self, symbols: tuple[Symbol, ...], bound: int) -> CompiledQuestion:
        """Compile a question, unless it is compiled already.

        Args:
            symbols: The symbols whose rows are asked for.
            bound: The number of leading arguments that are given.
        """
        known = self._plans.get((id(symbols), bound)) or self._plans_by_value.get((symbols, bound))
        if known is not None:
            return known
        dependencies = self.strata.dependencies
        strata = self.strata.below(symbols)
        calls = []
        for symbol in symbols:
            rules = dependencies.rules(symbol)
            if not rules or dependencies.materialized(symbol):
                rules = [dependencies.listing(symbol)]
            written = [lowered_rule(self.compiler.indexes, rule, bound, EmitKind.OUT) for rule in rules]
            functions = [*map(self.compiler.compiled, written)]
            once = len(rules) == 1 and written[0].emits_once
            calls.append((functions[0] if len(functions) == 1 else _all(functions), once))
        # The plan keeps the tuple alive, so that its identity stays unique.
        plan = CompiledQuestion(symbols, strata, calls)
        self._plans_by_value[symbols, bound] = self._plans[id(symbols), bound] = plan
        return plan


def compiler_of(program: Program, budget: Budget) -> Compiler:
    """Return a compiler for a program, with tables that hold its facts and constants."""
    numbers = {item.name: number for number, item in enumerate(program.objects)}
    objects = max(2, len(numbers))
    indexes = Indexes(numbers.__getitem__, program.facts, objects)
    tables = Tables(len(numbers))
    for symbol, rows in program.facts.items():
        tables[symbol].insert_all(rows)
    for fluent, value in program.constants.items():
        tables.set_value(fluent, value)
    return Compiler(tables, indexes, {**budget.scope(), "EMPTY": EMPTY, "Fraction": Fraction, "divide": quotient})
