"""How every engine follows the state, and takes rules later."""

from __future__ import annotations

from backends.programs import World, X, Y, Z, anything, derived, fluent, number, rule, static, where, without

from relgym.backends import registry
from relgym.model.pddl.state import State
from relgym.model.program import Role, Symbol

on, clear, wet = fluent("on", 2), fluent("clear", 1), fluent("wet", 0)
above, loose, yes = derived("above", 2), derived("loose", 1), derived("yes", 0)

RULES = [
    rule(above(X, Y), on(X, Y)),
    rule(above(X, Y), on(X, Z), above(Z, Y)),
    rule(loose(X), anything(X), without(above(X, Y)), without(above(Y, X))),
]


def tower() -> World:
    return World("a b c d", RULES, fluents=[on, clear, wet])


def query(name, arity, index=0):
    return type(on)(Symbol(Role.QUERY, name, arity, index))


def test_deltas_and_reverts(start):
    world = tower()
    engine = start(world)
    first = world.state("on a b, on c d")
    second = first.changed(delete=1 << world.vocabulary.atom("on", world.row("c d")), add=0)
    third = second.changed(delete=0, add=1 << world.vocabulary.atom("on", world.row("b c")))
    expected = [
        (first, {"a b", "c d"}, set()),
        (second, {"a b"}, {"c", "d"}),
        (third, {"a b", "a c", "b c"}, {"d"}),
        (first, {"a b", "c d"}, set()),
        (third, {"a b", "a c", "b c"}, {"d"}),
        (third, {"a b", "a c", "b c"}, {"d"}),
        (State(world.vocabulary, 0), set(), {"a", "b", "c", "d"}),
        (second, {"a b"}, {"c", "d"}),
    ]
    for state, rows, lonely in expected:
        engine.move_to(state)
        assert world.ask_all(engine, [above, loose]) == [rows, lonely]


def test_moving_without_asking(start):
    world = tower()
    engine = start(world)
    for atoms in ("on a b", "on b a, wet", "on a b, on b a", "", "on d c, on c b, on b a"):
        engine.move_to(world.state(atoms))
    assert world.ask(engine, above, "d") == {"d a", "d b", "d c"}
    assert world.ask(engine, wet) == set()


def test_jumps_over_many_atoms(start):
    names = [f"n{number}" for number in range(30)]
    world = World(" ".join(names), [rule(loose(X), anything(X), without(clear(X)))], fluents=[clear, on])
    engine = start(world)
    halves = [names[:15], names[15:], names, [], names[::2], names]
    for half in halves:
        pairs = [f"on {x} {y}" for x in half for y in names[:5]]
        engine.move_to(world.state(", ".join([f"clear {name}" for name in half] + pairs)))
        assert world.ask(engine, loose) == set(names) - set(half)
        assert world.ask(engine, clear) == set(half)
        assert len(world.ask(engine, on)) == len(pairs)


def test_the_vocabulary_grows_after_load(start):
    world = tower()
    engine = start(world)
    engine.move_to(world.state("on a b"))
    assert world.ask(engine, above) == {"a b"}
    known = len(world.vocabulary.atoms)
    later = world.state("on a b, on b c, on c d, clear a, wet")
    assert len(world.vocabulary.atoms) == known + 4
    engine.move_to(later)
    assert world.ask(engine, above, "a") == {"a b", "a c", "a d"}
    assert world.ask_all(engine, [clear, wet]) == [{"a"}, {""}]
    engine.move_to(world.state("on d a"))
    assert world.ask(engine, above) == {"d a"}


def test_atoms_numbered_before_load_that_are_false(start):
    world = tower()
    world.state("on a b, on b c, clear d")
    engine = start(world)
    assert world.ask_all(engine, [on, above, clear]) == [set(), set(), set()]


def test_numeric_values_follow_the_state(start):
    cheap = derived("cheap", 1)
    world = World("a b c", [rule(cheap(X), anything(X), where(number("cost", X), "<=", 3))], functions="cost/1")
    engine = start(world)
    states = [
        ({"a": 1, "b": 5}, {"a"}),
        ({"a": 4, "b": 3, "c": 3}, {"b", "c"}),
        ({"a": 1}, {"a"}),
        ({}, set()),
        ({"c": -7}, {"c"}),
        ({"a": 1, "b": 5}, {"a"}),
    ]
    for values, expected in states:
        engine.move_to(world.state(cost=values))
        assert world.ask(engine, cheap) == expected
    for values, expected in reversed(states):
        engine.move_to(world.state(cost=values))
        assert world.ask(engine, cheap) == expected


def test_atoms_and_values_change_together(start):
    stuck = derived("stuck", 1)
    rules = [rule(stuck(X), clear(X), without(where(number("fuel", X), ">", 0)))]
    world = World("a b", rules, fluents=[clear], functions="fuel/1 cost/0")
    engine = start(world)
    for atoms, fuel, cost, expected in [
        ("clear a", {"a": 1}, 0, set()),
        ("clear a", {"a": 0}, 1, {"a"}),
        ("clear a, clear b", {"a": 0}, 1, {"a", "b"}),
        ("clear b", {"a": 0, "b": 2}, 2, set()),
        ("clear b", {}, 2, {"b"}),
    ]:
        engine.move_to(world.state(atoms, fuel=fuel, cost=cost))
        assert world.ask(engine, stuck) == expected


