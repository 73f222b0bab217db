"""What every engine answers about rules that depend on themselves."""

from __future__ import annotations

from itertools import pairwise

import pytest
from backends.programs import (
    V,
    W,
    World,
    X,
    Y,
    Z,
    anything,
    derived,
    either,
    fluent,
    rule,
    some,
    static,
    where,
    without,
)

edge, road, start_at, blocked = fluent("edge", 2), static("road", 2), fluent("start", 1), fluent("blocked", 1)
path, reach, even, odd, yes = (
    derived(name, arity) for name, arity in (("path", 2), ("reach", 1), ("even", 2), ("odd", 2), ("yes", 0))
)

CLOSURES = {
    "right": [rule(path(X, Y), edge(X, Y)), rule(path(X, Y), edge(X, Z), path(Z, Y))],
    "left": [rule(path(X, Y), edge(X, Y)), rule(path(X, Y), path(X, Z), edge(Z, Y))],
    "nonlinear": [rule(path(X, Y), edge(X, Y)), rule(path(X, Y), path(X, Z), path(Z, Y))],
    "thrice": [
        rule(path(X, Y), path(X, Z), path(Z, W), path(W, Y)),
        rule(path(X, Y), edge(X, Y)),
        rule(path(X, Y), edge(X, Z), edge(Z, Y)),
    ],
    "of itself": [rule(path(X, Y), path(X, Y)), rule(path(X, Y), edge(X, Y)), rule(path(X, Y), edge(X, Z), path(Z, Y))],
    "backwards": [rule(path(Y, X), edge(Y, X)), rule(path(Y, X), edge(Z, X), path(Y, Z))],
}


@pytest.fixture(params=CLOSURES)
def closure(request):
    return World("a b c d", CLOSURES[request.param], fluents=[edge])


def test_transitive_closure_of_a_chain(start, closure):
    engine = start(closure)
    engine.move_to(closure.state("edge a b, edge b c, edge c d"))
    assert closure.ask(engine, path) == {"a b", "a c", "a d", "b c", "b d", "c d"}
    assert closure.ask(engine, path, "b") == {"b c", "b d"}
    assert closure.ask(engine, path, "a d") == {"a d"}
    assert closure.ask(engine, path, "d") == set()
    assert closure.ask(engine, path, "d a") == set()


def test_transitive_closure_of_a_cycle(start, closure):
    engine = start(closure)
    engine.move_to(closure.state("edge a b, edge b a, edge c c, edge b d"))
    assert closure.ask(engine, path, "d") == set()
    assert closure.ask(engine, path, "c") == {"c c"}
    assert closure.ask(engine, path, "a") == {"a a", "a b", "a d"}
    assert closure.ask(engine, path) == {"a a", "a b", "a d", "b a", "b b", "b d", "c c"}


def test_transitive_closure_without_edges(ask, closure):
    assert ask(closure, path) == set()


def test_closure_of_a_static_relation(ask):
    rules = [rule(path(X, Y), road(X, Y)), rule(path(X, Y), road(X, Z), path(Z, Y))]
    world = World("a b c", rules, facts={road: "a b, b c, c b"})
    assert ask(world, path) == {"a b", "a c", "b b", "b c", "c b", "c c"}


def test_mutual_recursion(ask):
    rules = [
        rule(odd(X, Y), edge(X, Y)),
        rule(odd(X, Y), edge(X, Z), even(Z, Y)),
        rule(even(X, Y), edge(X, Z), odd(Z, Y)),
    ]
    world = World("a b c d", rules, fluents=[edge])
    chain = world.state("edge a b, edge b c, edge c d")
    assert ask(world, odd, state=chain) == {"a b", "b c", "c d", "a d"}
    assert ask(world, even, state=chain) == {"a c", "b d"}
    ring = world.state("edge a b, edge b c, edge c a")
    assert ask(world, even, state=ring) == {f"{x} {y}" for x in "abc" for y in "abc"}
    assert ask(world, even, "a b", state=ring) == {"a b"}


def test_recursion_through_three_symbols_of_different_arity(ask):
    one, two, none = derived("one", 1), derived("two", 2), derived("none", 0)
    rules = [
        rule(one(X), start_at(X)),
        rule(one(Y), two(X, Y)),
        rule(two(X, Y), one(X), edge(X, Y)),
        rule(none(), one("d")),
        rule(one(X), anything(X), none()),
    ]
    world = World("a b c d", rules, fluents=[edge, start_at])
    assert ask(world, one, state=world.state("start a, edge a b, edge c d")) == {"a", "b"}
    assert ask(world, one, state=world.state("start a, edge a b, edge b d")) == {"a", "b", "c", "d"}
    assert ask(world, none, state=world.state("start a, edge a b, edge b d")) == {""}
    assert ask(world, two, state=world.state("start a, edge a b, edge b d")) == {"a b", "b d"}


