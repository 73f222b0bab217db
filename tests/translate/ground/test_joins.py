"""Nodes of random rule bodies beside a naive evaluation of each body."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from itertools import product

import pytest

from relgym.model.pddl.grounded import FALSE, TRUE
from relgym.model.program import Body, Either, Goal, Literal, Role, Row, Some, Symbol, Test, Without
from relgym.model.terms import Object, Term, Variable
from relgym.translate.ground.circuit import Circuit, NodeKind
from relgym.translate.ground.joins import Joins

NUMBERS = {"a": 0, "b": 1, "c": 2}
X, Y = Variable("?x"), Variable("?y")
FACTS = [Symbol(Role.STATIC, f"fact {arity}", arity) for arity in range(3)]
FLUENTS = [Symbol(Role.FLUENT, f"fluent {arity}", arity) for arity in range(3)]


def random_literal(rng: random.Random, variables: Sequence[Variable]) -> Literal:
    """A literal over some variables and objects, which may occur several times."""
    symbol = rng.choice([*FACTS, *FLUENTS])
    terms: list[Term] = [*variables, Object(rng.choice([*NUMBERS]))]
    return Literal(symbol, tuple(rng.choice(terms) for _ in range(symbol.arity)))


def random_goal(rng: random.Random, bound: Sequence[Variable], depth: int = 2) -> Goal:
    """A goal whose variables are bound, or local to it."""
    kind = rng.randrange(6 if depth else 4)
    if kind < 3:
        return random_literal(rng, bound)
    if kind == 3:
        return Test(rng.choice(["=", "!="]), *(rng.choice([*bound, Object("b")]) for _ in "lr"))
    if kind == 4:
        return Either(tuple((random_goal(rng, bound, depth - 1),) for _ in range(rng.randrange(3))))
    # A literal binds a local variable; names are unique in a rule.
    local = Variable(f"?local {depth}")
    inner: Body = (Literal(FLUENTS[2], (rng.choice(bound), local)), random_goal(rng, [*bound, local], depth - 1))
    return rng.choice([Without, Some])(inner)


def naive(goal: Goal, binding: Mapping[Variable, int], held: Mapping[Symbol, Collection[Row]]) -> bool:
    """Tell whether a goal holds where some atoms are true."""

    def value(term: Term) -> int:
        return binding[term] if isinstance(term, Variable) else NUMBERS[term.name]

    def all_of(body: Body, own: Mapping[Variable, int]) -> bool:
        return all(naive(each, own, held) for each in body)

    match goal:
        case Literal(symbol, terms):
            return tuple(map(value, terms)) in held[symbol]
        case Test(operator, left, right):
            assert isinstance(left, Variable | Object)
            assert isinstance(right, Variable | Object)
            return (value(left) == value(right)) is (operator == "=")
        case Either(bodies):
            return any(all_of(body, binding) for body in bodies)
        case Without(body) | Some(body):
            [local] = body[0].variables - binding.keys()
            found = any(all_of(body, {**binding, local: number}) for number in NUMBERS.values())
            return found is not isinstance(goal, Without)


def truth(circuit: Circuit, node: int, leaves: Collection[int]) -> bool:
    """Tell whether a node is true where some leaves are."""
    operands = (truth(circuit, each, leaves) for each in circuit.operands[node])
    match circuit.kinds[node]:
        case NodeKind.CONSTANT:
            return node == TRUE
        case NodeKind.LEAF:
            return node in leaves
        case NodeKind.AND:
            return all(operands)
        case NodeKind.OR:
            return any(operands)
        case NodeKind.NOT:
            return not next(operands)
        case kind:
            raise AssertionError(kind)


@pytest.mark.parametrize("seed", range(60))
def test_formulas_are_what_a_naive_evaluation_finds(seed: int) -> None:
    rng = random.Random(seed)
    circuit = Circuit()
    every = {symbol: [*product(NUMBERS.values(), repeat=symbol.arity)] for symbol in [*FACTS, *FLUENTS]}
    reached = {symbol: rng.sample(rows, rng.randint(1, len(rows))) for symbol, rows in every.items()}
    facts = {symbol: frozenset(reached[symbol]) for symbol in FACTS}
    nodes = {symbol: {row: circuit.leaf((symbol, row)) for row in reached[symbol]} for symbol in FLUENTS}
    joins = Joins(circuit, NUMBERS, facts, nodes, lambda test, binding: FALSE)
    body = tuple(random_goal(rng, (X, Y)) for _ in range(rng.randint(1, 4)))
    # A variable of a literal that is not bound is found by a join.
    opened = (Literal(FLUENTS[2], (X, Y)), *body)
    formulas = joins.formula(body, (X, Y)), joins.formula(opened, (X,))
    for _ in range(5):
        true = {symbol: rng.sample(rows, rng.randint(0, len(rows))) for symbol, rows in reached.items()}
        held = {symbol: facts.get(symbol, own) for symbol, own in true.items()}
        leaves = {nodes[symbol][row] for symbol in FLUENTS for row in true[symbol]}
        for x in NUMBERS.values():
            found = [all(naive(goal, {X: x, Y: y}, held) for goal in body) for y in NUMBERS.values()]
            assert [truth(circuit, formulas[0](x, y), leaves) for y in NUMBERS.values()] == found, body
            expected = any(holds and (x, y) in held[FLUENTS[2]] for y, holds in enumerate(found))
            assert truth(circuit, formulas[1](x), leaves) is expected, opened
