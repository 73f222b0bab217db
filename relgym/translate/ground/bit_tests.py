"""Nodes of a circuit as tests of the bits of a state.

A conjunction is a test `bits & mask == wanted`. A formula that is no conjunction becomes a Python expression over
`bits`. Derived atoms and comparisons of numbers have bits of their own, above those of all atoms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from relgym.model.bits import bits_of, mask_of
from relgym.model.graphs import components
from relgym.model.pddl.grounded import FALSE, TRUE
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.translate.ground.circuit import Circuit, NodeKind
from relgym.translate.ground.effects import GroundEffect
from relgym.translate.ground.rules import RuleGrounder
from relgym.tuning.batched import AXIOM_CLAUSES_LIMIT, TEST_NODES_LIMIT

DEPTH_LIMIT = 60
"""The largest depth of its connectives; CPython's parser allows 200 nested brackets."""


class BitTest(NamedTuple):
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


class BitClause(NamedTuple):
    """A conjunction: the bits that must be true or must be false, and those of them that must be true."""

    mask: int
    wanted: int


class BitAxiom(NamedTuple):
    """A derived atom.

    Attributes:
        bit: The number of its bit.
        test: The condition under which it is true.
        clauses: The condition in disjunctive normal form, if the layer has disjunctions, and not too many.
    """

    bit: int
    test: BitTest
    clauses: Sequence[BitClause] = ()


class ConditionalChange(NamedTuple):
    """The bits of atoms that an action deletes and adds in states that pass a test.

    Atoms that are both deleted and added are true afterwards.
    """

    test: BitTest
    delete: int
    add: int


class TooManyBits(Exception):
    """A precondition is too large for a test of bits."""


