"""Dependencies of symbols: the rules that define them, what these depend on, and the order of computation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from relgym.model.program import Body, Either, Literal, Program, Role, Rule, Some, Symbol, Test, Without
from relgym.model.terms import Variable


def goals_in(body: Body) -> Iterator[Literal | Test]:
    """Every literal and test of a body, however deeply nested."""
    for goal in body:
        match goal:
            case Literal() | Test():
                yield goal
            case Without(inner) | Some(inner):
                yield from goals_in(inner)
            case Either(bodies):
                for inner in bodies:
                    yield from goals_in(inner)
            case _:
                assert_never(goal)


def numeric_tests(body: Body) -> Iterator[Test]:
    """Every comparison of numbers in a body, however deeply nested."""
    return (goal for goal in goals_in(body) if isinstance(goal, Test) and goal.sides)


class Dependencies:
    """The rules of a program by symbol, with the order in which bottom-up engines compute them."""

    def __init__(self, program: Program) -> None:
        self._rules: dict[Symbol, list[Rule]] = {}
        self._below: dict[Symbol, frozenset[Symbol]] = {}
        # By symbol, those in the bodies of its rules.
        self._direct: dict[Symbol, set[Symbol]] = {}
        self._numeric: set[Symbol] = set()
        self._used: set[Symbol] = set()
        self.recursive = program.recursive
        self._layers = list(program.strata)
        # The materialized ones among them, computed on the first use.
        self._lasting: list[tuple[Symbol, ...]] | None = None
        self._layered = {symbol for layer in program.strata for symbol in layer}
        self.add(program.rules)

    def add(self, rules: Sequence[Rule]) -> None:
        """Take further rules; their heads are in strata above all others, and none is recursive."""
        self._lasting = None
        for rule in rules:
            head = rule.head.symbol
            self._rules.setdefault(head, []).append(rule)
            direct = self._direct.setdefault(head, set())
            for goal in goals_in(rule.body):
                if isinstance(goal, Literal):
                    direct.add(goal.symbol)
                elif goal.sides:
                    self._numeric.add(head)
            self._used |= direct
        for rule in rules:
            self._add_layer(rule.head.symbol)

    def _add_layer(self, symbol: Symbol) -> None:
        """Give a new symbol a stratum of its own, after those of the new symbols that it depends on."""
        if symbol not in self._layered:
            self._layered.add(symbol)
            for other in self.below(symbol):
                if self.rules(other):
                    self._add_layer(other)
            self._layers.append((symbol,))

    def rules(self, symbol: Symbol) -> list[Rule]:
        return self._rules.get(symbol, [])

    def materialized(self, symbol: Symbol) -> bool:
        """Return True if a symbol's rows are computed once per state and stored, not found again for each question."""
        return symbol.role in (Role.DERIVED, Role.AUX) or (symbol in self._used and bool(self.rules(symbol)))

    def below(self, symbol: Symbol) -> frozenset[Symbol]:
        """All symbols that a symbol depends on, directly or not; itself too if it is recursive."""
        symbols = self._below.get(symbol)
        if symbols is None:
            symbols = self._below[symbol] = frozenset(self._reached([symbol]))
        return symbols

    def _reached(self, symbols: Sequence[Symbol]) -> set[Symbol]:
        """All symbols that some symbols depend on, directly or not, by one search: their sets one by one grow large."""
        seen: set[Symbol] = set()
        todo = [*symbols]
        while todo:
            new = self._direct.get(todo.pop(), seen) - seen
            seen |= new
            todo += new
        return seen

    def layers_below(self, symbols: Sequence[Symbol]) -> list[tuple[Symbol, ...]]:
        """The materialized strata that questions about these symbols depend on, lowest first."""
        needed = self._reached(symbols).union(symbols)
        if self._lasting is None:
            self._lasting = [layer for layer in self._layers if self.materialized(layer[0])]
        return [layer for layer in self._lasting if not needed.isdisjoint(layer)]

    def numeric(self, symbols: Sequence[Symbol]) -> bool:
        """Return True if one of the symbols depends on a numeric value."""
        return not self._numeric.isdisjoint(self._reached(symbols).union(symbols))

    def listing(self, symbol: Symbol) -> Rule:
        """A rule that merely lists a symbol's rows."""
        terms = tuple(Variable(f"?{column}") for column in range(symbol.arity))
        return Rule(Literal(symbol, terms), (Literal(symbol, terms),))
