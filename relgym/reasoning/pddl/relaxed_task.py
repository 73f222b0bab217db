"""The delete relaxation of a ground task with chance: operators without deletes, one for each outcome.

Facts are nodes of circuits: atoms, their negations, and the formulas over them. In the all-outcomes determinisation
each outcome is an operator with the negative logarithm of its probability (Jimenez, Coles and Smith, 2006). An outcome
that changes nothing is tried again, so the probabilities of the others are relative to it, and costs are means.

>>> import relgym
>>> domain = '''(define (domain coin) (:requirements :probabilistic-effects) (:predicates (heads) (tails))
...   (:action toss :effect (probabilistic 1/4 (heads) 1/4 (tails))))'''
>>> reasoner = relgym.Reasoner(relgym.load(domain, "(define (problem p) (:domain coin) (:init) (:goal (tails)))"))
>>> relaxed = RelaxedTask(reasoner)
>>> [(operator.cost, round(operator.surprise, 3)) for operator in relaxed.operators]
[(2.0, 0.693), (2.0, 0.693)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import log
from typing import NamedTuple

from relgym.model.bits import mask_of
from relgym.model.pddl.domain import ActionSchema
from relgym.model.pddl.grounded import FALSE, TRUE
from relgym.model.program import LiftedEffect, Row
from relgym.reasoning.pddl.reachability import reached
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.translate.ground.circuit import NodeKind
from relgym.translate.ground.effects import EffectGrounder, GroundEffect
from relgym.translate.ground.task import rule_grounder
from relgym.translate.program.task import GOAL


class Operator(NamedTuple):
    """A way to make facts true.

    Attributes:
        needs: The facts that it needs.
        adds: The facts that it makes true.
        action: The number of its action; -1 if it is a part of a formula.
        cost: The mean cost of the action until something changes.
        surprise: The negative logarithm of the probability of the outcome.
    """

    needs: tuple[int, ...]
    adds: tuple[int, ...]
    action: int = -1
    cost: float = 0.0
    surprise: float = 0.0


class RelaxedTask:
    """The operators of a task.

    Attributes:
        operators: The operators.
        goal: The fact that is true where the goal holds.
        atoms: The facts of atoms, by bit.
        negations: The facts of negated atoms, by bit; of those alone that an operator reads.
        within: The bits of the atoms that the grounding knows.
    """

    def __init__(
        self, reasoner: PDDLReasoner, cost: Callable[[ActionSchema, Row], float] = lambda action, row: 1.0
    ) -> None:
        """Ground a task.

        Args:
            reasoner: The reasoner of the task.
            cost: Returns the cost of an action, given by its schema and the numbers of its objects.

        Raises:
            BackendError: Grounding takes longer than the limits of the reasoner allow.
        """
        translation = reasoner.translation
        rows = reached(translation, reasoner.engine.limits)
        self._grounder = grounder = rule_grounder(translation, rows)
        self._circuit = grounder.circuit
        self.operators: list[Operator] = []
        self._written: set[int] = set()
        self.atoms = {
            reasoner.vocabulary.atom(name, row): node
            for name, nodes in grounder.atoms.items()
            for row, node in nodes.items()
        }
        self.within = mask_of(self.atoms)
        self.goal = self._fact(grounder.formula(grounder.rules[GOAL][0]))
        effects = EffectGrounder(grounder)
        deleted: list[tuple[int, tuple[int, ...]]] = []
        # The grounder knows effects by their identities.
        lifted = [_without_numbers(schema.effect) for schema in translation.schemas]
        for schema, effect in zip(translation.schemas, lifted, strict=True):
            [rule] = grounder.rules[schema.symbol]
            for row in rows[schema.symbol]:
                needs = self._conjuncts(grounder.formula(rule, row))
                if FALSE not in needs:
                    self._add(effects.ground(effect, row), needs, cost(schema.action, row), deleted)
        negations = {self._circuit.negated(node): bit for bit, node in self.atoms.items()}
        self.negations = {bit: node for node, bit in negations.items() if node in self._written}
        self._add_negations(deleted)
        self.operators = [operator for operator in self.operators if operator.adds]

    def _add_negations(self, deleted: Iterable[tuple[int, tuple[int, ...]]]) -> None:
        """Let operators add the negations, as far as these are read, of the atoms that they delete."""
        read = {self.atoms[bit]: node for bit, node in self.negations.items()}
        for number, nodes in deleted:
            operator = self.operators[number]
            also = tuple(read[node] for node in nodes if node in read)
            self.operators[number] = operator._replace(adds=operator.adds + also)

    def _add(
        self, effect: GroundEffect, needs: tuple[int, ...], cost: float, deleted: list[tuple[int, tuple[int, ...]]]
    ) -> None:
        """Write the operators of an action."""
        action = len(self.operators)
        repeated = _repeated(effect)
        for condition, probability, part in _parts(effect):
            facts = tuple(dict.fromkeys((*needs, *(fact for node in condition for fact in self._conjuncts(node)))))
            if FALSE not in facts and (part.adds or part.deletes):
                share = probability / (1 - repeated)
                deleted.append((len(self.operators), part.deletes))
                self.operators.append(Operator(facts, part.adds, action, cost / (1 - repeated), max(0.0, -log(share))))

    def _conjuncts(self, node: int) -> tuple[int, ...]:
        """Return the conjuncts of a node."""
        if node == TRUE:
            return ()
        if self._circuit.kinds[node] is NodeKind.AND:
            return tuple(fact for inner in self._circuit.operands[node] for fact in self._conjuncts(inner))
        return (self._fact(node),)

    def _fact(self, node: int) -> int:
        """Write the operators that make a node true, once."""
        if node in self._written:
            return node
        self._written.add(node)
        operands = self._circuit.operands[node]
        match self._circuit.kinds[node]:
            case NodeKind.CONSTANT:
                if node == TRUE:
                    self.operators.append(Operator((), (node,)))
            case NodeKind.LEAF:
                if node in self._grounder.comparisons:
                    # Any number is assumed to be as needed.
                    self.operators.append(Operator((), (node,)))
            case NodeKind.AND:
                self.operators.append(Operator(self._conjuncts(node), (node,)))
            case NodeKind.OR | NodeKind.DEFINED:
                for inner in operands:
                    self.operators.append(Operator(self._conjuncts(inner), (node,)))
            case NodeKind.NOT:
                self._negation(node, operands[0])
            case kind:
                raise AssertionError(f"a formula has no {kind.name}")
        return node

    def _negation(self, node: int, inner: int) -> None:
        """Write the operators of a negation; the negation of an atom becomes true by deletes."""
        negated = self._circuit.negated
        match self._circuit.kinds[inner]:
            case NodeKind.LEAF if inner not in self._grounder.comparisons:
                pass
            case NodeKind.AND:
                for each in self._circuit.operands[inner]:
                    self.operators.append(Operator(self._conjuncts(negated(each)), (node,)))
            case NodeKind.OR:
                needs = [fact for each in self._circuit.operands[inner] for fact in self._conjuncts(negated(each))]
                self.operators.append(Operator(tuple(dict.fromkeys(needs)), (node,)))
            case _:
                # Derived atoms and comparisons are taken for false.
                self.operators.append(Operator((), (node,)))


def _without_numbers(effect: LiftedEffect) -> LiftedEffect:
    return effect._replace(
        updates=(),
        conditional=tuple(map(_without_numbers, effect.conditional)),
        probabilistic=tuple(
            tuple((share, _without_numbers(outcome)) for share, outcome in outcomes)
            for outcomes in effect.probabilistic
        ),
    )


def _parts(
    effect: GroundEffect, condition: tuple[int, ...] = (), probability: float = 1.0
) -> Iterator[tuple[tuple[int, ...], float, GroundEffect]]:
    """Yield an effect and those inside it, each with its conditions and the probability of the draws around it."""
    if effect.condition is not None:
        condition += (effect.condition,)
    yield condition, probability, effect
    for inner in effect.conditional:
        yield from _parts(inner, condition, probability)
    for outcomes in effect.probabilistic:
        for share, outcome in outcomes:
            if share:
                yield from _parts(outcome, condition, probability * float(share))


def _repeated(effect: GroundEffect) -> float:
    """Return the probability that nothing changes, of an action whose effect is one draw; else 0."""
    if effect.condition is not None or effect.adds or effect.deletes:
        return 0.0
    if len(effect.conditional) + len(effect.probabilistic) != 1:
        return 0.0
    if effect.conditional:
        return _repeated(effect.conditional[0])
    changing = [share for share, outcome in effect.probabilistic[0] if outcome != GroundEffect()]
    return 1.0 - float(sum(changing)) if changing else 0.0