class BitTests:
    """Writes nodes of a circuit as tests.

    Attributes:
        bits: The numbers of bits by the nodes of atoms, and of the derived atoms and comparisons met so far.
    """

    def __init__(self, grounder: RuleGrounder, vocabulary: Vocabulary) -> None:
        self._circuit: Circuit = grounder.circuit
        self.bits = {
            node: vocabulary.atom(name, row) for name, rows in grounder.atoms.items() for row, node in rows.items()
        }
        self._powers = {node: 1 << bit for node, bit in self.bits.items()}
        self._next = len(vocabulary.atoms)
        # The derived atoms whose definitions have not been written yet.
        self._derived: list[int] = []

    def _bit(self, node: int) -> int | None:
        """Return the bit of a node, if it has one of its own."""
        power = self._powers.get(node)
        kind = self._circuit.kinds[node]
        if power is None and kind in (NodeKind.LEAF, NodeKind.DEFINED):
            self.bits[node] = self._next
            power = self._powers[node] = 1 << self._next
            self._next += 1
            if kind is NodeKind.DEFINED:
                self._derived.append(node)
        return power

    def number(self, node: int) -> int:
        """Return the number of the bit of a derived atom, which has one from now on."""
        self._bit(node)
        return self.bits[node]

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

    def changes(self, effect: GroundEffect, outer: int = TRUE) -> Iterator[ConditionalChange]:
        """Yield the changes of an effect and of those inside it; `outer` is a node that must also be true."""
        condition = outer if effect.condition is None else self._circuit.all([outer, effect.condition])
        test = self.test(condition)
        if test is None:
            return
        delete = add = 0
        for node in effect.deletes:
            delete |= self._powers[node]
        for node in effect.adds:
            add |= self._powers[node]
        if delete or add:
            yield ConditionalChange(test, delete, add)
        for inner in effect.conditional:
            yield from self.changes(inner, condition)

    def axioms(self) -> list[list[BitAxiom]]:
        """Write the definitions of all derived atoms that got bits since the last call, the lowest layers first."""
        circuit = self._circuit
        tests: dict[int, BitTest | None] = {}
        conditions: dict[int, int] = {}
        while self._derived:
            node = self._derived.pop()
            tests[self.bits[node]] = self.test(circuit.operands[node][0])
            conditions[self.bits[node]] = circuit.operands[node][0]
        derived = mask_of(tests)
        edges = {bit: [*bits_of(test.reads & derived)] if test else [] for bit, test in tests.items()}
        layers = []
        for layer in components(edges, edges):
            tested = [BitAxiom(bit, test) for bit in layer if (test := tests[bit]) is not None]
            if any(axiom.test.rest for axiom in tested):
                tested = self._with_clauses(tested, conditions)
            if tested:
                layers.append(tested)
        return layers

    def _with_clauses(self, layer: list[BitAxiom], conditions: Mapping[int, int]) -> list[BitAxiom]:
        """Add clauses to the axioms of a layer, if there are not too many; `conditions` are nodes by bit."""
        axioms, left = [], AXIOM_CLAUSES_LIMIT
        for axiom in layer:
            clauses = self._clauses(conditions[axiom.bit], left)
            if clauses is None:
                return layer
            left -= len(clauses)
            axioms.append(axiom._replace(clauses=[*dict.fromkeys(clauses)]))
        return axioms

    def _clauses(self, node: int, most: int) -> list[BitClause] | None:
        """Return the disjunctive normal form of a node; `None` if it has more than `most` clauses."""
        circuit = self._circuit
        true, false, others = self._conjuncts(node)
        bit_clauses = [] if true & false or FALSE in others else [BitClause(true | false, true)]
        for other in others:
            operands: Sequence[int] = circuit.operands[other]
            if circuit.kinds[other] is NodeKind.NOT:
                # A negated conjunction.
                operands = [circuit.negated(each) for each in circuit.operands[operands[0]]]
            product: list[BitClause] = []
            for operand in operands:
                alternatives = self._clauses(operand, most)
                if alternatives is None or len(product) + len(bit_clauses) * len(alternatives) > most:
                    return None
                product += [
                    BitClause(one.mask | two.mask, one.wanted | two.wanted)
                    for one in bit_clauses
                    for two in alternatives
                    if not one.mask & two.mask & (one.wanted ^ two.wanted)
                ]
            bit_clauses = product
        return bit_clauses

    def _conjuncts(self, node: int) -> tuple[int, int, list[int]]:
        """Return the bits that must be true, those that must be false, and the other nodes that must be true."""
        circuit, powers = self._circuit, self._powers
        true = false = 0
        others: list[int] = []
        todo = [node]
        while todo:
            node = todo.pop()
            self._size += 1
            # Nearly all nodes are atoms.
            bit = powers.get(node)
            if bit is not None:
                true |= bit
                continue
            kind, operands = circuit.kinds[node], circuit.operands[node]
            if (bit := self._bit(node)) is not None:
                true |= bit
            elif kind is NodeKind.AND:
                todo += operands
            elif kind is NodeKind.NOT and (bit := self._bit(operands[0])) is not None:
                false |= bit
            elif kind is NodeKind.NOT and circuit.kinds[operands[0]] is NodeKind.OR:
                todo += map(circuit.negated, circuit.operands[operands[0]])
            elif node != TRUE:
                others.append(node)
        return true, false, others

    def _expression(self, node: int, depth: int = 0) -> str:
        """Write a node as a Python expression."""
        circuit = self._circuit
        self._size += 1
        if self._size > TEST_NODES_LIMIT or depth > DEPTH_LIMIT:
            raise TooManyBits
        bit = self._bit(node)
        if bit is not None:
            self._reads |= bit
            return f"bits & {bit}"
        kind, operands = circuit.kinds[node], circuit.operands[node]
        match kind:
            case NodeKind.CONSTANT:
                return str(node == TRUE)
            case NodeKind.NOT:
                return f"not ({self._expression(operands[0], depth + 1)})"
            case NodeKind.OR:
                return " or ".join(self._operand(other, depth) for other in operands)
            case NodeKind.AND:
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
