"""How large the join of a rule may get, known before it is grounded: grounding cannot be interrupted.

The bound multiplies, literal by literal, the most rows that agree on what is bound by then. It is never
too low, but may be far too high, so it decides how a rule is run, never whether it is.

>>> from relgym.model.program import Role, Symbol
>>> from relgym.model.terms import Variable
>>> on, top = Symbol(Role.FLUENT, "on", 2), Symbol(Role.DERIVED, "top", 2)
>>> x, y, z = (Variable(name) for name in ("?x", "?y", "?z"))
>>> rule = Rule(Literal(top, (x, z)), (Literal(on, (x, y)), Literal(on, (y, z))))
>>> Sizes({on: [(0, 1), (1, 2), (5, 2)]}, 6, [rule]).steps(rule)
6.0
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from relgym.model.program import Literal, Row, Rule, Symbol
from relgym.model.terms import Object, Variable


class Sizes:
    """Bounds for safe rules, given lowest stratum first, over facts that are all that ever hold at once."""

    def __init__(self, facts: Mapping[Symbol, Collection[Row]], objects: int, rules: Sequence[Rule] = ()) -> None:
        self._facts = facts
        self._objects = float(max(1, objects))
        self._most: dict[tuple[Symbol, tuple[int, ...]], float] = {}
        self._steps: dict[Rule, float] = {}
        self._rows: dict[Symbol, float] = {}
        self._open: Counter[Symbol] = Counter()
        self.add(rules)

    def add(self, rules: Sequence[Rule]) -> None:
        """Bound further rules, of symbols above all others."""
        self._open.update(rule.head.symbol for rule in rules)
        for rule in rules:
            symbol = rule.head.symbol
            steps = self._steps[rule] = self._bound(rule)
            self._rows[symbol] = min(self._rows.get(symbol, 0.0) + steps, self._objects**symbol.arity)
            self._open[symbol] -= 1

    def steps(self, rule: Rule) -> float:
        """The most bindings that the join of a rule goes through."""
        return self._steps[rule]

    def _bound(self, rule: Rule) -> float:
        bound: set[Variable] = set()
        rows, steps = 1.0, 0.0
        for goal in rule.body:
            if isinstance(goal, Literal):
                known = tuple(n for n, term in enumerate(goal.terms) if isinstance(term, Object) or term in bound)
                rows *= self._matching(goal.symbol, known)
                steps += rows
                bound.update(term for term in goal.terms if isinstance(term, Variable))
        return max(1.0, steps)

    def _matching(self, symbol: Symbol, known: tuple[int, ...]) -> float:
        """The most rows of a symbol that have the same objects in the known columns."""
        found = self._most.get((symbol, known))
        if found is None:
            facts = self._facts.get(symbol)
            if facts is not None:
                counts = Counter(tuple([row[column] for column in known]) for row in facts)
                return self._most.setdefault((symbol, known), float(max(counts.values(), default=0)))
            found = self._objects ** (symbol.arity - len(known))
            # A symbol of which some rules are not bounded yet depends on itself.
            if not self._open[symbol] and symbol in self._rows:
                found = min(found, self._rows[symbol])
        return found
