"""Bodies of rules with their variables bound to objects, as nodes of a circuit.

Atoms that the relaxation has not reached are false, and static atoms are evaluated, so that a node depends only on
atoms that can differ between states.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from typing import assert_never

from relgym.model.arithmetic import COMPARISONS
from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number
from relgym.model.pddl.grounded import FALSE, TRUE
from relgym.model.program import Role, Row, Rule, Symbol, Test
from relgym.model.terms import Object, Variable
from relgym.translate.ground.circuit import Circuit
from relgym.translate.ground.joins import Answers, Formula, Joins
from relgym.translate.ground.numbers import UNDEFINED, NumberGraph
from relgym.translate.program.positions import PositionKey, Positions
from relgym.translate.program.task import Translation

Binding = Mapping[str, int]
"""The numbers of objects by the names of variables, which are unique within a rule."""


class SharedNodes:
    """The parts that all problems of a batch share: the circuit, the numbers, and derived atoms as defined nodes."""

    def __init__(self) -> None:
        self.circuit = Circuit()
        self.numbers = NumberGraph()
        self._derived: dict[PositionKey, int] = {}
        self.comparisons: dict[tuple[str, int, int], int] = {}

    def derived(self, key: PositionKey) -> int:
        node = self._derived.get(key)
        if node is None:
            node = self._derived[key] = self.circuit.defined()
        return node

    def comparison(self, operator: str, left: int, right: int) -> int:
        """Return the node of a comparison of numbers, given as nodes; it is false if one of them has no value."""
        if UNDEFINED in (left, right):
            return FALSE
        if operator == "=" and left == right:
            # The comparison is true if the number has a value, which it has if all leaves that it depends on have.
            return self.circuit.all([self._compared("=", leaf, leaf) for leaf in {*self.numbers.read(left)}])
        first, second = self.numbers.value(left), self.numbers.value(right)
        if first is not None and second is not None:
            return TRUE if COMPARISONS[operator](first, second) else FALSE
        return self._compared(operator, left, right)

    def _compared(self, operator: str, left: int, right: int) -> int:
        key = (operator, left, right)
        if key not in self.comparisons:
            self.comparisons[key] = self.circuit.leaf(("comparison", key))
        return self.comparisons[key]


class RuleGrounder:
    """Grounds the rules of one problem; `reached` are its reachable rows (`reasoning.pddl.reachability`)."""

    def __init__(self, translation: Translation, reached: Mapping[Symbol, Sequence[Row]], shared: SharedNodes) -> None:
        self.translation = translation
        self.task = translation.task
        self.shared = shared
        self.circuit = shared.circuit
        self.positions = Positions(self.task)
        program = translation.program
        self.rules: defaultdict[Symbol, list[Rule]] = defaultdict(list)
        for rule in program.rules:
            self.rules[rule.head.symbol].append(rule)
        self._nodes: dict[Symbol, Mapping[Row, int]] = {}
        self.auxiliaries = tuple(symbol for symbol in self.rules if symbol.role is Role.AUX)
        self._changing = {name for name, _ in program.functions}
        self.atoms: dict[str, Mapping[Row, int]] = {}
        for symbol in program.fluents:
            self._nodes[symbol] = self.atoms[symbol.name] = {
                row: self.circuit.leaf(("atom", self.key(symbol.name, row))) for row in reached[symbol]
            }
        for symbol in translation.derived:
            self._nodes[symbol] = {row: shared.derived(self.key(symbol.name, row)) for row in reached[symbol]}
        for symbol in self.auxiliaries:
            # Auxiliary symbols of different problems are unrelated.
            self._nodes[symbol] = {row: self.circuit.defined() for row in reached[symbol]}
        fixed = {symbol: rows for symbol, rows in program.facts.items() if symbol not in self._nodes}
        self._joins = Joins(self.circuit, self.task.number, fixed, self._nodes, self._compared)
        self._formulas: dict[int, Formula] = {}
        self._answers: dict[tuple[int, int], Answers] = {}

    def key(self, name: str, row: Row) -> PositionKey:
        """Return the key of an atom, a fluent or an action, which is the same in every problem."""
        positions = self.positions.of_number
        return name, tuple([positions[number] for number in row])

    def node(self, symbol: Symbol, row: Row) -> int | None:
        """Return the node of an atom, or None if it is unreachable."""
        return self._nodes[symbol].get(row)

    def nodes(self, symbol: Symbol) -> Collection[int]:
        """Return the nodes of all reachable atoms of a symbol."""
        return self._nodes[symbol].values()

    def formula(self, rule: Rule, row: Row = ()) -> int:
        """Return the node of a rule's body for this row of its head."""
        join = self._formulas.get(id(rule))
        if join is None:
            # By identity, which is safe while the rules live; hashing rules would take longer than the rest.
            join = self._formulas[id(rule)] = self._joins.formula(rule.body, _variables(rule))
        return join(*row)

    def answers(self, rule: Rule, bound: Row = ()) -> dict[Row, int]:
        """Return the node of a rule's body for each reachable row of its head that begins with `bound`."""
        join = self._answers.get((id(rule), len(bound)))
        if join is None:
            head = _variables(rule)
            join = self._answers[id(rule), len(bound)] = self._joins.answers(rule.body, head[: len(bound)], head)
        return join(*bound)

    def _compared(self, test: Test, binding: Binding) -> int:
        """Return the node of a comparison of numbers."""
        left, right = (self.number(side, binding) for side in test.sides)
        return self.shared.comparison(test.operator, left, right)

    # -- numbers -----------------------------------------------------------------------------

    def number(self, expression: Expression, binding: Binding) -> int:
        """Return the node of a numeric expression; raises `UnsupportedFeature` for one that arrays cannot compute."""
        numbers = self.shared.numbers
        match expression:
            case Number(value):
                return numbers.constant(value)
            case FluentValue(function, terms):
                row = tuple([self.task.number[t.name] if isinstance(t, Object) else binding[t.name] for t in terms])
                if function in self._changing:
                    return numbers.leaf(("value", self.key(function, row)))
                known = self.translation.static_values.get((function, row))
                return UNDEFINED if known is None else numbers.constant(known)
            case Arithmetic(operator, operands, span):
                nodes = [self.number(operand, binding) for operand in operands]
                if len(nodes) == 1:
                    return numbers.combined(operator, numbers.constant(0), nodes[0], span)
                return reduce(lambda total, other: numbers.combined(operator, total, other, span), nodes)
            case _:
                assert_never(expression)


def _variables(rule: Rule) -> tuple[Variable, ...]:
    return tuple(term for term in rule.head.terms if isinstance(term, Variable))