def test_rules_that_are_defined_later(start):
    world = tower()
    engine = start(world)
    engine.move_to(world.state("on a b, on b c, clear a"))
    top, pair = query("top", 1), query("top", 2, 1)
    engine.define([rule(top(X), above(X, Y), without(above(Z, X)))])
    assert world.ask(engine, top) == {"a"}
    engine.define([rule(pair(X, Y), top(X), loose(Y)), rule(pair(X, Y), clear(X), above(X, Y))])
    assert world.ask(engine, pair) == {"a b", "a c", "a d"}
    assert world.ask(engine, pair, "a d") == {"a d"}
    engine.move_to(world.state("on b a, clear b"))
    assert world.ask_all(engine, [pair, top, above]) == [{"b a", "b c", "b d"}, {"b"}, {"b a"}]


def test_a_rule_defined_beside_the_one_that_it_rests_on(start):
    world = tower()
    engine = start(world)
    low, high = query("low", 1), query("high", 1, 1)
    engine.define([rule(low(X), on(X, Y)), rule(high(X), anything(X), without(low(X)))])
    engine.move_to(world.state("on a b, on b c"))
    assert world.ask_all(engine, [high, low]) == [{"c", "d"}, {"a", "b"}]


def test_rules_are_defined_before_any_state_and_with_bound_arguments(start):
    world = tower()
    engine = start(world)
    under, twice = query("under", 2), query("twice", 0, 1)
    engine.define([rule(under(X, Y), above(Y, X), where(X, "!=", "d"), bound=1)])
    engine.define([rule(twice(), on(X, Y), on(Y, Z))])
    assert world.ask(engine, under, "b") == set()
    engine.move_to(world.state("on a b, on b d"))
    assert world.ask(engine, under, "b") == {"b a"}
    assert world.ask(engine, under, "d") == set()
    assert world.ask(engine, twice) == {""}


def test_a_rule_defined_over_symbols_that_no_rule_had_used(start):
    """Engines that keep only what rules need must not have dropped the rest."""
    road, colour = static("road", 2), fluent("colour", 2)
    world = World("a b", [rule(yes(), wet())], facts={road: "a b"}, fluents=[wet, colour], functions="cost/1")
    engine = start(world)
    engine.move_to(world.state("colour a b, colour b b", cost={"a": 2}))
    both, dear = query("both", 2), query("dear", 1, 1)
    engine.define(
        [rule(both(X, Y), road(X, Y), colour(X, Y)), rule(dear(X), colour(X, Y), where(number("cost", X), ">", 1))]
    )
    assert world.ask_all(engine, [both, dear]) == [{"a b"}, {"a"}]


def test_many_definitions(start):
    world = tower()
    engine = start(world)
    engine.move_to(world.state("on a b"))
    for place in range(50):
        asked = query("q", 1, place)
        engine.define([rule(asked(X), above(X, Y), where(Y, "!=", world.names[place % 4]))])
        assert world.ask(engine, asked) == (set() if place % 4 == 1 else {"a"})


def test_loading_again_forgets_everything(start):
    world = tower()
    engine = start(world)
    engine.move_to(world.state("on a b"))
    engine.define([rule(query("q", 1)(X), on(X, Y))])
    assert world.ask(engine, query("q", 1)) == {"a"}
    small = World("x y", [rule(above(X, Y), on(Y, X))], fluents=[on])
    engine.load(small.program, small.vocabulary)
    assert small.ask_all(engine, [on, above, loose]) == [set(), set(), set()]
    engine.move_to(small.state("on x y"))
    assert small.ask_all(engine, [on, above]) == [{"x y"}, {"y x"}]


def test_closing_twice_and_without_a_program(backend):
    world = tower()
    engine = world.start(backend)
    engine.move_to(world.state("on a b"))
    assert world.ask(engine, above) == {"a b"}
    engine.close()
    engine.close()
    registry.create(backend).close()


def test_two_instances_do_not_disturb_each_other(start):
    first, second = tower(), World("d c b a", [rule(above(X, Y), on(Y, X))], fluents=[on])
    one, two, three = start(first), start(second), start(first)
    one.move_to(first.state("on a b, on b c"))
    two.move_to(second.state("on a b"))
    assert first.ask(one, above) == {"a b", "b c", "a c"}
    assert second.ask(two, above) == {"b a"}
    assert first.ask(three, above) == set()
    one.define([rule(query("q", 1)(X), on(X, Y))])
    two.define([rule(query("q", 1)(X), on(Y, X))])
    three.move_to(first.state("on d a"))
    assert first.ask(one, query("q", 1)) == {"a", "b"}
    assert second.ask(two, query("q", 1)) == {"b"}
    assert first.ask(three, above) == {"d a"}
    two.close()
    assert first.ask(one, above, "a") == {"a b", "a c"}
    assert first.ask(three, loose) == {"b", "c"}
