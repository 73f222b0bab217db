"""What every engine answers, construct by construct: small programs with answers written by hand."""

from __future__ import annotations

import pytest
from backends.programs import (
    Name,
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
    kind,
    rule,
    some,
    static,
    where,
    without,
)

from relgym.model.program import Role, Symbol
from relgym.model.terms import Object, Variable

on, clear, wet = fluent("on", 2), fluent("clear", 1), fluent("wet", 0)
road, town, open_all_day = static("road", 2), static("town", 1), static("open-all-day", 0)
found, other, yes = derived("found", 2), derived("other", 1), derived("yes", 0)
block, table = kind("block"), kind("table")

BLOCKS = World("a b c t", facts={block: "a, b, c", table: "t"}, fluents=[on, clear, wet])
STACK = BLOCKS.state("on a b, on b t, on c t, clear a, clear c")


def blocks(*rules):
    """The world of BLOCKS with rules, and its state STACK."""
    world = World("a b c t", rules, facts={block: "a, b, c", table: "t"}, fluents=[on, clear, wet])
    return world, world.state("on a b, on b t, on c t, clear a, clear c")


# Facts


def test_fluent_static_and_type_symbols_are_asked_directly(start):
    world = World("a b", facts={road: "a b, b b", town: "b", block: "a"}, fluents=[on, clear])
    engine = start(world)
    engine.move_to(world.state("on a a, on b a, clear b"))
    assert world.ask(engine, on) == {"a a", "b a"}
    assert world.ask(engine, on, "b") == {"b a"}
    assert world.ask(engine, on, "b b") == set()
    assert world.ask(engine, clear) == {"b"}
    assert world.ask(engine, road) == {"a b", "b b"}
    assert world.ask(engine, road, "a") == {"a b"}
    assert world.ask(engine, road, "a b") == {"a b"}
    assert world.ask(engine, town, "a") == set()
    assert world.ask(engine, block) == {"a"}
    assert world.ask(engine, anything) == {"a", "b"}


def test_an_engine_starts_in_the_empty_state(start):
    world, _ = blocks(rule(other(X), block(X), without(clear(X))))
    engine = start(world)
    assert world.ask(engine, on) == set()
    assert world.ask(engine, other) == {"a", "b", "c"}


def test_symbols_without_rules_and_facts_have_no_answers(start):
    world, state = blocks(rule(other(X), block(X), without(derived("nothing", 1)(X)), without(static("never", 0)())))
    engine = start(world)
    engine.move_to(state)
    for name in (derived("nothing", 1), static("nothing", 2), static("never", 0), kind("ghost"), fluent("ghost", 1)):
        assert world.ask(engine, name) == set()
    assert world.ask(engine, derived("nothing", 1), "a") == set()
    assert world.ask(engine, other) == {"a", "b", "c"}


def test_a_rule_over_nothing_has_no_answers(ask):
    world, state = blocks(rule(other(X), block(X), derived("nothing", 1)(X)))
    assert ask(world, other, state=state) == set()


def test_a_program_of_nothing(start):
    world = World("")
    engine = start(world)
    assert world.ask_all(engine, [anything, yes]) == [set(), set()]


def test_nullary_symbols(start):
    both, goal = derived("both", 0), Name(Symbol(Role.GOAL, "goal", 0))
    world = World(
        "a",
        [rule(both(), wet(), open_all_day()), rule(goal(), both()), rule(yes()), rule(other(X), anything(X), wet())],
        facts={open_all_day: ""},
        fluents=[wet],
    )
    engine = start(world)
    asked = [wet, open_all_day, both, goal, yes, other]
    assert world.ask_all(engine, asked) == [set(), {""}, set(), set(), {""}, set()]
    engine.move_to(world.state("wet"))
    assert world.ask_all(engine, asked) == [{""}, {""}, {""}, {""}, {""}, {"a"}]


# Conjunctions


def test_joins(ask):
    world, state = blocks(rule(found(X, Y), on(X, Z), on(Z, Y), clear(X)))
    assert ask(world, found, state=state) == {"a t"}


def test_a_join_gives_each_row_once(ask):
    world, state = blocks(rule(other(Y), on(X, Y), anything(Z)))
    assert ask(world, other, state=state) == {"b", "t"}