def test_recursion_that_nothing_founds(ask):
    chicken, egg = derived("chicken", 1), derived("egg", 1)
    world = World("a", [rule(chicken(X), egg(X)), rule(egg(X), chicken(X))])
    assert ask(world, chicken) == set()
    assert ask(world, egg, "a") == set()


def test_recursion_over_nested_bodies_of_lower_strata(ask):
    """Current flows over edges from the start, but not into what is blocked or has no edge on."""
    low = derived("low", 1)
    rules = [
        rule(low(X), edge(X, Y), where(X, "!=", Y)),
        rule(reach(X), start_at(X), without(blocked(X))),
        rule(reach(Y), reach(X), edge(X, Y), without(blocked(Y)), some(low(Y)), either(low(Y), start_at(Y))),
    ]
    world = World("a b c d", rules, fluents=[edge, start_at, blocked])
    assert ask(world, reach, state=world.state("start a, edge a b, edge b c, edge c d")) == {"a", "b", "c"}
    assert ask(world, reach, state=world.state("start a, edge a b, edge b c, edge c d, blocked b")) == {"a"}
    assert ask(world, reach, state=world.state("start a, edge a b, edge b c, edge c a, blocked a")) == set()


def test_negation_and_recursion_over_recursion(ask):
    """What cannot be reached, and what only leads on to what cannot be reached."""
    lost, doomed = derived("lost", 1), derived("doomed", 1)
    rules = [
        rule(doomed(X), lost(X)),
        rule(doomed(X), edge(X, Y), doomed(Y)),
        rule(lost(X), anything(X), without(reach(X))),
        rule(reach(X), start_at(X)),
        rule(reach(Y), reach(X), edge(X, Y)),
        rule(yes(), without(doomed(X), reach(X))),
    ]
    world = World("a b c d", rules, fluents=[edge, start_at])
    state = world.state("start a, edge a b, edge c b, edge d c")
    assert ask(world, reach, state=state) == {"a", "b"}
    assert ask(world, lost, state=state) == {"c", "d"}
    assert ask(world, doomed, state=state) == {"c", "d"}
    assert ask(world, yes, state=state) == {""}


def test_recursion_is_asked_bound_from_other_rules(ask):
    ahead, alone = derived("ahead", 2), derived("alone", 1)
    rules = [
        *CLOSURES["right"],
        rule(ahead(X, Y), start_at(X), path(X, Y), without(path(Y, X))),
        rule(alone(X), anything(X), without(path(X, Y), where(X, "!=", Y)), without(path(Y, X), where(X, "!=", Y))),
    ]
    world = World("a b c d", rules, fluents=[edge, start_at])
    state = world.state("start a, start c, edge a b, edge b a, edge b c, edge d d")
    assert ask(world, ahead, state=state) == {"a c"}
    assert ask(world, alone, state=state) == {"d"}


def test_facts_of_a_recursive_symbol_by_equality(ask):
    """Recursion that starts from constants, not from facts."""
    rules = [
        rule(reach(X), anything(X), where(X, "=", "a")),
        rule(reach(Y), reach(X), edge(X, Y)),
        rule(path(V, W), reach(V), reach(W), where(V, "!=", W)),
    ]
    world = World("a b c", rules, fluents=[edge])
    assert ask(world, path, state=world.state("edge a b, edge c b")) == {"a b", "b a"}


def test_a_longer_chain(ask):
    """Forty objects on a line: deeper than a few rounds, and recursion of the engine's own language."""
    names = [f"n{number}" for number in range(40)]
    rules = [rule(reach(X), start_at(X)), rule(reach(Y), reach(X), edge(X, Y))]
    world = World(" ".join(names), rules, fluents=[edge, start_at])
    line = ", ".join(f"edge {x} {y}" for x, y in pairwise(names))
    assert ask(world, reach, state=world.state(f"start n0, {line}")) == set(names)
    assert ask(world, reach, "n39", state=world.state(f"start n0, {line}")) == {"n39"}
    assert ask(world, reach, "n10", state=world.state(f"start n11, {line}")) == set()
