"""Upper bounds of join sizes before grounding, which cannot be interrupted.

The bound multiplies, literal by literal, the largest number of rows that agree on the terms bound so far. It is never
too low, but may be far too high. Therefore it decides only how a rule is run, and refuses none.

>>> from relgym.model.program import Role, Symbol
>>> from relgym.model.terms import Variable
>>> on, top = Symbol(Role.FLUENT, "on", 2), Symbol(Role.DERIVED, "top", 2)
>>> x, y, z = (Variable(name) for name in ("?x", "?y", "?z"))
>>> rule = Rule(Literal(top, (x, z)), (Literal(on, (x, y)), Literal(on, (y, z))))
>>> sizes = Sizes(Most({}), [on], 6, [rule])
>>> sizes.see([(on, (0, 1)), (on, (1, 2)), (on, (5, 2)), (on, (3, 2))])
>>> sizes.steps()[rule]
8.0
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from relgym.model.program import Literal, Row, Rule, Symbol
from relgym.model.terms import Object, Variable
from relgym.translate.asp.rules import is_asked

Columns = tuple[int, ...]
Access = tuple[Symbol, Columns]
"""A symbol, and those of its columns that are bound when it is looked up."""


class Most:
    """The most rows of symbols that never change that agree on some columns."""

    def __init__(self, facts: Mapping[Symbol, Collection[Row]]) -> None:
        self._facts = facts
        self._known: dict[Access, float] = {}

    def rows(self, access: Access) -> float | None:
        """None for a symbol that is not one of these; what is asked is asked with one row."""
        symbol, columns = access
        if is_asked(symbol):
            return 1.0
        if symbol not in self._facts:
            return None
        most = self._known.get(access)
        if most is None:
            counts = Counter(_part(row, columns) for row in self._facts[symbol])
            most = self._known[access] = float(max(counts.values(), default=0))
        return most


class Sizes:
    """Bounds for safe rules, given lowest stratum first, over all atoms of fluents that have been seen.

    Counts are rounded up to powers of 2, so that new atoms seldom change a bound.
    """

    def __init__(self, most: Most, fluents: Iterable[Symbol], objects: int, rules: Sequence[Rule] = ()) -> None:
        self._most = most
        self._objects = float(max(1, objects))
        self._seen: dict[Symbol, list[Row]] = {symbol: [] for symbol in fluents}
        self._counts: dict[Symbol, dict[Columns, Counter[Row]]] = {symbol: {} for symbol in self._seen}
        self._rounded: dict[Access, int] = {}
        self._joins: dict[Rule, list[Access]] = {}
        self._steps: dict[Rule, float] | None = None
        self.add(rules)

    def add(self, rules: Sequence[Rule]) -> None:
        """Bound further rules, of symbols above all others."""
        for rule in rules:
            accesses = self._joins[rule] = list(_accesses(rule))
            for symbol, columns in accesses:
                if symbol in self._seen and columns not in self._counts[symbol]:
                    self._counts[symbol][columns] = Counter()
                    self._rounded[symbol, columns] = 0
                    for row in self._seen[symbol]:
                        self._count(symbol, columns, row)
        self._steps = None

    def see(self, atoms: Iterable[tuple[Symbol, Row]]) -> None:
        """Take further atoms that may hold."""
        for symbol, row in atoms:
            self._seen[symbol].append(row)
            for columns in self._counts[symbol]:
                self._count(symbol, columns, row)

    def steps(self) -> Mapping[Rule, float]:
        """The most bindings that the join of each rule goes through."""
        if self._steps is None:
            self._steps = self._bounds()
        return self._steps

    def _count(self, symbol: Symbol, columns: Columns, row: Row) -> None:
        counter, part = self._counts[symbol][columns], _part(row, columns)
        counter[part] += 1
        if counter[part] > self._rounded[symbol, columns]:
            self._rounded[symbol, columns] = 1 << (counter[part] - 1).bit_length()
            self._steps = None

    def _bounds(self) -> dict[Rule, float]:
        bounds: dict[Rule, float] = {}
        rows: dict[Symbol, float] = {}
        waiting = Counter(rule.head.symbol for rule in self._joins)
        for rule, accesses in self._joins.items():
            product, total = 1.0, 0.0
            for access in accesses:
                product *= self._matching(access, rows, waiting)
                total += product
            symbol = rule.head.symbol
            bounds[rule] = max(1.0, total)
            rows[symbol] = min(rows.get(symbol, 0.0) + bounds[rule], self._objects**symbol.arity)
            waiting[symbol] -= 1
        return bounds

    def _matching(self, access: Access, rows: Mapping[Symbol, float], waiting: Mapping[Symbol, int]) -> float:
        """The most rows of a symbol that have the same objects in the bound columns."""
        symbol, columns = access
        if symbol in self._seen:
            return float(self._rounded[access])
        matching = self._most.rows(access)
        if matching is None:
            matching = self._objects ** (symbol.arity - len(columns))
            # A symbol with a rule that has no bound yet depends on itself.
            if not waiting[symbol]:
                matching = min(matching, rows.get(symbol, 0.0))
        return matching


def _part(row: Row, columns: Columns) -> Row:
    return tuple([row[column] for column in columns])


def _accesses(rule: Rule) -> Iterable[Access]:
    """Yield the symbol and the bound columns of each positive literal of a body."""
    bound: set[Variable] = set()
    for goal in rule.body:
        if isinstance(goal, Literal):
            columns = tuple(n for n, term in enumerate(goal.terms) if isinstance(term, Object) or term in bound)
            yield goal.symbol, columns
            bound.update(term for term in goal.terms if isinstance(term, Variable))