def test_a_product(ask):
    world, _ = blocks(rule(found(X, Y), table(Y), block(X)))
    assert ask(world, found) == {"a t", "b t", "c t"}


def test_head_terms_in_another_order_than_the_body(ask):
    three = derived("three", 3)
    world, state = blocks(rule(three(Z, X, Y), on(X, Y), on(Y, Z)))
    assert ask(world, three, state=state) == {"t a b"}


@pytest.mark.parametrize(("name", "rows"), [(on, "on a a, on a b, on b b"), (road, "")])
def test_a_variable_twice_in_a_literal(ask, name, rows):
    world = World("a b c", [rule(other(X), name(X, X))], facts={road: "a a, a b, b b"}, fluents=[on])
    assert ask(world, other, state=world.state(rows)) == {"a", "b"}


def test_a_variable_twice_in_a_derived_literal(ask):
    world = World("a b", [rule(found(X, Y), on(Y, X)), rule(other(X), found(X, X))], fluents=[on])
    assert ask(world, other, state=world.state("on a b, on b b")) == {"b"}


def test_a_bound_variable_twice_in_a_literal(ask):
    world = World("a b c", [rule(other(X), clear(X), on(X, X))], fluents=[on, clear])
    assert ask(world, other, state=world.state("clear a, clear b, on a b, on b b, on c c")) == {"b"}


def test_constants_in_literals(ask):
    world, state = blocks(
        rule(other(X), on(X, "t")),
        rule(yes(), on("a", "b"), without(on("b", "a")), found("t", "a")),
        rule(found(X, Y), on(Z, X), clear(Y), block(Y), anything(Z)),
    )
    assert ask(world, other, state=state) == {"b", "c"}
    assert ask(world, yes, state=state) == {""}


def test_equality_of_terms(ask):
    pairs = {
        ("a", "="): {"a b", "a c", "a t"},
        ("a", "!="): {f"{x} {y}" for x in "bct" for y in "abct" if x != y},
    }
    for (constant, operator), expected in pairs.items():
        goals = where(X, "!=", Y), where(X, operator, constant)
        world, _ = blocks(rule(found(X, Y), anything(X), anything(Y), *goals))
        assert ask(world, found) == expected


def test_equality_of_constants_and_of_a_variable_with_itself(ask):
    truths = {
        where("a", "=", "a"): {""},
        where("a", "=", "b"): set(),
        where("a", "!=", "b"): {""},
        where("a", "!=", "a"): set(),
    }
    for goal, expected in truths.items():
        world, _ = blocks(rule(yes(), goal))
        assert ask(world, yes) == expected
    world, _ = blocks(rule(other(X), block(X), where(X, "=", X)), rule(yes(), block(X), where(X, "!=", X)))
    assert ask(world, other) == {"a", "b", "c"}
    assert ask(world, yes) == set()


def test_a_goal_of_many_conjuncts(ask):
    names = [f"o{number}" for number in range(200)]
    world = World(" ".join(names), [rule(yes(), *(clear(name) for name in names))], fluents=[clear])
    everywhere = ", ".join(f"clear {name}" for name in names)
    assert ask(world, yes, state=world.state(everywhere)) == {""}
    assert ask(world, yes, state=world.state(everywhere.removesuffix(", clear o199"))) == set()


# Nested bodies


def test_without(ask):
    world, state = blocks(rule(other(X), block(X), without(clear(X))))
    assert ask(world, other, state=state) == {"b"}


def test_without_has_variables_of_its_own(ask):
    world, state = blocks(rule(other(X), anything(X), without(on(Y, X))))
    assert ask(world, other, state=state) == {"a", "c"}


def test_without_a_conjunction(ask):
    world, state = blocks(rule(other(X), anything(X), without(on(Y, X), clear(Y), where(Y, "!=", "c"))))
    assert ask(world, other, state=state) == {"a", "c", "t"}


def test_without_in_without_is_forall(ask):
    """The objects on which every block stands that is not clear."""
    world, state = blocks(rule(other(Y), anything(Y), without(block(X), without(clear(X)), without(on(X, Y)))))
    assert ask(world, other, state=state) == {"t"}
    assert ask(world, other, state=world.state("clear a, clear b, clear c")) == {"a", "b", "c", "t"}


