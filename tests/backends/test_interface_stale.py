"""Derived rows that an engine keeps are computed anew when what they rest on has changed.

Recursive strata, one that is not recursive, and recursive ones again rest on each other; edges, closed objects and
numbers change below them. What is asked in between decides which strata an engine has brought up to date, so the tests
ask in every order.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations, product

import pytest
from backends.brute import PerfectModel
from backends.programs import World, X, Y, Z, anything, derived, fluent, number, rule, where, without
from backends.test_interface_limits import SHORT

from relgym.errors import BackendError
from relgym.model.numeric import Arithmetic
from relgym.model.pddl.state import State
from relgym.model.terms import Variable

edge, closed = fluent("edge", 2), fluent("closed", 1)
path, apart, ring, alone = derived("path", 2), derived("apart", 2), derived("ring", 2), derived("alone", 1)
slow = derived("slow", 1)
ASKED = path, apart, ring, alone

STOPS = 24
"""Stops of a tour through a town of three places: 3**24 tours, hours for every engine."""

RULES = [
    rule(path(X, Y), edge(X, Y), where(number("toll", Y), "<", 5)),
    rule(path(X, Y), edge(X, Z), where(number("toll", Z), "<", 5), path(Z, Y)),
    rule(apart(X, Y), anything(X), anything(Y), where(X, "!=", Y), without(path(X, Y))),
    rule(ring(X, Y), apart(X, Y), without(closed(Y))),
    rule(ring(X, Y), apart(X, Z), without(closed(Z)), ring(Z, Y)),
    rule(alone(X), anything(X), without(ring(X, X))),
]


def town(*more, objects="a b c") -> World:
    return World(objects, [*RULES, *more], fluents=[edge, closed], functions="toll/1")


FREE = {"a": 0, "b": 0, "c": 0}
STATES = {
    "start": ("edge a b, edge b c", FREE),
    "an edge more": ("edge a b, edge b c, edge c a", FREE),
    "an edge less": ("edge b c", FREE),
    "closed": ("edge a b, edge b c, closed b", FREE),
    "a toll": ("edge a b, edge b c", {**FREE, "c": 9}),
    "no toll known": ("edge a b, edge b c", {"a": 0, "c": 0}),
    "nothing": ("", FREE),
}


def state(world: World, name: str) -> State:
    atoms, toll = STATES[name]
    return world.state(atoms, toll=toll)


@cache
def model(world: World, where: State) -> PerfectModel:
    return PerfectModel(world.program, [], where)


def expected(world: World, where: State, asked) -> set[str]:
    rows = model(world, where).rows(asked.symbol)
    return {" ".join(world.names[number] for number in row) for row in rows}


def assert_right(world: World, engine, where: State, asked) -> None:
    assert world.ask(engine, asked) == expected(world, where, asked), asked.symbol


@pytest.mark.parametrize("name", [name for name in STATES if name != "start"])
def test_each_change_reaches_every_stratum_that_rests_on_it(start, name):
    world = town()
    engine = start(world)
    before, after = state(world, "start"), state(world, name)
    assert any(expected(world, before, asked) != expected(world, after, asked) for asked in ASKED)
    for order in permutations(ASKED):
        for here in (before, after):
            engine.move_to(here)
            for asked in order:
                assert_right(world, engine, here, asked)


@pytest.mark.parametrize(("first", "last"), [*product(ASKED, ASKED)], ids=lambda asked: asked.symbol.name)
def test_what_is_not_asked_in_a_state_is_not_forgotten(start, first, last):
    """A change is seen by a stratum that is asked for only after others, and after further changes."""
    world = town()
    engine = start(world)
    for name in ("start", *STATES, *reversed(STATES)):
        here = state(world, name)
        engine.move_to(here)
        assert_right(world, engine, here, first)
    assert_right(world, engine, here, last)
    for one, other in product(STATES, STATES):
        # There and back, and nothing is asked on the way.
        for name in (one, other):
            here = state(world, name)
            engine.move_to(here)
        assert_right(world, engine, here, last)


def test_strata_after_a_question_that_was_given_up(start):
    """What an engine held of the state is unknown then, and so is what it was about to derive."""
    # It takes too long where something is closed: the sum is known only when all stops are chosen, and never so large.
    stops = [Variable(f"?s{number}") for number in range(STOPS)]
    tour = Arithmetic("+", tuple(number("toll", stop) for stop in stops))
    chosen = [anything(stop) for stop in stops]
    world = town(rule(slow(X), closed(X), *chosen, where(tour, ">", 5)), rule(slow(X), ring(X, Y), slow(Y)))
    engine = start(world, SHORT)
    tolls = dict.fromkeys(world.names, 0)
    before, after = world.state("edge a b, edge b c", toll=tolls), world.state("edge c b, closed a", toll=tolls)
    # Each try costs the time of the limit: the lowest stratum and the highest are asked first.
    for first in (path, alone):
        engine.move_to(before)
        assert world.ask(engine, slow) == set()
        engine.move_to(after)
        for _ in range(2):
            # It does not take what it has by then for all that there is.
            with pytest.raises(BackendError):
                world.ask(engine, slow)
        for asked in (first, *ASKED):
            assert_right(world, engine, after, asked)
        with pytest.raises(BackendError):
            world.ask(engine, slow)
        # Where there is nothing to be told of the state, all that was derived goes all the same.
        engine.move_to(world.state())
        for asked in (first, *ASKED):
            assert_right(world, engine, world.state(), asked)


def test_rules_that_are_defined_later_rest_on_what_is_derived(start):
    world = town()
    engine = start(world)
    later = derived("later", 1)
    before, after = state(world, "start"), state(world, "a toll")
    engine.move_to(before)
    assert_right(world, engine, before, alone)
    engine.define([rule(later(X), anything(X), without(ring(X, X)), where(number("toll", X), "<", 5))])
    for here in (before, after, before):
        engine.move_to(here)
        free = {name for name, toll in {**FREE, "c": 9 if here is after else 0}.items() if toll < 5}
        assert world.ask(engine, later) == expected(world, here, alone) & free
