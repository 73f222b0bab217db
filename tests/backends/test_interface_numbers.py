"""What every engine answers about numbers: exactly, or not at all."""

from __future__ import annotations

from fractions import Fraction

import pytest
from backends.programs import (
    World,
    X,
    Y,
    anything,
    arithmetic,
    derived,
    either,
    fluent,
    number,
    rule,
    some,
    where,
    without,
)

from relgym.errors import BackendError, UnsupportedFeature
from relgym.model.numeric import Number

WHOLE = "integers of 32 bits, added, subtracted and multiplied"

pick, pair, yes, clear = derived("pick", 1), derived("pair", 2), derived("yes", 0), fluent("clear", 1)
fuel, load, cost = number("fuel", X), number("load", X), number("cost")


def numbers(*rules, constants=None):
    return World("a b c", rules, fluents=[clear], functions="fuel/1 load/1 cost/0", constants=constants)


def picked(ask, test, state=None, **values):
    """The objects of which a test is true, asked as a rule, and false, asked by negation: all, and none twice."""
    world = numbers(rule(pick(X), anything(X), test), rule(derived("rest", 1)(X), anything(X), without(test)))
    state = world.state(**values)
    found = ask(world, pick, state=state)
    assert ask(world, derived("rest", 1), state=state) == {"a", "b", "c"} - found
    return found


def compared(ask, expression, value, **values):
    """`a` if an expression has the value, `b` if it is less and `c` if it is more."""
    signs = {"a": "=", "b": "<", "c": ">"}
    rules = [
        rule(pick(X), anything(X), where(X, "=", name), where(expression, sign, value)) for name, sign in signs.items()
    ]
    world = numbers(*rules)
    return ask(world, pick, state=world.state(**values))


@pytest.mark.parametrize(
    ("operator", "expected"),
    [("=", {"b"}), ("<", {"a"}), ("<=", {"a", "b"}), (">", {"c"}), (">=", {"b", "c"})],
)
def test_comparisons_with_a_number(ask, operator, expected):
    assert picked(ask, where(fuel, operator, 2), fuel={"a": -1, "b": 2, "c": 3}) == expected


@pytest.mark.parametrize(
    ("operator", "expected"),
    [("=", {"b"}), ("<", {"a"}), ("<=", {"a", "b"}), (">", {"c"}), (">=", {"b", "c"})],
)
def test_comparisons_of_two_fluents(ask, operator, expected):
    values = {"fuel": {"a": 1, "b": 2, "c": 0}, "load": {"a": 2, "b": 2, "c": -5}}
    assert picked(ask, where(fuel, operator, load), **values) == expected


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (arithmetic("+", cost, 2, 3), 12),
        (arithmetic("-", cost), -7),
        (arithmetic("-", 10, cost, 1), 2),
        (arithmetic("-", arithmetic("-", 10, cost), arithmetic("-", 2)), 5),
        (arithmetic("*", cost, cost, -1), -49),
        (arithmetic("-", arithmetic("+", cost, 1), arithmetic("*", 2, arithmetic("-", 5, 3))), 4),
        (arithmetic("*", 0, cost), 0),
    ],
)
def test_whole_arithmetic(ask, expression, value):
    assert compared(ask, expression, value, cost=7) == {"a"}


def test_constants_of_the_program(ask):
    distance = number("distance", X, Y)
    goals = anything(X), anything(Y), where(distance, "<", arithmetic("+", fuel, number("reserve")))
    world = numbers(rule(pair(X, Y), *goals), constants={"distance a b": 3, "distance b a": 5, "reserve": 1})
    assert ask(world, pair, state=world.state(fuel={"a": 2, "b": 5, "c": 9})) == {"b a"}
    assert ask(world, pair, "a", state=world.state(fuel={"a": 3})) == {"a b"}


def test_functions_of_constants_and_objects(ask):
    world = numbers(rule(pick(X), anything(X), where(number("fuel", "b"), "<", fuel)))
    assert ask(world, pick, state=world.state(fuel={"a": 3, "b": 2, "c": 2})) == {"a"}