def test_without_three_deep_with_variables_at_every_depth(ask):
    """The x such that for all y with on(x, y) there is a z with on(y, z)."""
    world, state = blocks(rule(other(X), anything(X), without(on(X, Y), without(on(Y, Z), without(on(Z, W))))))
    assert ask(world, other, state=state) == {"a", "t"}


def test_some_is_true_once(ask):
    world, state = blocks(rule(other(Y), anything(Y), some(on(X, Y), anything(Z))))
    assert ask(world, other, state=state) == {"b", "t"}


def test_some_with_nested_bodies(ask):
    world, state = blocks(
        rule(other(Y), anything(Y), some(on(X, Y), without(clear(X), without(block(X))), some(on(X, Z))))
    )
    assert ask(world, other, state=state) == {"b", "t"}


def test_either(ask):
    world, state = blocks(rule(other(X), anything(X), either(table(X), clear(X))))
    assert ask(world, other, state=state) == {"a", "c", "t"}


def test_either_of_overlapping_conjunctions_with_variables_of_their_own(ask):
    world, state = blocks(
        rule(
            other(X), anything(X), either((on(X, Y), on(Y, Z)), (on(Y, X), on(Y, "t")), (clear(X), where(X, "=", "a")))
        )
    )
    assert ask(world, other, state=state) == {"a", "t"}


def test_either_in_either_in_without(ask):
    world, state = blocks(rule(other(X), anything(X), without(either(table(X), (clear(X), either(on(X, "b"), wet()))))))
    assert ask(world, other, state=state) == {"b", "c"}


@pytest.mark.parametrize(
    ("goal", "holds"),
    [
        (without(), False),
        (some(), True),
        (either(), False),
        (either(()), True),
        (either((), wet()), True),
        (without(without()), True),
        (without(either()), True),
    ],
)
def test_empty_bodies(ask, goal, holds):
    world, _ = blocks(rule(other(X), block(X), goal), rule(yes(), goal))
    assert ask(world, other) == ({"a", "b", "c"} if holds else set())
    assert ask(world, yes) == ({""} if holds else set())


# Rules over rules


def test_two_rules_of_one_head(ask):
    world, state = blocks(rule(other(X), clear(X)), rule(other(Y), on(X, Y), block(Y)), rule(other(Z), on(Z, "b")))
    assert ask(world, other, state=state) == {"a", "b", "c"}
    assert ask(world, other, "b", state=state) == {"b"}
    assert ask(world, other, "t", state=state) == set()


def test_negation_over_derived_symbols_in_three_strata(ask):
    low, middle, high = derived("low", 1), derived("middle", 1), derived("high", 1)
    world, state = blocks(
        rule(high(X), anything(X), without(middle(X))),
        rule(middle(X), block(X), without(low(X))),
        rule(low(X), on(X, Y), block(Y)),
    )
    assert ask(world, low, state=state) == {"a"}
    assert ask(world, middle, state=state) == {"b", "c"}
    assert ask(world, high, state=state) == {"a", "t"}


def test_derived_symbols_in_every_nested_body(ask):
    low = derived("low", 1)
    world, state = blocks(
        rule(low(X), on(X, "t")),
        rule(other(X), block(X), without(low(X))),
        rule(other(X), anything(X), some(low(Y), on(Y, X)), either(low(X), table(X))),
    )
    assert ask(world, other, state=state) == {"a", "t"}


# Answers


def test_binding_fixes_leading_arguments(start):
    three = derived("three", 3)
    world, state = blocks(rule(three(X, Y, Z), block(X), on(X, Y), anything(Z), where(Z, "!=", X)))
    engine = start(world)
    engine.move_to(state)
    assert world.ask(engine, three, "a") == {"a b b", "a b c", "a b t"}
    assert world.ask(engine, three, "a b") == {"a b b", "a b c", "a b t"}
    assert world.ask(engine, three, "a b c") == {"a b c"}
    assert world.ask(engine, three, "a b a") == set()
    assert world.ask(engine, three, "t") == set()
    assert len(world.ask(engine, three)) == 9


