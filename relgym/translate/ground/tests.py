"""The preconditions of ground actions as tests of bits: of atoms, of derived atoms, and of comparisons of numbers.

A ground action whose precondition is a conjunction is applicable if `bits & mask == wanted`. What is no conjunction
becomes a Python expression over `bits`. Derived atoms and comparisons have bits of their own, above those of all atoms;
`Axiom` and `Comparison` say when these are set.

>>> import relgym
>>> from relgym.grounding import reached
>>> domain = '''(define (domain d) (:requirements :adl :derived-predicates :numeric-fluents)
...   (:predicates (at ?x) (road ?x ?y) (shut) (wet) (free ?x)) (:functions (fuel))
...   (:derived (free ?x) (or (at ?x) (not (wet))))
...   (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y) (not (shut)) (> (fuel) 1))
...    :effect (and (not (at ?x)) (at ?y) (decrease (fuel) 1)))
...   (:action wait :parameters (?x) :precondition (or (shut) (and (at ?x) (free ?x))) :effect (and (shut) (wet))))'''
>>> problem = '''(define (problem p) (:domain d) (:objects a b) (:init (at a) (wet) (road a b) (= (fuel) 3))
...   (:goal (at b)))'''
>>> reasoner = relgym.Reasoner(relgym.load(domain, problem))
>>> rows = reached(reasoner.translation)
>>> task = ground_task(reasoner.translation, rows, reasoner.vocabulary, lambda place, row: place)
>>> for number, test in task.actions:
...     print(number, bin(test.mask), bin(test.wanted), *filter(None, [test.rest]))
0 0b10101 0b10001
1 0b0 0b0 bits & 4 or (bits & 33 == 33)
1 0b0 0b0 bits & 4 or (bits & 66 == 66)
>>> sorted((axiom.bit, axiom.test.rest) for layer in task.axioms for axiom in layer)
[(5, 'bits & 1 or (not (bits & 8))'), (6, 'bits & 2 or (not (bits & 8))')]
>>> [(comparison.bit, str(comparison.left), comparison.operator) for comparison in task.comparisons]
[(4, '(fuel)', '>')]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from relgym.model.arithmetic import compare
from relgym.model.grounded import FALSE, TRUE
from relgym.model.numeric import Expression, FluentValue, Value
from relgym.model.program import Row, Symbol, Test
from relgym.model.state import Vocabulary, bits_of, mask_of
from relgym.model.terms import Object, Term
from relgym.read.strata import components
from relgym.translate.ground.circuit import Circuit, Kind
from relgym.translate.ground.rules import Binding, RuleGrounder, Shared
from relgym.translate.program.normalize import substitute_expression
from relgym.translate.program.symbols import fluents_in
from relgym.translate.program.task import Translation

SIZE_LIMIT = 2000
"""How many nodes a test is made of, at most."""

DEPTH_LIMIT = 60
"""How deep its connectives are nested, at most: CPython's parser reads 200 brackets inside each other."""


@dataclass(frozen=True, slots=True)
class BitTest:
    """A condition on bits.

    Attributes:
        mask: The bits that must be true or must be false.
        wanted: Those of them that must be true.
        rest: What else must hold, as a Python expression over `bits`; empty if that is all.
        reads: All bits that matter.
    """

    mask: int
    wanted: int
    rest: str
    reads: int


@dataclass(frozen=True, slots=True)
class Axiom:
    """The number of the bit of a derived atom, and when it is true."""

    bit: int
    test: BitTest


@dataclass(frozen=True, slots=True)
class Comparison:
    """The number of the bit of a comparison of ground expressions, and the comparison."""

    bit: int
    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class GroundTask:
    """The ground actions of a task, by their numbers, with their preconditions.

    Attributes:
        actions: The actions.
        axioms: The derived atoms that are read, in layers; those of a layer rest on each other and on layers before.
        comparisons: The comparisons that are read.
        within: The bits of all atoms within reach. In states with other atoms further actions may be applicable.
    """

    actions: Sequence[tuple[int, BitTest]]
    axioms: Sequence[Sequence[Axiom]]
    comparisons: Sequence[Comparison]
    within: int


