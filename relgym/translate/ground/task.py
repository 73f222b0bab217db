"""Ground actions over the bits of states: preconditions, the goal and the conditions of effects as tests of bits.

A ground action whose precondition is a conjunction is applicable if `bits & mask == wanted`. A formula that is no
conjunction becomes a Python expression over `bits`. Derived atoms and comparisons of numbers have bits of their own,
above those of all atoms; `BitAxiom` and `ComparisonBit` say when these are set.

>>> import relgym
>>> from relgym.reasoning.pddl.reachability import reached
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
>>> bin(task.goal.mask)
'0b10'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from relgym.model.arithmetic import compare
from relgym.model.bits import mask_of
from relgym.model.numeric import Expression, FluentValue, Value, fluents_in
from relgym.model.pddl.grounded import FALSE, TRUE
from relgym.model.pddl.vocabulary import Vocabulary
from relgym.model.program import LiftedEffect, Row, Symbol, Test
from relgym.model.terms import Object
from relgym.translate.ground.bit_tests import BitAxiom, BitTest, BitTests, ConditionalChange, TooManyBits
from relgym.translate.ground.effects import EffectGrounder
from relgym.translate.ground.rules import Binding, RuleGrounder, SharedNodes
from relgym.translate.program.normalize import substitute_expression
from relgym.translate.program.task import GOAL, Translation


@dataclass(frozen=True, slots=True)
class ComparisonBit:
    """The number of the bit of a comparison of ground expressions, and the comparison."""

    bit: int
    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class DerivedAtoms:
    """All derived atoms of a task, each with a bit.

    Attributes:
        axioms: Those that no test reads, in layers, as `GroundTask` has the others, on which they may depend.
        comparisons: The comparisons that only these read.
        rows: By the number of a bit, the index of the derived predicate with the row.
        predicates: The number of derived predicates.
    """

    axioms: Sequence[Sequence[BitAxiom]]
    comparisons: Sequence[ComparisonBit]
    rows: Mapping[int, tuple[int, Row]]
    predicates: int


@dataclass(frozen=True, slots=True)
class GroundTask:
    """The ground actions of a task, by their numbers.

    Attributes:
        actions: The actions with their preconditions.
        effects: What actions with conditional effects change. Those that draw, or change numbers by conditions, are
            left out.
        goal: The test of the goal; `None` if it is unreachable.
        axioms: The derived atoms that are read, in layers; a layer depends only on itself and on layers before.
        comparisons: The comparisons that are read.
        derived: Gives bits to all derived atoms; returns `None` if a definition is too large.
        within: The bits of all reachable atoms. In states with other atoms further actions may be applicable.
    """

    actions: Sequence[tuple[int, BitTest]]
    effects: Mapping[int, Sequence[ConditionalChange]]
    goal: BitTest | None
    axioms: Sequence[Sequence[BitAxiom]]
    comparisons: Sequence[ComparisonBit]
    within: int
    derived: Callable[[], DerivedAtoms | None]


def ground_task(
    translation: Translation,
    reached: Mapping[Symbol, Sequence[Row]],
    vocabulary: Vocabulary,
    number: Callable[[int, Row], int],
) -> GroundTask:
    """Ground the actions of a task.

    Args:
        translation: The task.
        reached: The rows within reach, as `relgym.reasoning.pddl.reachability.reached` finds them.
        vocabulary: Numbers the atoms, if they are not numbered yet.
        number: Numbers an action, given by the position of its schema and its arguments.

    Raises:
        TooManyBits: If a precondition, or the definition of a derived atom, has more than `SIZE_LIMIT` parts.
    """
    grounder = rule_grounder(translation, reached)
    tests = BitTests(grounder, vocabulary)
    within = mask_of(tests.bits.values())
    effect_grounder = EffectGrounder(grounder)
    # The grounder knows effects by their identities.
    lifted = [schema.effect._replace(updates=()) for schema in translation.schemas]
    actions: list[tuple[int, BitTest]] = []
    effects: dict[int, Sequence[ConditionalChange]] = {}
    for place, schema in enumerate(translation.schemas):
        [rule] = grounder.rules[schema.symbol]
        is_conditional = _changes_atoms_by_conditions(schema.effect)
        for row in reached[schema.symbol]:
            test = tests.test(grounder.formula(rule, row))
            if test is not None:
                action = number(place, row)
                actions.append((action, test))
                if is_conditional:
                    effects[action] = [*tests.changes(effect_grounder.ground(lifted[place], row))]
    [rule] = grounder.rules[GOAL]
    goal = tests.test(grounder.formula(rule))
    axioms = tests.axioms()
    comparisons = _comparisons(grounder, tests.bits)
    derived = cache(partial(_derived, grounder, reached, tests))
    return GroundTask(actions, effects, goal, axioms, comparisons, within, derived)


def _comparisons(grounder: _Grounder, bits: Mapping[int, int]) -> list[ComparisonBit]:
    """List the comparisons that have bits."""
    return [
        ComparisonBit(bits[node], test.operator, *sides)
        for node, (test, sides) in grounder.comparisons.items()
        if node in bits
    ]


def _derived(grounder: _Grounder, reached: Mapping[Symbol, Sequence[Row]], tests: BitTests) -> DerivedAtoms | None:
    """Give bits to all derived atoms, and to what only these read; return `None` if a definition is too large."""
    known = {comparison.bit for comparison in _comparisons(grounder, tests.bits)}
    rows: dict[int, tuple[int, Row]] = {}
    for index, symbol in enumerate(grounder.translation.derived):
        for row in reached[symbol]:
            node = grounder.node(symbol, row)
            assert node is not None, "its row is reached"
            rows[tests.number(node)] = index, row
    try:
        axioms = tests.axioms()
    except TooManyBits:
        return None
    comparisons = [each for each in _comparisons(grounder, tests.bits) if each.bit not in known]
    return DerivedAtoms(axioms, comparisons, rows, len(grounder.translation.derived))


def rule_grounder(translation: Translation, reached: Mapping[Symbol, Sequence[Row]]) -> _Grounder:
    """Return the grounder of a task on its own; derived atoms are defined, comparisons of numbers are leaves.

    Args:
        translation: The task.
        reached: The rows within reach, as `ground_task` takes them.
    """
    grounder = _Grounder(translation, reached, SharedNodes())
    _define_derived(grounder)
    return grounder


class _Grounder(RuleGrounder):
    """Grounds rules, and keeps comparisons of numbers as leaves with their variables bound."""

    def __init__(self, translation: Translation, reached: Mapping[Symbol, Sequence[Row]], shared: SharedNodes) -> None:
        super().__init__(translation, reached, shared)
        # By node, a comparison and its sides with all variables bound.
        self.comparisons: dict[int, tuple[Test, tuple[Expression, Expression]]] = {}

    def _compared(self, test: Test, binding: Binding) -> int:
        """Return the node of a comparison of numbers."""
        objects = {variable: self.task.objects[binding[variable.name]] for variable in test.variables}
        left, right = (substitute_expression(side, objects) for side in test.sides)
        if all(fluent.function not in self._changing for side in (left, right) for fluent in fluents_in(side)):
            return TRUE if compare(test.operator, left, right, self._fixed_value) else FALSE
        node = self.circuit.leaf(("comparison", test.operator, left, right))
        self.comparisons[node] = test, (left, right)
        return node

    def _fixed_value(self, fluent: FluentValue) -> Value | None:
        row = tuple(self.task.number[term.name] for term in fluent.terms if isinstance(term, Object))
        return self.translation.static_values.get((fluent.function, row))


def _changes_atoms_by_conditions(effect: LiftedEffect) -> bool:
    """Return True if conditions decide which atoms an effect changes, and nothing else."""
    inside = [part for _, part in effect.parts()][1:]
    return bool(inside) and effect.is_certain and not any(part.updates for part in inside)


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
