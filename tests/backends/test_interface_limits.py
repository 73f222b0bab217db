"""How every engine keeps its limits, and how it lives with threads and other processes."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection, Pipe
from time import monotonic

import pytest
from backends.programs import (
    World,
    X,
    answer_in_child,
    anything,
    derived,
    fluent,
    inherited_in_child,
    network,
    rule,
    where,
    without,
)

from relgym.backends.base import Limits
from relgym.errors import BackendError
from relgym.model.program import Role, Symbol
from relgym.model.terms import Variable

clear, easy, hard, path = fluent("clear", 1), derived("easy", 1), derived("hard", 0), derived("path", 2)

HOLES = 11
# Easy questions of tests with it take 5 ms of processor time at most (clingo), hard ones over 90 s (swipl).
SHORT = Limits(seconds=0.3)
# What an engine may take until it notices that its time is over.
PATIENCE = 30.0


def pigeons() -> list:
    """A body that takes longer than anybody has: one pigeon more than there are holes, each in its own."""
    placed = [Variable(f"?p{number}") for number in range(HOLES + 1)]
    goals = []
    for number, pigeon in enumerate(placed):
        goals += [anything(pigeon), *(where(pigeon, "!=", other) for other in placed[:number])]
    return goals


def coop(*rules):
    holes = " ".join(f"h{number}" for number in range(HOLES))
    return World(holes, [rule(easy(X), anything(X), without(clear(X))), *rules], fluents=[clear])


def asked_in_vain(world, engine, name, binding=""):
    started = monotonic()
    with pytest.raises(BackendError):
        world.ask(engine, name, binding)
    assert monotonic() - started < PATIENCE


def assert_works_on(world, engine):
    for absent in ("h0", "h1"):
        engine.move_to(world.state(", ".join(f"clear {name}" for name in world.names if name != absent)))
        assert world.ask(engine, easy) == {absent}


def test_a_call_that_takes_too_long_fails_and_the_engine_works_on(start):
    world = coop(rule(hard(), *pigeons()))
    engine = start(world, SHORT)
    assert world.ask(engine, easy) == set(world.names)
    asked_in_vain(world, engine, hard)
    assert_works_on(world, engine)
    asked_in_vain(world, engine, hard)
    assert_works_on(world, engine)


def test_a_long_body_that_begins_with_an_empty_table(start):
    """However long a body is, its first goal is looked at first: where it has no rows, nothing else takes time."""
    world = coop(rule(hard(), clear(X), *pigeons()))
    engine = start(world, SHORT)
    assert world.ask(engine, hard) == set()
    engine.move_to(world.state("clear h0"))
    asked_in_vain(world, engine, hard)
    assert_works_on(world, engine)


def test_a_nested_body_that_takes_too_long(start):
    world = coop(rule(hard(), without(*pigeons())))
    engine = start(world, SHORT)
    asked_in_vain(world, engine, hard)
    assert_works_on(world, engine)


def test_a_definition_that_takes_too_long(start):
    world = coop()
    engine = start(world, SHORT)
    query = type(hard)(Symbol(Role.QUERY, "q", 1))
    engine.define([rule(query(X), anything(X), *pigeons(), bound=1)])
    asked_in_vain(world, engine, query, "h3")
    assert_works_on(world, engine)


def test_a_limit_counts_for_one_call(start):
    world = network()
    engine = start(world, SHORT)
    engine.move_to(world.state("edge a b, edge b a"))
    until = monotonic() + 2 * SHORT.seconds
    while monotonic() < until:
        assert world.ask(engine, path, "a") == {"a a", "a b"}


# Threads


def answered(world, engine, rounds=20):
    """Walks between two states and says whether every answer was right."""
    right = True
    for _ in range(rounds):
        engine.move_to(world.state("edge a b, edge b c"))
        right = right and world.ask(engine, path) == {"a b", "b c", "a c"}
        engine.move_to(world.state("edge d a"))
        right = right and world.ask(engine, path, "d") == {"d a"}
    return right


def test_an_engine_made_here_answers_in_another_thread(start):
    world = network()
    engine = start(world)
    assert answered(world, engine)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(answered, world, engine).result(60)
    assert answered(world, engine)


def test_an_engine_made_in_another_thread_answers_here(start):
    world = network()
    with ThreadPoolExecutor(1) as pool:
        engine = pool.submit(start, world).result(60)
        assert pool.submit(answered, world, engine).result(60)
    assert answered(world, engine)


def test_threads_with_engines_of_their_own(backend):
    def work(number: int) -> bool:
        world = network()
        engine = world.start(backend)
        right = answered(world, engine, rounds=50)
        engine.close()
        return right

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(work, range(8), timeout=120))


def test_an_engine_is_closed_in_another_thread(backend):
    world = network()
    engine = world.start(backend)
    assert answered(world, engine)
    with ThreadPoolExecutor(1) as pool:
        pool.submit(engine.close).result(60)
    again = world.start(backend)
    assert answered(world, again)
    again.close()


def test_time_runs_out_in_one_thread_while_another_works(start):
    world = coop(rule(hard(), *pigeons()))
    slow, quick = start(world, SHORT), start(world)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(asked_in_vain, world, slow, hard)
        second = pool.submit(assert_works_on, world, quick)
        first.result(60)
        second.result(60)
    assert_works_on(world, slow)


# Processes


def received(process: multiprocessing.Process, connection: Connection, end: Connection) -> set[str]:
    """What a child sends; it must come, and the child must end well."""
    process.start()
    end.close()
    assert connection.poll(60), "the child sends nothing"
    rows = connection.recv()
    process.join(60)
    assert process.exitcode == 0
    return rows


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_child_process_makes_an_engine(start, backend, method):
    world = network()
    engine = start(world)
    assert answered(world, engine)
    connection, end = Pipe()
    process = multiprocessing.get_context(method).Process(target=answer_in_child, args=(backend, end))
    assert received(process, connection, end) == {"a b", "b c", "a c"}
    assert answered(world, engine)


def test_a_forked_child_works_on_with_the_engine_of_its_parent(start):
    world = network()
    engine = start(world)
    engine.move_to(world.state("edge c d"))
    assert world.ask(engine, path) == {"c d"}
    connection, end = Pipe()
    process = multiprocessing.get_context("fork").Process(target=inherited_in_child, args=(engine, world, end))
    assert received(process, connection, end) == {"a b"}
    assert world.ask(engine, path) == {"c d"}
    assert answered(world, engine)