class TooLarge(Exception):
    """A precondition is too large for a test of bits."""


def ground_task(
    translation: Translation,
    reached: Mapping[Symbol, Sequence[Row]],
    vocabulary: Vocabulary,
    number: Callable[[int, Row], int],
) -> GroundTask:
    """Ground the actions of a task.

    Args:
        translation: The task.
        reached: The rows within reach, as `relgym.grounding.reached` finds them.
        vocabulary: Numbers the atoms, if they are not numbered yet.
        number: Numbers an action, given by the position of its schema and its arguments.

    Raises:
        TooLarge: If a precondition, or the definition of a derived atom, has more than `SIZE_LIMIT` parts.
    """
    grounder = _Grounder(translation, reached, Shared())
    _define_derived(grounder)
    tests = _Tests(grounder, vocabulary)
    within = mask_of(tests.bits.values())
    actions: list[tuple[int, BitTest]] = []
    for place, schema in enumerate(translation.schemas):
        [rule] = grounder.rules[schema.symbol]
        for row in reached[schema.symbol]:
            test = tests.test(grounder.formula(rule, row))
            if test is not None:
                actions.append((number(place, row), test))
    axioms = tests.axioms()
    comparisons = [
        Comparison(tests.bits[node], test.operator, *sides)
        for node, (test, sides) in grounder.comparisons.items()
        if node in tests.bits
    ]
    return GroundTask(actions, axioms, comparisons, within)


class _Grounder(RuleGrounder):
    """Grounds rules; comparisons of numbers stay as they are, with their variables bound."""

    def __init__(self, translation: Translation, reached: Mapping[Symbol, Sequence[Row]], shared: Shared) -> None:
        super().__init__(translation, reached, shared)
        # By node, a comparison and its sides with all variables bound.
        self.comparisons: dict[int, tuple[Test, tuple[Expression, Expression]]] = {}

    def _compared(self, test: Test, binding: Binding) -> int:
        """The node of a comparison of numbers."""
        assert not isinstance(test.left, Term)
        assert not isinstance(test.right, Term)
        objects = {variable: self.task.objects[binding[variable.name]] for variable in test.variables}
        left, right = substitute_expression(test.left, objects), substitute_expression(test.right, objects)
        if all(fluent.function not in self._changing for side in (left, right) for fluent in fluents_in(side)):
            return TRUE if compare(test.operator, left, right, self._fixed_value) else FALSE
        node = self.circuit.leaf(("comparison", test.operator, left, right))
        self.comparisons[node] = test, (left, right)
        return node

    def _fixed_value(self, fluent: FluentValue) -> Value | None:
        row = tuple(self.task.number[term.name] for term in fluent.terms if isinstance(term, Object))
        return self.translation.static_values.get((fluent.function, row))


def _define_derived(grounder: RuleGrounder) -> None:
    """Define derived atoms by the ways in which they hold."""
    circuit = grounder.circuit
    for symbol in (*grounder.translation.derived, *grounder.auxiliaries):
        bodies: dict[int, list[int]] = {}
        for rule in grounder.rules[symbol]:
            for row, node in grounder.answers(rule).items():
                head = grounder.node(symbol, row)
                if head is not None:
                    bodies.setdefault(head, []).append(node)
        for head, nodes in bodies.items():
            circuit.define(head, circuit.any(nodes))