def test_numbers_in_nested_bodies(ask):
    """The ones with the most fuel, then those that share their load with another."""
    more = where(fuel, "<", number("fuel", Y))
    same = where(load, "=", number("load", Y))
    world = numbers(
        rule(pick(X), anything(X), without(anything(Y), more)),
        rule(pair(X, Y), anything(X), anything(Y), where(X, "!=", Y), same),
        rule(yes(), anything(X), some(anything(Y), more, either(same, where(cost, ">", 5)))),
    )
    state = world.state(fuel={"a": 4, "b": 4, "c": 1}, load={"a": 1, "b": 2, "c": 1})
    assert ask(world, pick, state=state) == {"a", "b"}
    assert ask(world, pair, state=state) == {"a c", "c a"}
    assert ask(world, yes, state=state) == {""}


def test_numbers_in_recursion(ask):
    """Who is reached over steps to something that is not higher."""
    world = World(
        "a b c d",
        [
            rule(pick(X), clear(X)),
            rule(pick(Y), pick(X), anything(Y), where(number("height", Y), "<=", number("height", X))),
        ],
        fluents=[clear],
        functions="height/1",
    )
    heights = {"a": 5, "b": 3, "c": 3, "d": 6}
    assert ask(world, pick, state=world.state("clear b", height=heights)) == {"b", "c"}
    assert ask(world, pick, state=world.state("clear a", height=heights)) == {"a", "b", "c"}


# Undefined


@pytest.mark.parametrize("operator", ["=", "<", "<=", ">", ">="])
def test_a_comparison_with_an_undefined_fluent_is_false(ask, operator):
    assert picked(ask, where(fuel, operator, fuel), fuel={"b": 1}) == ({"b"} if "=" in operator else set())
    assert picked(ask, where(fuel, operator, 1), load={"a": 1, "b": 2, "c": 0}) == set()
    assert picked(ask, where(0, operator, arithmetic("*", 0, fuel))) == set()
    assert picked(ask, where(number("nowhere", X), operator, 0)) == set()


@pytest.mark.never("clingo", raises=UnsupportedFeature, reason=WHOLE)
@pytest.mark.parametrize("operator", ["=", "<", "<=", ">", ">="])
def test_a_comparison_with_a_division_by_zero_is_false(ask, operator):
    quotient = arithmetic("/", fuel, load)
    values = {"fuel": {"a": 6, "b": 0, "c": 6}, "load": {"a": 0, "b": 0, "c": 3}}
    assert picked(ask, where(quotient, operator, quotient), **values) == ({"c"} if "=" in operator else set())
    assert picked(ask, where(arithmetic("/", 1, 0), operator, 0), **values) == set()
    assert picked(ask, where(arithmetic("/", fuel, arithmetic("-", load, load)), operator, 0), **values) == set()


# Exactly


@pytest.mark.never("clingo", raises=UnsupportedFeature, reason=WHOLE)
@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (arithmetic("/", 42, cost, 2), 3),
        (arithmetic("/", -42, cost), -6),
        (arithmetic("/", 42, arithmetic("-", cost)), -6),
        (arithmetic("/", 24, arithmetic("/", 6, 3)), 12),
        (arithmetic("/", arithmetic("/", 24, 6), 2), 2),
        (arithmetic("/", 0, cost), 0),
    ],
)
def test_division_without_remainder(ask, expression, value):
    assert compared(ask, expression, value, cost=7) == {"a"}


@pytest.mark.never("clingo", raises=UnsupportedFeature, reason=WHOLE)
def test_division_is_exact(ask):
    """7/2 is not 3; three thirds are one."""
    half = arithmetic("/", 7, 2)
    assert picked(ask, where(half, ">", 3)) == {"a", "b", "c"}
    assert picked(ask, where(half, "=", 3)) == set()
    thirds = arithmetic("+", *[arithmetic("/", fuel, 3)] * 3)
    assert picked(ask, where(thirds, "=", fuel), fuel={"a": 1, "b": 2}) == {"a", "b"}
    assert picked(ask, where(arithmetic("/", fuel, 2), "<", 0), fuel={"a": -1, "b": 1}) == {"a"}


