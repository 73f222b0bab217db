"""Dependencies of symbols: the rules that define them, what these rest on, and the order of computation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from relgym.model.numeric import Expression
from relgym.model.program import Body, Either, Goal, Literal, Program, Role, Rule, Some, Symbol, Test, Without
from relgym.model.terms import Object, Variable


def goals_in(body: Body) -> Iterator[Literal | Test]:
    """Every literal and test of a body, however deeply nested."""
    for goal in body:
        yield from _inside(goal)


def _inside(goal: Goal) -> Iterator[Literal | Test]:
    match goal:
        case Literal() | Test():
            yield goal
        case Without(body) | Some(body):
            yield from goals_in(body)
        case Either(bodies):
            for body in bodies:
                yield from goals_in(body)
        case _:
            assert_never(goal)


def is_numeric(test: Test) -> bool:
    """Return True if a test compares numbers, not terms."""
    return not isinstance(test.left, Variable | Object) and isinstance(test.left, Expression)


class Dependencies:
    """The rules of a program by symbol, with the order in which bottom-up engines compute them."""

    def __init__(self, program: Program) -> None:
        self._rules: dict[Symbol, list[Rule]] = {}
        self._below: dict[Symbol, frozenset[Symbol]] = {}
        self._used: set[Symbol] = set()
        self._fluents = {(symbol.name, symbol.arity): symbol for symbol in program.fluents}
        self.recursive = program.recursive
        self._layers = list(program.strata)
        # The materialized ones among them, computed on the first use.
        self._lasting: list[tuple[Symbol, ...]] | None = None
        self._layered = {symbol for layer in program.strata for symbol in layer}
        self.add(program.rules)

    def add(self, rules: Sequence[Rule]) -> None:
        """Take further rules; their heads are in strata above all others, and none is recursive."""
        for rule in rules:
            self._rules.setdefault(rule.head.symbol, []).append(rule)
            self._used.update(goal.symbol for goal in goals_in(rule.body) if isinstance(goal, Literal))
        for rule in rules:
            self._add_layer(rule.head.symbol)
        self._lasting = None

    def _add_layer(self, symbol: Symbol) -> None:
        """Give a new symbol a stratum of its own, after those of the new symbols that it rests on."""
        if symbol not in self._layered:
            self._layered.add(symbol)
            for other in self.below(symbol):
                if self.rules(other):
                    self._add_layer(other)
            self._layers.append((symbol,))

    def rules(self, symbol: Symbol) -> list[Rule]:
        return self._rules.get(symbol, [])

    def fluent(self, name: str, arity: int) -> Symbol:
        return self._fluents[name, arity]

    def materialized(self, symbol: Symbol) -> bool:
        """Return True if a symbol's rows are computed once per state and stored, not found again for each question."""
        return symbol.role in (Role.DERIVED, Role.AUX) or (symbol in self._used and bool(self.rules(symbol)))

    def below(self, symbol: Symbol) -> frozenset[Symbol]:
        """All symbols that a symbol rests on, directly or not; itself too if it is recursive."""
        found = self._below.get(symbol)
        if found is None:
            seen: set[Symbol] = set()
            todo = [symbol]
            while todo:
                for rule in self.rules(todo.pop()):
                    for goal in goals_in(rule.body):
                        if isinstance(goal, Literal) and goal.symbol not in seen:
                            seen.add(goal.symbol)
                            todo.append(goal.symbol)
            found = self._below[symbol] = frozenset(seen)
        return found

    def layers_below(self, symbols: Sequence[Symbol]) -> list[tuple[Symbol, ...]]:
        """The materialized strata that questions about these symbols rest on, lowest first."""
        needed = set(symbols).union(*(self.below(symbol) for symbol in symbols))
        if self._lasting is None:
            self._lasting = [layer for layer in self._layers if self.materialized(layer[0])]
        return [layer for layer in self._lasting if not needed.isdisjoint(layer)]

    def numeric(self, symbols: Sequence[Symbol]) -> bool:
        """Return True if one of the symbols depends on a numeric value."""
        every = set(symbols).union(*(self.below(symbol) for symbol in symbols))
        return any(
            isinstance(goal, Test) and is_numeric(goal)
            for symbol in every
            for rule in self.rules(symbol)
            for goal in goals_in(rule.body)
        )

    def listing(self, symbol: Symbol) -> Rule:
        """A rule that merely lists a symbol's rows."""
        terms = tuple(Variable(f"?{column}") for column in range(symbol.arity))
        return Rule(Literal(symbol, terms), (Literal(symbol, terms),))