class _Tests:
    """Writes nodes of a circuit as tests of bits.

    Attributes:
        bits: The numbers of bits by the nodes of atoms, and of the derived atoms and comparisons met so far.
    """

    def __init__(self, grounder: RuleGrounder, vocabulary: Vocabulary) -> None:
        self._circuit: Circuit = grounder.circuit
        self.bits = {
            node: vocabulary.atom(name, row) for name, rows in grounder.atoms.items() for row, node in rows.items()
        }
        self._next = len(vocabulary.atoms)
        # The derived atoms whose definitions have not been written yet.
        self._derived: list[int] = []

    def _bit(self, node: int) -> int | None:
        """The bit of a node, if it has one of its own."""
        bit = self.bits.get(node)
        kind = self._circuit.kinds[node]
        if bit is None and kind in (Kind.LEAF, Kind.DEFINED):
            bit = self.bits[node] = self._next
            self._next += 1
            if kind is Kind.DEFINED:
                self._derived.append(node)
        return None if bit is None else 1 << bit

    def test(self, node: int) -> BitTest | None:
        """Write a node as a test; `None` if it is never true."""
        if node == FALSE:
            return None
        self._size = self._reads = 0
        true, false, others = self._conjuncts(node)
        if true & false:
            return None
        texts = [self._expression(other) for other in others]
        rest = texts[0] if len(texts) == 1 else " and ".join(f"({text})" for text in texts)
        return BitTest(true | false, true, rest, self._reads | true | false)

    def axioms(self) -> list[list[Axiom]]:
        """Write the definitions of all derived atoms that are read, the lowest layers first."""
        circuit = self._circuit
        tests: dict[int, BitTest | None] = {}
        while self._derived:
            node = self._derived.pop()
            tests[self.bits[node]] = self.test(circuit.operands[node][0])
        derived = mask_of(tests)
        edges = {bit: [*bits_of(test.reads & derived)] if test else [] for bit, test in tests.items()}
        layers = []
        for layer in components(edges):
            found = [Axiom(bit, test) for bit in layer if (test := tests[bit]) is not None]
            if found:
                layers.append(found)
        return layers

    def _conjuncts(self, node: int) -> tuple[int, int, list[int]]:
        """The bits that must be true, those that must be false, and the nodes that must be true besides."""
        circuit = self._circuit
        true = false = 0
        others: list[int] = []
        todo = [node]
        while todo:
            node = todo.pop()
            kind, operands = circuit.kinds[node], circuit.operands[node]
            bit = self._bit(node)
            self._size += 1
            if bit is not None:
                true |= bit
            elif kind is Kind.AND:
                todo += operands
            elif kind is Kind.NOT and (bit := self._bit(operands[0])) is not None:
                false |= bit
            elif kind is Kind.NOT and circuit.kinds[operands[0]] is Kind.OR:
                todo += map(circuit.negated, circuit.operands[operands[0]])
            elif node != TRUE:
                others.append(node)
        return true, false, others

    def _expression(self, node: int, depth: int = 0) -> str:
        """Write a node as a Python expression."""
        circuit = self._circuit
        self._size += 1
        if self._size > SIZE_LIMIT or depth > DEPTH_LIMIT:
            raise TooLarge
        bit = self._bit(node)
        if bit is not None:
            self._reads |= bit
            return f"bits & {bit}"
        kind, operands = circuit.kinds[node], circuit.operands[node]
        match kind:
            case Kind.CONSTANT:
                return str(node == TRUE)
            case Kind.NOT:
                return f"not ({self._expression(operands[0], depth + 1)})"
            case Kind.OR:
                return " or ".join(self._operand(other, depth) for other in operands)
            case Kind.AND:
                true, false, others = self._conjuncts(node)
                if true & false:
                    return "False"
                self._reads |= true | false
                texts = [f"bits & {true | false} == {true}"] if true | false else []
                return " and ".join([*texts, *(self._operand(other, depth) for other in others)])
            case _:
                raise AssertionError("preconditions are made of atoms, comparisons and connectives")

    def _operand(self, node: int, depth: int) -> str:
        text = self._expression(node, depth + 1)
        return text if self._bit(node) is not None else f"({text})"
