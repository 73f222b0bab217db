"""Bodies of rules with their variables bound to objects, as nodes of a circuit.

What the relaxation has not reached is false, what never changes is worked off, so that a node holds only what can
differ between states.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import eq, ge, gt, le, lt
from typing import assert_never

from relgym.model.grounded import FALSE, TRUE
from relgym.model.numeric import Arithmetic, Expression, FluentValue, Number
from relgym.model.program import Body, Either, Literal, Role, Row, Rule, Some, Symbol, Test, Without
from relgym.model.terms import Object, Term, Variable
from relgym.translate.ground_circuit import Circuit
from relgym.translate.ground_numbers import UNDEFINED, Numbers
from relgym.translate.positions import Place, Positions
from relgym.translate.task import Translation

Binding = Mapping[str, int]
"""The numbers of objects by the names of variables, of which no two in a rule have the same."""

Pattern = tuple[str | int, ...]
"""The terms of a literal: names of variables, and numbers of objects."""

_HOLDS: Mapping[str, Callable[[Fraction, Fraction], bool]] = {"=": eq, "<": lt, "<=": le, ">": gt, ">=": ge}


class Shared:
    """What all problems of a batch have in common: the circuit, the numbers, and derived atoms as defined nodes."""

    def __init__(self) -> None:
        self.circuit = Circuit()
        self.numbers = Numbers()
        self._derived: dict[Place, int] = {}
        self.comparisons: dict[tuple[str, int, int], int] = {}

    def derived(self, place: Place) -> int:
        found = self._derived.get(place)
        if found is None:
            found = self._derived[place] = self.circuit.defined()
        return found

    def comparison(self, operator: str, left: int, right: int) -> int:
        """The node of a comparison of nodes of numbers; one with what has no value is false."""
        if UNDEFINED in (left, right):
            return FALSE
        if operator == "=" and left == right:
            # It asks whether there is a value; so it must for what that rests on.
            return self.circuit.all([self._compared("=", leaf, leaf) for leaf in {*self.numbers.read(left)}])
        first, second = self.numbers.value(left), self.numbers.value(right)
        if first is not None and second is not None:
            return TRUE if _HOLDS[operator](first, second) else FALSE
        return self._compared(operator, left, right)

    def _compared(self, operator: str, left: int, right: int) -> int:
        key = (operator, left, right)
        if key not in self.comparisons:
            self.comparisons[key] = self.circuit.leaf(("comparison", key))
        return self.comparisons[key]


class RuleGrounder:
    """Grounds the rules of one problem; `reached` are the rows within reach, as `relgym.grounding` gives them."""

    def __init__(self, translation: Translation, reached: Mapping[Symbol, Sequence[Row]], shared: Shared) -> None:
        self.translation = translation
        self.task = translation.task
        self.shared = shared
        self.circuit = shared.circuit
        self.positions = Positions(self.task)
        program = translation.program
        self.rules: defaultdict[Symbol, list[Rule]] = defaultdict(list)
        for rule in program.rules:
            self.rules[rule.head.symbol].append(rule)
        self._rows: dict[Symbol, Sequence[Row]] = {symbol: tuple(rows) for symbol, rows in program.facts.items()}
        self._nodes: dict[Symbol, Mapping[Row, int]] = {
            symbol: dict.fromkeys(rows, TRUE) for symbol, rows in program.facts.items()
        }
        self.auxiliaries = tuple(symbol for symbol in self.rules if symbol.role is Role.AUX)
        self._changing = {name for name, _ in program.functions}
        self.atoms: dict[str, Mapping[Row, int]] = {}
        for symbol in program.fluents:
            self._rows[symbol] = reached[symbol]
            self._nodes[symbol] = self.atoms[symbol.name] = {
                row: self.circuit.leaf(("atom", self.place(symbol.name, row))) for row in reached[symbol]
            }
        for symbol in translation.derived:
            self._rows[symbol] = reached[symbol]
            self._nodes[symbol] = {row: shared.derived(self.place(symbol.name, row)) for row in reached[symbol]}
        for symbol in self.auxiliaries:
            # Those of several problems have nothing to do with each other.
            self._rows[symbol] = reached[symbol]
            self._nodes[symbol] = {row: self.circuit.defined() for row in reached[symbol]}
        self._plans: dict[int, tuple[Mapping[Row, int], Pattern]] = {}
        self._matching: dict[tuple[Symbol, tuple[int, ...]], dict[Row, list[Row]]] = {}

    def place(self, name: str, row: Row) -> Place:
        """What an atom, a fluent or an action is in every problem."""
        positions = self.positions.of_number
        return name, tuple([positions[number] for number in row])

    def node(self, symbol: Symbol, row: Row) -> int | None:
        """The node of an atom, None for one that is out of reach."""
        return self._nodes[symbol].get(row)

    def formula(self, rule: Rule, row: Row = ()) -> int:
        """The node that says whether a rule's body holds for this row of its head."""
        return self._body(rule.body, dict(zip(_names(rule), row, strict=True)))

    def answers(self, rule: Rule, bound: Row = ()) -> dict[Row, int]:
        """For each row of a rule's head that begins with `bound` and is within reach the node that says if it holds."""
        names = _names(rule)
        found: defaultdict[Row, list[int]] = defaultdict(list)
        for binding, nodes in self._solved(rule.body, 0, dict(zip(names, bound, strict=False)), []):
            found[tuple([binding[name] for name in names])].append(self.circuit.all(nodes))
        return {row: self.circuit.any(nodes) for row, nodes in sorted(found.items())}

    # -- bodies ------------------------------------------------------------------------------

    def _body(self, body: Body, binding: Binding) -> int:
        """The node of a body, whose variables that are not bound are its own."""
        return self.circuit.any([self.circuit.all(nodes) for _, nodes in self._solved(body, 0, binding, [])])

    def _solved(self, body: Body, at: int, binding: Binding, nodes: list[int]) -> Iterator[tuple[Binding, list[int]]]:
        """Every way to bind a body's variables from a goal on, with the nodes that must be true for it."""
        for place in range(at, len(body)):
            goal = body[place]
            if isinstance(goal, Literal):
                known, pattern = self._plan(goal)
                try:
                    row = tuple([term if term.__class__ is int else binding[term] for term in pattern])  # type: ignore[index]
                except KeyError:
                    for more, node in self._matches(goal, pattern, binding):
                        yield from self._solved(body, place + 1, more, [*nodes, node])
                    return
                node = known.get(row, FALSE)
            else:
                node = self._goal(goal, binding)
            if node == FALSE:
                return
            if node != TRUE:
                nodes = [*nodes, node]
        yield binding, nodes

    def _plan(self, literal: Literal) -> tuple[Mapping[Row, int], Pattern]:
        """The nodes of a literal's symbol, and its terms."""
        found = self._plans.get(id(literal))
        if found is None:
            # By identity, which is safe as long as the rules live: hashing literals would take longer than the rest.
            found = self._plans[id(literal)] = self._nodes[literal.symbol], self._pattern(literal.terms)
        return found

    def _pattern(self, terms: Sequence[Term]) -> Pattern:
        return tuple(self.task.number[term.name] if isinstance(term, Object) else term.name for term in terms)

    def _goal(self, goal: Test | Without | Some | Either, binding: Binding) -> int:
        """The node of a goal whose outer variables are bound."""
        match goal:
            case Test(operator, left, right) if isinstance(left, Term) and isinstance(right, Term):
                first, second = self._row((left, right), binding)
                return TRUE if (first == second) == (operator == "=") else FALSE
            case Test(operator, left, right):
                assert not isinstance(left, Term)
                assert not isinstance(right, Term)
                return self.shared.comparison(operator, self.number(left, binding), self.number(right, binding))
            case Without(body):
                return self.circuit.negated(self._body(body, binding))
            case Some(body):
                return self._body(body, binding)
            case Either(bodies):
                return self.circuit.any([self._body(body, binding) for body in bodies])
            case _:
                assert_never(goal)

    def _matches(self, literal: Literal, pattern: Pattern, binding: Binding) -> Iterator[tuple[Binding, int]]:
        """The rows within reach that a literal may bind its variables to, and their nodes."""
        nodes = self._nodes[literal.symbol]
        known = tuple(n for n, term in enumerate(pattern) if isinstance(term, int) or term in binding)
        index = self._matching.get((literal.symbol, known))
        if index is None:
            index = self._matching[literal.symbol, known] = {}
            for row in self._rows[literal.symbol]:
                index.setdefault(tuple([row[n] for n in known]), []).append(row)
        for row in index.get(self._row([literal.terms[n] for n in known], binding), ()):
            more = dict(binding)
            for term, number in zip(pattern, row, strict=True):
                # A variable may stand in several columns.
                if isinstance(term, str) and more.setdefault(term, number) != number:
                    break
            else:
                yield more, nodes[row]

    def _row(self, terms: Sequence[Term], binding: Binding) -> Row:
        return tuple([term if isinstance(term, int) else binding[term] for term in self._pattern(terms)])

    # -- numbers -----------------------------------------------------------------------------

    def number(self, expression: Expression, binding: Binding) -> int:
        """The node of a numeric expression; raises `UnsupportedFeature` for what arrays do not carry."""
        numbers = self.shared.numbers
        match expression:
            case Number(value):
                return numbers.constant(value)
            case FluentValue(function, terms):
                row = self._row(terms, binding)
                if function in self._changing:
                    return numbers.leaf(("value", self.place(function, row)))
                known = self.translation.static_values.get((function, row))
                return UNDEFINED if known is None else numbers.constant(known)
            case Arithmetic(operator, operands, span):
                found = [self.number(operand, binding) for operand in operands]
                if len(found) == 1:
                    return numbers.combined(operator, numbers.constant(0), found[0], span)
                return reduce(lambda total, other: numbers.combined(operator, total, other, span), found)
            case _:
                assert_never(expression)


def _names(rule: Rule) -> tuple[str, ...]:
    return tuple(term.name for term in rule.head.terms if isinstance(term, Variable))
