"""The default engine: rules compiled to Python joins over sets of rows.

Each question is compiled once, when it is first asked. A move to another state changes only the atoms
that differ. Derived symbols are computed on demand, by semi-naive evaluation stratum by stratum
(Ullman, Principles of Database and Knowledge-Base Systems, 1988, section 3.4), and kept until
something they depend on changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log
from typing import Any, ClassVar, NoReturn

from relgym.backends.base import Backend, Limits
from relgym.backends.builtin.table import EMPTY, Acts, Item, Table
from relgym.backends.evaluator import Evaluates, Evaluator
from relgym.features import Feature
from relgym.limits import BLOCK_VALUES
from relgym.model.arithmetic import quotient
from relgym.model.numeric import Value
from relgym.model.pddl.state import Key, State, Values, Vocabulary
from relgym.model.program import Literal, Program, Row, Rule, Symbol
from relgym.translate.program.dependencies import Dependencies
from relgym.translate.program.flatten import variables_of
from relgym.translate.python.program import Function, PythonWriter, answers, items
from relgym.translate.python_code import code_of

UNWATCHED = 100_000
"""The largest number of loop iterations between two checks of the clock."""


@dataclass(slots=True)
class Stratum:
    """One component of derived symbols, the functions that compute it, and whether its rows are up to date."""

    symbols: tuple[Symbol, ...]
    start: list[tuple[Table, Callable[..., None]]]
    deltas: list[tuple[Symbol, Table, Symbol, Callable[..., None]]]
    fresh: bool = False


Flip = tuple[Acts, Acts, Sequence[Stratum]]
"""The actions that add an atom, the actions that delete it, and the strata that depend on it."""


@dataclass(slots=True)
class Plan:
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
    """Pure Python, for every feature of the language."""

    name: ClassVar[str] = "builtin"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature)

    def __init__(self, limits: Limits | None = None) -> None:
        super().__init__(limits)
        self._plans: dict[tuple[int, int], Plan] = {}
        self._plans_by_value: dict[tuple[tuple[Symbol, ...], int], Plan] = {}
        self._strata: dict[tuple[Symbol, ...], Stratum] = {}
        self._tables: dict[Symbol, Table] = {}
        self._values: dict[str, dict[Item, Value]] = {}
        # By the bit of an atom, the actions of its changes; made when it changes for the first time.
        self._flips: dict[int, Flip] = {}

    @classmethod
    def version(cls) -> str:
        from relgym import __version__

        return __version__

    @classmethod
    def evaluator(cls) -> type[Evaluator]:
        from relgym.backends.builtin.evaluator import BuiltinEvaluator

        return BuiltinEvaluator

    def load(self, program: Program, vocabulary: Vocabulary) -> None:
        self.close()
        self._vocabulary = vocabulary
        # The current state: the true atoms, and the values of the numeric fluents.
        self.bits = 0
        self.now: Values = ()
        self._numbers = numbers = {item.name: number for number, item in enumerate(program.objects)}
        unwatched = int(log(UNWATCHED, max(2, len(numbers))))
        self._writer = PythonWriter(numbers.__getitem__, unwatched, program.facts, max(2, len(numbers)))
        self._dependencies = Dependencies(program)
        self._scope: dict[str, Any] = {
            **self.budget.scope(),
            "EMPTY": EMPTY,
            "Fraction": Fraction,
            "divide": quotient,
        }
        for symbol, rows in program.facts.items():
            self._table(symbol).insert_all(rows)
        for (name, row), value in program.constants.items():
            self._values.setdefault(name, {})[row[0] if len(row) == 1 else row] = value

    def define(self, rules: Sequence[Rule]) -> None:
        self._dependencies.add(rules)

    def close(self) -> None:
        self._plans.clear()
        self._plans_by_value.clear()
        self._strata.clear()
        self._tables.clear()
        self._values.clear()
        self._flips.clear()

    # -- states ------------------------------------------------------------------------------

    def move_to(self, state: State) -> None:
        before, bits = self.bits, state.bits
        self.bits = bits
        changed = bits ^ before
        if not before:
            self._insert(self._rows(state))
            changed = 0
        flips = self._flips
        if self._strata:
            left = changed
            while left:
                lowest = left & -left
                left ^= lowest
                for stratum in (flips.get(lowest) or self._flip(lowest))[2]:
                    stratum.fresh = False
        # Separate loops for deletions and additions are faster, and a search moves between states all the time.
        left = changed & before
        while left:
            lowest = left & -left
            left ^= lowest
            for act, item in (flips.get(lowest) or self._flip(lowest))[1]:
                act(item)
        left = changed & bits
        while left:
            lowest = left & -left
            left ^= lowest
            for act, item in (flips.get(lowest) or self._flip(lowest))[0]:
                act(item)
        if state.values is not self.now:
            self._move_values(state.values)

    def _rows(self, state: State) -> dict[Symbol, list[Row]]:
        """Return the atoms of a state by their symbols."""
        found: dict[Symbol, list[Row]] = {}
        for name, row in state.own_atoms():
            symbol = self._fluent(name, row)
            if symbol is not None:
                found.setdefault(symbol, []).append(row)
        return found

    def _insert(self, rows: Mapping[Symbol, Collection[Row]]) -> None:
        """Insert the rows of a state into empty tables."""
        for symbol, found in rows.items():
            self._table(symbol).insert_all(found)
        for stratum in self._strata.values():
            stratum.fresh = False

    def _flip(self, bit: int) -> Flip:
        """Find the actions that add and delete the atom of a bit, and the strata that depend on it."""
        name, row = self._vocabulary.atoms[bit.bit_length() - 1]
        symbol = self._fluent(name, row)
        enter, leave = self._table(symbol).acts(row) if symbol else ((), ())
        readers = [stratum for stratum in self._strata.values() if symbol and self._reads(stratum, symbol)]
        flip = self._flips[bit] = enter, leave, readers
        return flip

    def _fluent(self, name: str, row: Row) -> Symbol | None:
        """Return the symbol of an atom, if it has one."""
        return self._dependencies.fluent(name, len(row))

    def _reads(self, stratum: Stratum, symbol: Symbol) -> bool:
        return any(symbol in self._dependencies.below(head) for head in stratum.symbols)

    def _move_values(self, values: Values) -> None:
        fluents = self._vocabulary.fluents
        longest = max(len(values), len(self.now))
        for number in range(longest):
            new = values[number] if number < len(values) else None
            old = self.now[number] if number < len(self.now) else None
            if new != old:
                self._set_value(fluents[number], new)
        for stratum in self._strata.values():
            stratum.fresh = stratum.fresh and not self._dependencies.numeric(stratum.symbols)
        self.now = values

    def _set_value(self, fluent: Key, value: Value | None) -> None:
        name, row = fluent
        place = row[0] if len(row) == 1 else row
        table = self._values.setdefault(name, {})
        if value is None:
            table.pop(place, None)
        else:
            table[place] = value

    # -- questions ---------------------------------------------------------------------------

    def answers(self, symbols: Sequence[Symbol], binding: Row = ()) -> list[list[Row]]:
        # Hashing symbols often costs more than the answer, so a sequence asked before is found by identity.
        plan = self._plans.get((id(symbols), len(binding)))
        if plan is None:
            plan = self._plan(tuple(symbols), len(binding))
        self.budget.begin()
        found: list[list[Row]] = []
        try:
            for stratum in plan.strata:
                if not stratum.fresh:
                    self._derive(stratum)
            for function, distinct in plan.calls:
                rows: list[Row] = []
                function(rows.append, *binding)
                found.append(rows if distinct else list(dict.fromkeys(rows)))
        except TimeoutError:
            late = True
        else:
            late = False
        if late:
            # Outside the handler, whose frames would keep alive all rows that the call has found.
            self._give_up(plan.strata)
        return found

    def _give_up(self, strata: Sequence[Stratum] = ()) -> NoReturn:
        """Free partly derived strata, and raise the error of the limit that the call has passed."""
        for stratum in strata:
            if not stratum.fresh:
                for symbol in stratum.symbols:
                    self._tables[symbol].clear()
        raise self.budget.error()

    def _derive(self, stratum: Stratum) -> None:
        for symbol in stratum.symbols:
            self._tables[symbol].clear()
        delta: dict[Symbol, list[Item]] = {symbol: [] for symbol in stratum.symbols}
        for (table, function), symbol in zip(stratum.start, self._heads(stratum), strict=True):
            self._take(table, function, (), delta[symbol])
        while stratum.deltas and any(delta.values()):
            self.budget.look()
            new: dict[Symbol, list[Item]] = {symbol: [] for symbol in stratum.symbols}
            for head, table, pinned, function in stratum.deltas:
                if delta[pinned]:
                    self._take(table, function, (delta[pinned],), new[head])
            delta = new
        stratum.fresh = True

    def _heads(self, stratum: Stratum) -> list[Symbol]:
        return [rule.head.symbol for symbol in stratum.symbols for rule in self._starting(symbol, stratum)]

    def _starting(self, symbol: Symbol, stratum: Stratum) -> list[Rule]:
        inside = set(stratum.symbols)
        return [
            rule
            for rule in self._dependencies.rules(symbol)
            if not any(isinstance(goal, Literal) and goal.symbol in inside for goal in rule.body)
        ]

    def _take(self, table: Table, function: Callable[..., None], arguments: tuple[Any, ...], new: list[Item]) -> None:
        """Insert the rows that a function lists, and append the new ones to `new`."""
        found: list[Item] = []
        function(found.append, *arguments)
        table.take(found if len(found) <= BLOCK_VALUES else self.budget.watched(found), new)

    # -- compilation -------------------------------------------------------------------------

    def _plan(self, symbols: tuple[Symbol, ...], bound: int) -> Plan:
        known = self._plans_by_value.get((symbols, bound))
        if known is not None:
            return known
        strata = [self._stratum(layer) for layer in self._dependencies.layers_below(symbols)]
        calls = []
        for symbol in symbols:
            rules = self._dependencies.rules(symbol)
            if not rules or self._dependencies.materialized(symbol):
                rules = [self._dependencies.listing(symbol)]
            functions = [self.compiled(self._writer.rule(rule, bound, answers)) for rule in rules]
            once = len(rules) == 1 and self._finds_once(rules[0])
            calls.append((functions[0] if len(functions) == 1 else _all(functions), once))
        # The plan keeps the tuple alive, so that its identity stays unique.
        plan = Plan(symbols, strata, calls)
        self._plans_by_value[symbols, bound] = self._plans[id(symbols), bound] = plan
        return plan

    def _stratum(self, layer: tuple[Symbol, ...]) -> Stratum:
        stratum = self._strata.get(layer)
        if stratum is not None:
            return stratum
        stratum = Stratum(layer, [], [])
        for symbol in layer:
            table = self._table(symbol)
            starting = self._starting(symbol, stratum)
            for rule in self._dependencies.rules(symbol):
                if rule in starting:
                    stratum.start.append((table, self.compiled(self._writer.rule(rule, 0, items))))
                    continue
                for position, goal in enumerate(rule.body):
                    if isinstance(goal, Literal) and goal.symbol in layer:
                        function = self.compiled(self._writer.delta(rule, position, items))
                        stratum.deltas.append((symbol, table, goal.symbol, function))
        self._strata[layer] = stratum
        self._flips.clear()
        return stratum

    def _finds_once(self, rule: Rule) -> bool:
        """Tell whether a rule finds no row twice, since it binds only the variables of its head."""
        bound = frozenset(rule.head.terms)
        return all(variables_of(goal) <= bound for goal in rule.body if isinstance(goal, Literal))

    def compiled(self, function: Function) -> Callable[..., None]:
        """Define a generated function, and return it."""
        self._execute(function.text)
        made: Callable[..., None] = self._scope[function.name]
        return made

    def _execute(self, *texts: str) -> None:
        """Define the functions of texts, and the sets that they read. All generated code passes through here."""
        for access, name in self._writer.accesses.items():
            if name not in self._scope:
                table = self._table(access.symbol)
                self._scope[name] = table.index(access.known) if access.known else table.rows
                self._flips.clear()
        for access, name in self._writer.singles.items():
            if name not in self._scope:
                self._scope[name] = self._table(access.symbol).single(access.known)
                self._flips.clear()
        for fluent, name in self._writer.functions.items():
            self._scope[name] = self._values.setdefault(fluent, {})
        self._scope |= self._writer.constants
        for text in texts:
            exec(code_of(text), self._scope)

    def _table(self, symbol: Symbol) -> Table:
        table = self._tables.get(symbol)
        if table is None:
            table = self._tables[symbol] = Table(symbol.arity, len(self._numbers))
        return table
