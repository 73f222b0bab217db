"""Plans beside a naive evaluation of rules, and the passes over plans."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from relgym.backends.builtin.compiler import Compiler
from relgym.backends.builtin.tables import EMPTY, Tables
from relgym.limits import Budget, Limits
from relgym.model.plan import AccessPath, CheckClock, Emit, EmitKind, Insert, Procedure, Scan, operations
from relgym.model.program import Body, Either, Goal, Literal, Role, Row, Rule, Some, Symbol, Test, Without
from relgym.model.terms import Object, Term, Variable
from relgym.translate.plans import clock
from relgym.translate.plans.indexes import Indexes
from relgym.translate.plans.lower import lowered_delta, lowered_rule
from relgym.translate.plans.outline import LOOPS_LIMIT
from relgym.translate.plans.shared_rows import shared_rows

OBJECTS = [Object(name) for name in "abcd"]
VARIABLES = [Variable(f"?{name}") for name in "xyz"]
SYMBOLS = [Symbol(Role.FLUENT, f"p{arity}", arity) for arity in (0, 1, 2, 3)]
Rows = Mapping[Symbol, frozenset[Row]]


def holding(body: Body, known: dict[Term, int], rows: Rows) -> Iterator[dict[Term, int]]:
    """Yield the bindings for which a body holds, goal after goal and object after object."""
    if not body:
        yield known
        return
    goal, *rest = body
    own = sorted(goal.variables - known.keys(), key=str) if isinstance(goal, Literal) else []
    for objects in product(range(len(OBJECTS)), repeat=len(own)):
        inner = {**known, **dict(zip(own, objects, strict=True))}
        if holds(goal, inner, rows):
            yield from holding(tuple(rest), inner, rows)


def holds(goal: Goal, known: dict[Term, int], rows: Rows) -> bool:
    terms = {**known, **{item: number for number, item in enumerate(OBJECTS)}}
    match goal:
        case Literal(symbol, own):
            return tuple(terms[term] for term in own) in rows[symbol]
        case Test(operator, Variable() | Object() as left, Variable() | Object() as right):
            return (terms[left] == terms[right]) is (operator == "=")
        case Without(body):
            return not any(holding(body, known, rows))
        case Some(body):
            return any(True for _ in holding(body, known, rows))
        case Either(bodies):
            return any(True for body in bodies for _ in holding(body, known, rows))
        case _:
            raise AssertionError(goal)


def body_of(rng: random.Random, known: set[Term], depth: int) -> tuple[Goal, ...]:
    """Make a random body; `known` are bound variables."""
    bound = set(known)
    goals: list[Goal] = []
    for _ in range(rng.randint(1, 4)):
        choice = rng.random() if bound else 0.0
        if choice < 0.6 or not depth:
            symbol = rng.choice(SYMBOLS)
            goals.append(Literal(symbol, tuple(rng.choice([*VARIABLES, *OBJECTS[:1]]) for _ in range(symbol.arity))))
            bound |= goals[-1].variables
        elif choice < 0.7:
            left, right = rng.choice([*sorted(bound, key=str)]), rng.choice([*sorted(bound, key=str), *OBJECTS])
            goals.append(Test(rng.choice(["=", "!="]), left, right))
        elif choice < 0.8:
            goals.append(Either(tuple(body_of(rng, bound, depth - 1) for _ in range(rng.randint(1, 2)))))
        else:
            goals.append(rng.choice([Without, Some])(body_of(rng, bound, depth - 1)))
    return tuple(goals)


def compiler_for(rows: Rows, indexes: Indexes) -> Compiler:
    tables = Tables(len(OBJECTS))
    for symbol, own in rows.items():
        tables[symbol].insert_all(own)
    return Compiler(tables, indexes, {**Budget("builtin", Limits()).scope(), "EMPTY": EMPTY})


def indexes_for(rows: Rows, fixed: bool) -> Indexes:
    numbers = {item.name: number for number, item in enumerate(OBJECTS)}
    return Indexes(numbers.__getitem__, rows if fixed else None, len(OBJECTS))


@pytest.mark.parametrize("seed", range(60))
def test_rules_emit_the_rows_that_a_naive_evaluation_finds(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    if seed % 3 == 0:
        monkeypatch.setattr(clock, "UNCHECKED_ROWS_LIMIT", 3)
    every = {symbol: [*product(range(len(OBJECTS)), repeat=symbol.arity)] for symbol in SYMBOLS}
    rows = {
        symbol: frozenset(rng.sample(own, rng.randint(len(own) // 8, (len(own) + 1) // 2)))
        for symbol, own in every.items()
    }
    body = body_of(rng, set(), 2)
    bound = sorted({term for goal in body if isinstance(goal, Literal) for term in goal.variables}, key=str)
    head = tuple(rng.sample(bound, rng.choice([len(bound), rng.randint(0, len(bound))])))
    rule = Rule(Literal(Symbol(Role.QUERY, "q", len(head)), head), body)
    expected = {tuple(each[term] for term in head) for each in holding(body, {}, rows)}
    indexes = indexes_for(rows, fixed=rng.random() < 0.5)
    compiler = compiler_for(rows, indexes)
    plan = lowered_rule(indexes, rule, 0, EmitKind.OUT)
    found: list[Row] = []
    compiler.compiled(plan)(found.append)
    assert {*found} == expected
    assert not plan.emits_once or len(found) == len({*found})
    for number in range(min(1, len(head)) * len(OBJECTS)):
        found = []
        compiler.compiled(lowered_rule(indexes, rule, 1, EmitKind.OUT))(found.append, number)
        assert {*found} == {row for row in expected if row[0] == number}
    for position, goal in enumerate(body):
        if isinstance(goal, Literal) and goal.terms:
            items = [row[0] if goal.symbol.arity == 1 else row for row in rows[goal.symbol]]
            found = []
            before = tuple(each for each in body[:position] if isinstance(each, Literal))
            if len(before) == position:
                compiler.compiled(lowered_delta(indexes, rule, position, EmitKind.OUT))(found.append, items)
                assert {*found} == expected


def chain(length: int, arity: int = 2) -> Rule:
    """Make a rule over the ends of a chain of literals."""
    variables = [Variable(f"?v{number}") for number in range(length + 1)]
    body = [Literal(SYMBOLS[2], (variables[number], variables[number + 1])) for number in range(length)]
    return Rule(Literal(Symbol(Role.QUERY, "q", 2), (variables[0], variables[-1])), tuple(body))


@pytest.mark.parametrize("length", [LOOPS_LIMIT, LOOPS_LIMIT + 1, 3 * LOOPS_LIMIT])
def test_deep_loops_go_on_in_functions_of_their_own(length: int) -> None:
    rows = {SYMBOLS[2]: frozenset({(0, 1), (1, 2), (2, 0)})}
    indexes = indexes_for(rows, fixed=False)
    plan = lowered_rule(indexes, chain(length), 0, EmitKind.OUT)
    parts = [plan, *(each for each in plan.helpers if isinstance(each, Procedure))]
    assert len(parts) == -(-length // LOOPS_LIMIT)
    assert all(sum(isinstance(each, Scan) for each in operations(part.body)) <= LOOPS_LIMIT for part in parts)
    found: list[Row] = []
    compiler_for(rows, indexes).compiled(plan)(found.append)
    assert sorted(found) == [(start, (start + length) % 3) for start in range(3)]


def test_loops_check_the_clock_where_they_may_try_many_rows() -> None:
    def checked(objects: int) -> tuple[int, int]:
        plan = lowered_rule(Indexes(objects=objects), chain(2), 0, EmitKind.OUT)
        scans = [each for each in operations(plan.body) if isinstance(each, Scan)]
        assert plan.checks_clock is any(scan.interval for scan in scans)
        return scans[0].interval, sum(isinstance(each, CheckClock) for each in operations(plan.body))

    # Three variables: 46 objects stay below 100,000 rows, 47 do not.
    assert checked(46) == (0, 0)
    assert checked(47) == (clock.CHECKED_ROWS // 47, 0)
    assert checked(400_000) == (clock.CHECKED_ROWS_LEAST, 1)


def test_rows_that_are_used_often_are_made_once() -> None:
    access = [AccessPath(SYMBOLS[2]), *(AccessPath(Symbol(Role.FLUENT, f"r{number}", 2)) for number in range(3))]
    inserts = tuple(Insert(each, ("A0", "A1")) for each in access[:3]) + tuple(Insert(each, (1, 2)) for each in access)
    local = tuple(Emit(EmitKind.ADD, "found", ("A0", "X")) for _ in range(3))
    plan = shared_rows(Procedure("f", ("A0", "A1"), (*inserts, *local)))
    assert plan.rows == ((("A0", "A1"), "row_0"),)
    whole = shared_rows(Procedure("f", ("row",), inserts), ("A0", "A1"))
    assert whole.rows == ((("A0", "A1"), "row"),)
    assert not shared_rows(Procedure("f", ("A0", "A1"), inserts[:2])).rows