@pytest.mark.never("clingo", raises=BackendError, reason=WHOLE)
def test_fractions_of_states(ask):
    values = {"fuel": {"a": Fraction(1, 10), "b": Fraction(3, 2), "c": Fraction(-1, 3)}}
    assert picked(ask, where(fuel, "<", 1), **values) == {"a", "c"}
    assert picked(ask, where(fuel, ">", 0), **values) == {"a", "b"}
    tenth_more = arithmetic("+", fuel, Number(Fraction(2, 10)))
    assert picked(ask, where(tenth_more, "=", Number(Fraction(3, 10))), **values) == {"a"}
    assert picked(ask, where(arithmetic("*", fuel, 2), "=", 3), **values) == {"b"}
    assert picked(ask, where(arithmetic("*", fuel, load), "=", 1), load={"c": -3}, **values) == {"c"}


@pytest.mark.never("clingo", raises=UnsupportedFeature, reason=WHOLE)
def test_fractions_of_programs(ask):
    world = numbers(
        rule(pick(X), anything(X), where(fuel, ">=", number("rate", X))), constants={"rate a": Fraction(1, 2)}
    )
    assert ask(world, pick, state=world.state(fuel={"a": 1, "b": 1})) == {"a"}
    assert ask(world, pick, state=world.state(fuel={"a": 0})) == set()


@pytest.mark.never("clingo", raises=UnsupportedFeature, reason=WHOLE)
@pytest.mark.parametrize("big", [2**31, 2**32, 2**53, 2**63, 2**64, 10**40])
def test_large_numbers(ask, big):
    """Where 32 or 64 bits or a double would wrap or round."""
    values = {"a": big - 1, "b": big, "c": big + 1}
    assert picked(ask, where(fuel, ">=", Number(big)), fuel=values) == {"b", "c"}
    assert picked(ask, where(arithmetic("+", fuel, 1), "=", Number(big)), fuel=values) == {"a"}
    assert picked(ask, where(arithmetic("*", fuel, -1), "<", Number(-big)), fuel=values) == {"c"}


@pytest.mark.never("clingo", raises=BackendError, reason=WHOLE)
@pytest.mark.parametrize("factor", [65536, 10**9, 2**40])
def test_products_of_small_numbers_that_are_large(ask, factor):
    product = arithmetic("*", fuel, fuel)
    assert picked(ask, where(product, ">", 0), fuel={"a": factor, "b": -factor, "c": 0}) == {"a", "b"}
    assert picked(ask, where(product, "=", Number(factor**2)), fuel={"a": factor, "b": 1}) == {"a"}


@pytest.mark.never("clingo", raises=BackendError, reason=WHOLE)
@pytest.mark.parametrize("half", [2**30, 2**31 - 1, 2**62, 2**63 - 1])
def test_sums_of_small_numbers_that_are_large(ask, half):
    """A sum that wraps is less than its parts."""
    total = arithmetic("+", fuel, load)
    values = {"fuel": {"a": half, "b": -half, "c": half}, "load": {"a": half, "b": -half, "c": -half}}
    assert picked(ask, where(total, ">", fuel), **values) == {"a"}
    assert picked(ask, where(arithmetic("-", fuel, load), ">", fuel), **values) == {"b", "c"}


def test_the_largest_numbers_of_32_bits(ask):
    values = {"fuel": {"a": 2**31 - 1, "b": -(2**31) + 1, "c": 0}}
    assert picked(ask, where(fuel, ">", Number(2**31 - 2)), **values) == {"a"}
    assert picked(ask, where(fuel, "<", Number(-(2**31) + 2)), **values) == {"b"}
