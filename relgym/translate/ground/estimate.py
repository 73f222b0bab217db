"""Estimate the size of a grounding before it is computed.

The bindings of a rule's variables are the leaves of a tree. Each literal of a static predicate is a level, with one
branch for each matching row. The estimated number of leaves is the mean, over many random descents, of the product of
the branches on the way (Knuth, Estimating the efficiency of backtrack programs, 1975). It counts all bindings that
types and static atoms allow, and so more than the reachable ones.

>>> import relgym
>>> domain = "(define (domain d) (:predicates (p ?x) (q ?x ?y)) (:action a :parameters (?x ?y) :effect (q ?x ?y)))"
>>> problem = "(define (problem p) (:domain d) (:objects a b c d) (:init (p a)) (:goal (p a)))"
>>> estimated(Translation(relgym.load(domain, problem)))
Estimate(actions=16.0, bindings=17.0)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from random import Random
from typing import assert_never

from relgym.model.program import Body, Either, Goal, Literal, Role, Row, Rule, Some, Symbol, Test, Without
from relgym.model.terms import Object, Term, Variable
from relgym.translate.program.dependencies import goals_in
from relgym.translate.program.task import Translation
from relgym.tuning.batched import DESCENTS, UNSAMPLED_BINDINGS_LIMIT


@dataclass(frozen=True, slots=True)
class Estimate:
    """The estimated numbers of ground actions, and of bindings of the variables of all rules."""

    actions: float
    bindings: float


def estimated(translation: Translation, few: int = UNSAMPLED_BINDINGS_LIMIT) -> Estimate:
    """Estimate the bindings of a task; the estimate is by types alone if these allow at most `few` bindings."""
    most = _most(translation)
    return most if most.bindings <= few else _descended(translation)


def _most(translation: Translation) -> Estimate:
    """Count the bindings if each variable may be bound to every object of its type."""
    actions = bindings = 0
    for rule in translation.program.rules:
        inside = [goal for goal in goals_in(rule.body) if isinstance(goal, Literal)]
        ways, every = (
            prod(len(translation.task.ranged(variable.types)) for variable in {*_variables(literals)})
            for literals in ([rule.head], [rule.head, *inside])
        )
        actions += ways if rule.head.symbol.role is Role.APPLICABLE else 0
        bindings += every
    return Estimate(float(actions), float(bindings))


def _descended(translation: Translation) -> Estimate:
    """Estimate the bindings by random descents."""
    tree = _Tree(translation)
    rules = translation.program.rules
    conditions = {rule.head.symbol: rule for rule in rules if rule.head.symbol.role is Role.CONDITION}
    actions = bindings = 0.0
    for rule in rules:
        match rule.head.symbol.role:
            case Role.APPLICABLE:
                schema = next(each for each in translation.schemas if each.symbol == rule.head.symbol)
                effects = [conditions[symbol] for symbol in schema.effect.conditions()]
                alone, every = tree.leaves(rule, effects)
                actions, bindings = actions + alone, bindings + every
            case Role.CONDITION:
                continue
            case _:
                bindings += tree.leaves(rule, ())[1]
    return Estimate(actions, bindings)


class _Tree:
    """The facts of a program, by the columns that are known."""

    def __init__(self, translation: Translation) -> None:
        self._task = translation.task
        self._facts = translation.program.facts
        self._index: dict[tuple[Symbol, tuple[int, ...]], defaultdict[Row, list[Row]]] = {}
        # A fixed seed: with estimates that differ between runs, a task would be refused only now and then.
        self._random = Random(0)

    def leaves(self, rule: Rule, effects: Sequence[Rule]) -> tuple[float, float]:
        """Estimate the bindings of a rule's variables, alone and with those inside its body and its effects."""
        alone = every = 0.0
        for _ in range(DESCENTS):
            binding: dict[Variable, int] = {}
            share = self._down(rule, rule.body, binding)
            alone += share
            inside = [self._within(effect, binding) for effect in effects] if share else ()
            every += share * (1 + self._nested(rule.body, binding) + sum(inside)) if share else 0
        return alone / DESCENTS, every / DESCENTS

    def _within(self, rule: Rule, binding: dict[Variable, int]) -> float:
        inner = dict(binding)
        share = self._down(rule, rule.body, inner)
        return share * (1 + self._nested(rule.body, inner)) if share else 0.0

    def _nested(self, body: Body, binding: dict[Variable, int]) -> float:
        """Estimate the bindings of the bodies inside a body."""
        total = 0.0
        for goal in body:
            match goal:
                case Literal() | Test():
                    continue
                case Without(inner) | Some(inner):
                    bodies: tuple[Body, ...] = (inner,)
                case Either(bodies):
                    pass
                case _:
                    assert_never(goal)
            for inner in bodies:
                bound = dict(binding)
                share = self._down(None, inner, bound)
                total += share * (1 + self._nested(inner, bound)) if share else 0.0
        return total

    def _down(self, rule: Rule | None, body: Body, binding: dict[Variable, int]) -> float:
        """Bind the variables of a rule and of its body's literals at random; return the product of the branches."""
        literals = [goal for goal in body if isinstance(goal, Literal)]
        share = self._down_facts(literals, binding)
        for variable in _variables(literals if rule is None else [rule.head, *literals]) if share else ():
            if variable not in binding:
                numbers = sorted(self._task.ranged(variable.types))
                if not numbers:
                    return 0.0
                share *= len(numbers)
                binding[variable] = self._random.choice(numbers)
        return share if share and all(self._may_hold(goal, binding) for goal in body) else 0.0

    def _down_facts(self, literals: Sequence[Literal], binding: dict[Variable, int]) -> float:
        """Bind the variables of literals whose rows never change."""
        share = 1.0
        for literal in literals:
            if literal.symbol in self._facts:
                rows = self._matching(literal, binding)
                if not rows:
                    return 0.0
                share *= len(rows)
                row = self._random.choice(rows)
                binding.update(
                    (term, n) for term, n in zip(literal.terms, row, strict=True) if isinstance(term, Variable)
                )
        return share

    def _may_hold(self, goal: Goal, binding: dict[Variable, int]) -> bool:
        """Return False for a test of terms that fails."""
        match goal:
            case Test(operator, Variable() | Object() as left, Variable() | Object() as right):
                return (self._number(left, binding) == self._number(right, binding)) == (operator == "=")
            case _:
                return True

    def _number(self, term: Term, binding: dict[Variable, int]) -> int:
        return self._task.number[term.name] if isinstance(term, Object) else binding[term]

    def _matching(self, literal: Literal, binding: dict[Variable, int]) -> list[Row]:
        known = tuple(n for n, term in enumerate(literal.terms) if not isinstance(term, Variable) or term in binding)
        index = self._index.get((literal.symbol, known))
        if index is None:
            index = self._index[literal.symbol, known] = defaultdict(list)
            for row in sorted(self._facts[literal.symbol]):
                index[tuple([row[n] for n in known])].append(row)
        return index.get(tuple([self._number(literal.terms[n], binding) for n in known]), [])


def _variables(literals: Sequence[Literal]) -> Iterator[Variable]:
    return (term for literal in literals for term in literal.terms if isinstance(term, Variable))
