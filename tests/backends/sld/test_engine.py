"""The reference engine's own: its proofs, and that it is slow but not silly."""

from __future__ import annotations

from itertools import pairwise

import pytest
from backends.programs import (
    V,
    World,
    X,
    Y,
    Z,
    anything,
    derived,
    either,
    fluent,
    kind,
    rule,
    some,
    static,
    where,
    without,
)

from relgym.backends.base import Explains, Limits, Proof
from relgym.backends.sld.engine import Sld
from relgym.errors import BackendError
from relgym.model.arithmetic import evaluate
from relgym.model.numeric import Arithmetic, Number

edge, start_at, path, reach, yes = (
    fluent("edge", 2),
    fluent("start", 1),
    derived("path", 2),
    derived("reach", 1),
    derived("yes", 0),
)
BASE, STEP = rule(path(X, Y), edge(X, Y)), rule(path(X, Y), path(X, Z), path(Z, Y))


def started(world, state, **limits):
    engine = world.start("sld", Limits(**limits))
    engine.move_to(world.state(state))
    return engine


def shown(world, proof):
    """A proof as `head <- premise, premise`, facts as they are."""
    text = " ".join([proof.symbol.name, *(world.names[number] for number in proof.row)])
    return f"({text} <- {', '.join(shown(world, premise) for premise in proof.premises)})" if proof.rule else text


def assert_sound(proof, above=()):
    """Every step is an instance of its rule, whose body is of literals, and none depends on itself."""
    here = (proof.symbol, proof.row)
    assert here not in above
    body = proof.rule.body if proof.rule else ()
    bindings = dict(zip(proof.rule.head.terms, proof.row, strict=True)) if proof.rule else {}
    for goal, premise in zip(body, proof.premises, strict=True):
        assert goal.symbol == premise.symbol
        for term, number in zip(goal.terms, premise.row, strict=True):
            assert bindings.setdefault(term, number) == number
        assert_sound(premise, (*above, here))


def test_a_proof_of_a_fact():
    world = World("a b", facts={static("road", 2): "a b"}, fluents=[edge])
    engine = started(world, "edge b a")
    assert isinstance(engine, Explains)
    assert engine.proof(edge.symbol, world.row("b a")) == Proof(edge.symbol, (1, 0), None, ())
    assert engine.proof(static("road", 2).symbol, world.row("a b")) == Proof(static("road", 2).symbol, (0, 1), None, ())
    assert engine.proof(edge.symbol, world.row("a b")) is None
    assert engine.proof(derived("nothing", 0).symbol, ()) is None


def test_a_proof_names_the_rule_and_its_premises():
    rules = [
        rule(reach(X), start_at(X), without(edge(X, X))),
        rule(reach(Y), reach(X), edge(X, Y), where(X, "!=", Y)),
        rule(yes(), reach("c")),
    ]
    world = World("a b c d", rules, fluents=[edge, start_at])
    engine = started(world, "start a, edge a b, edge b c, edge b a")
    proof = engine.proof(yes.symbol, ())
    assert shown(world, proof) == "(yes <- (reach c <- (reach b <- (reach a <- start a), edge a b), edge b c))"
    assert proof.rule is rules[2]
    assert [proof.premises[0].rule, proof.premises[0].premises[0].premises[0].rule] == [rules[1], rules[0]]
    assert engine.proof(reach.symbol, world.row("d")) is None


def test_a_proof_shows_what_was_used_in_nested_bodies():
    rules = [
        rule(
            reach(X),
            anything(X),
            some(edge(X, Y), path(Y, Z)),
            either(start_at(X), (path(X, Y), start_at(Y))),
            without(edge(X, X)),
        ),
        BASE,
    ]
    world = World("a b c", rules, fluents=[edge, start_at])
    engine = started(world, "edge a b, edge b c, start c, edge c a")
    assert (
        shown(world, engine.proof(reach.symbol, world.row("b")))
        == "(reach b <- object b, edge b c, (path c a <- edge c a), (path b c <- edge b c), start c)"
    )


@pytest.mark.parametrize(
    "edges", ["edge a b, edge b a", "edge a b, edge b c, edge c a, edge c d, edge d d", "edge a a"]
)
@pytest.mark.parametrize("asked_before", [False, True])
def test_no_proof_rests_on_itself(edges, asked_before):
    world = World("a b c d", [STEP, BASE, rule(path(X, Y), path(X, Y))], fluents=[edge])
    engine = started(world, edges)
    rows = world.ask(engine, path)
    if not asked_before:
        engine = started(world, edges)
    assert rows
    for row in rows:
        proof = engine.proof(path.symbol, world.row(row))
        assert (proof.symbol, proof.row) == (path.symbol, world.row(row))
        assert_sound(proof)


def test_proofs_follow_the_state():
    world = World("a b c", [STEP, BASE], fluents=[edge])
    engine = started(world, "edge a b, edge b c")
    assert engine.proof(path.symbol, world.row("a c")).rule is STEP
    engine.move_to(world.state("edge a c"))
    assert engine.proof(path.symbol, world.row("a c")).rule is BASE
    engine.move_to(world.state(""))
    assert engine.proof(path.symbol, world.row("a c")) is None