def test_rules_with_bound_arguments(start):
    effect = Name(Symbol(Role.CONDITION, "paint", 3, 1))
    differ = Name(Symbol(Role.APPLICABLE, "pick", 2))
    free = Name(Symbol(Role.CONDITION, "free", 1))
    world, state = blocks(
        rule(effect(X, Y, Z), on(Z, Y), without(on(X, Z)), bound=2),
        rule(differ(X, Y), where(X, "!=", Y), without(clear(X)), bound=2),
        rule(free(X), bound=1),
    )
    engine = start(world)
    engine.move_to(state)
    assert world.ask(engine, effect, "a t") == {"a t c"}
    assert world.ask(engine, effect, "t t") == {"t t b", "t t c"}
    assert world.ask(engine, effect, "t t b") == {"t t b"}
    assert world.ask(engine, effect, "a a") == set()
    assert world.ask(engine, differ, "b a") == {"b a"}
    assert world.ask(engine, differ, "b b") == set()
    assert world.ask(engine, differ, "a b") == set()
    assert world.ask(engine, free, "t") == {"t"}


def test_several_symbols_in_one_call(start):
    world, state = blocks(rule(other(X), on(X, "t")), rule(found(X, Y), on(Y, X)))
    engine = start(world)
    engine.move_to(state)
    assert world.ask_all(engine, [found, other, clear, table, found]) == [
        {"b a", "t b", "t c"},
        {"b", "c"},
        {"a", "c"},
        {"t"},
        {"b a", "t b", "t c"},
    ]
    assert world.ask_all(engine, [found, on, other], "b") == [{"b a"}, {"b t"}, {"b"}]
    assert world.ask_all(engine, []) == []


def test_symbols_of_one_name_do_not_collide(start):
    roles = [Name(Symbol(role, "p", 1)) for role in (Role.STATIC, Role.FLUENT, Role.TYPE)]
    heads = [Name(Symbol(role, "p", 1)) for role in (Role.DERIVED, Role.APPLICABLE, Role.GOAL)]
    heads += [Name(Symbol(role, "p", 1, index)) for role in (Role.CONDITION, Role.AUX, Role.QUERY) for index in (0, 1)]
    wide = fluent("p", 2)
    world = World(
        " ".join(f"o{number}" for number in range(len(heads))),
        [rule(head(X), anything(X), where(X, "=", f"o{number}")) for number, head in enumerate(heads)],
        facts={roles[0]: "o0", roles[2]: "o2"},
        fluents=[roles[1], wide],
    )
    engine = start(world)
    engine.move_to(world.state("p o1, p o3 o4"))
    assert world.ask_all(engine, roles) == [{"o0"}, {"o1"}, {"o2"}]
    assert world.ask_all(engine, heads) == [{f"o{number}"} for number in range(len(heads))]
    assert world.ask(engine, wide) == {"o3 o4"}


HOSTILE = (
    "a-b a_b A_b a-B 1st is not _ __ X é 東 ' \" \\ a'b #show :- . % p(x) [] {} nil mod true false -1 007 @ a;b a..b"
)


def test_hostile_names(start):
    """Names of any kind: of objects, of symbols and of variables."""
    names = HOSTILE.split()
    fluents = [fluent(name, 1) for name in names]
    heads = [derived(name, 1) for name in names]
    x_y, x__y, upper = Variable("?x-y"), Variable("?x_y"), Variable("?X-y")
    rules = [
        rule(head(x_y), known(x_y), anything(x__y), anything(upper)) for head, known in zip(heads, fluents, strict=True)
    ]
    rules.append(rule(found(x_y, x__y), fluents[0](x_y), fluents[1](x__y), where(x_y, "!=", x__y)))
    rules += [rule(other(V), anything(V), where(V, "=", name)) for name in names[::2]]
    world = World(HOSTILE, rules, fluents=fluents)
    engine = start(world)
    engine.move_to(world.state(", ".join(f"{name} {name}" for name in names)))
    assert world.ask_all(engine, heads) == [{name} for name in names]
    assert world.ask_all(engine, fluents) == [{name} for name in names]
    assert world.ask(engine, found) == {"a-b a_b"}
    assert world.ask(engine, other) == set(names[::2])


def test_constants_are_the_objects_of_the_program(ask):
    """A constant in a rule may be another Python object than the one in the program."""
    world, state = blocks(rule(other(X), on(X, Object("".join(["t"])))))
    assert ask(world, other, state=state) == {"b", "c"}