def line(length):
    names = [f"n{number}" for number in range(length)]
    rules = [
        rule(reach(X), start_at(X)),
        rule(reach(Y), reach(X), edge(X, Y)),
        BASE,
        rule(path(X, Y), edge(X, Z), path(Z, Y)),
    ]
    world = World(" ".join(names), rules, fluents=[edge, start_at])
    return world, "start n0, " + ", ".join(f"edge {x} {y}" for x, y in pairwise(names))


def test_a_proof_may_be_long():
    world, state = line(3000)
    proof = started(world, state).proof(reach.symbol, world.row("n2999"))
    length = 1
    while proof.rule.body[0].symbol == reach.symbol:
        proof, length = proof.premises[0], length + 1
    assert length == 3000
    assert shown(world, proof) == "(reach n0 <- start n0)"


def test_a_proof_keeps_the_time_limit():
    rules = [rule(path(X, Y), path(X, Z), path(Z, Y)), BASE]
    names = [f"n{number}" for number in range(120)]
    world = World(" ".join(names), rules, fluents=[edge])
    ring = ", ".join(f"edge {x} {y}" for x, y in pairwise([*names, names[0]]))
    engine = started(world, ring, seconds=0.05)
    with pytest.raises(BackendError, match=r"within 0\.05 s"):
        engine.proof(path.symbol, world.row("n1 n0"))
    engine.move_to(world.state("edge n1 n0"))
    assert_sound(engine.proof(path.symbol, world.row("n1 n0")))


def test_closure_of_a_long_line_within_the_limit():
    world, state = line(100)
    engine = started(world, state)
    assert len(world.ask(engine, path)) == 100 * 99 // 2
    assert len(world.ask(engine, path, "n50")) == 49


def test_valid_actions_of_a_state_of_ipc_size_within_the_limit():
    """Logistics: 15 cities of 4 places, 30 packages, 15 trucks, 4 planes."""
    at, inside, city, airport = fluent("at", 2), fluent("in", 2), static("in-city", 2), static("airport", 1)
    truck, plane, package, place = kind("truck"), kind("plane"), kind("package"), kind("place")
    drive, load, unload, fly = derived("drive", 3), derived("load", 3), derived("unload", 3), derived("fly", 3)
    rules = [
        rule(drive(X, Y, Z), truck(X), at(X, Y), city(Y, V), city(Z, V), where(Y, "!=", Z)),
        rule(fly(X, Y, Z), plane(X), at(X, Y), airport(Z), where(Y, "!=", Z)),
        rule(load(X, Y, Z), package(X), at(X, Z), at(Y, Z), either(truck(Y), plane(Y))),
        rule(unload(X, Y, Z), inside(X, Y), at(Y, Z)),
    ]
    places = [f"l{number}" for number in range(60)]
    vehicles, planes = [f"t{number}" for number in range(15)], [f"p{number}" for number in range(4)]
    packages = [f"o{number}" for number in range(30)]
    cities = [f"c{number}" for number in range(15)]
    facts = {
        truck: ", ".join(vehicles),
        plane: ", ".join(planes),
        package: ", ".join(packages),
        place: ", ".join(places),
        airport: ", ".join(places[::4]),
        city: ", ".join(f"l{number} c{number // 4}" for number in range(60)),
    }
    world = World(" ".join([*places, *vehicles, *planes, *packages, *cities]), rules, facts, [at, inside])
    atoms = [f"at {name} {places[4 * number]}" for number, name in enumerate(vehicles)]
    atoms += [f"at {name} l0" for name in planes]
    atoms += [f"at {name} {places[number * 2]}" for number, name in enumerate(packages)]
    engine = started(world, ", ".join(atoms))
    counts = [len(rows) for rows in world.ask_all(engine, [drive, fly, load, unload])]
    assert counts == [15 * 3, 4 * 14, 15 + 4, 0]


def test_rules_too_deep_for_the_engine_are_an_error_and_it_works_on():
    deep = [derived(f"d{number}", 0) for number in range(2000)]
    rules = [rule(above(), below()) for above, below in zip(deep[1:], deep, strict=False)] + [rule(deep[0]())]
    world = World("a", [rule(reach(X), anything(X))])
    engine = started(world, "")
    engine.define(rules)
    with pytest.raises(BackendError, match="more deeply"):
        world.ask(engine, deep[-1])
    assert world.ask(engine, reach) == {"a"}
    assert world.ask(engine, deep[20]) == {""}


def test_floating_point_numbers():
    """The language of later models has them; division by zero is undefined all the same."""
    assert evaluate(Arithmetic("/", (Number(1.0), Number(4))), lambda fluent: None) == 0.25
    assert evaluate(Arithmetic("/", (Number(1.0), Number(0))), lambda fluent: None) is None
    assert evaluate(Arithmetic("-", (Number(0.5),)), lambda fluent: None) == -0.5


def test_the_engine_needs_nothing():
    assert Sld.version().startswith("Python 3.")
