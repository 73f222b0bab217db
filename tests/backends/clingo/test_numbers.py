"""Numbers on clingo: 32-bit integers, or a refusal that names what is not; never a number that has run over."""

from __future__ import annotations

from fractions import Fraction

import pytest
from backends.programs import World, X, Y, anything, arithmetic, derived, number, rule, where, without

from relgym.errors import BackendError, UnsupportedFeature
from relgym.model.numeric import Number
from relgym.model.span import Source, Span
from relgym.translate.asp.numbers import ABSOLUTE_VALUE_LIMIT

pytest.importorskip("clingo", reason="engine missing: clingo")

pick, other, yes = derived("pick", 1), derived("other", 1), derived("yes", 0)
fuel, load = number("fuel", X), number("load", X)
MOST = ABSOLUTE_VALUE_LIMIT - 1


def numbers(*tests, constants=None, **values):
    """The objects for which all of the tests hold."""
    world = World("a b c", [rule(pick(X), anything(X), *tests)], functions="fuel/1 load/1", constants=constants)
    engine = world.start("clingo")
    engine.move_to(world.state(**values))
    return world.ask(engine, pick)


def test_the_largest_numbers_that_fit():
    values = {"a": MOST, "b": -MOST, "c": 0}
    assert numbers(where(fuel, "=", MOST), fuel=values) == {"a"}
    assert numbers(where(fuel, "=", Number(-MOST)), fuel=values) == {"b"}
    assert numbers(where(arithmetic("-", fuel), "=", MOST), fuel=values) == {"b"}
    assert numbers(where(arithmetic("+", fuel, 1), "=", MOST), fuel={"a": MOST - 1, "b": -MOST}) == {"a"}
    assert numbers(where(arithmetic("*", fuel, fuel), "<", MOST), fuel={"a": 46340, "b": -46340}) == {"a", "b"}


@pytest.mark.parametrize(
    ("expression", "reached"),
    [
        (fuel, ABSOLUTE_VALUE_LIMIT),
        (arithmetic("+", load, 1), ABSOLUTE_VALUE_LIMIT),
        (arithmetic("-", 0, 2, load), -ABSOLUTE_VALUE_LIMIT - 1),
        (arithmetic("*", load, load), MOST**2),
        (arithmetic("*", 2, load, 0), 2 * MOST),
        (arithmetic("+", load, load, arithmetic("-", load)), 2 * MOST),
    ],
)
@pytest.mark.parametrize("operator", ["=", "<", ">="])
@pytest.mark.parametrize("negated", [False, True])
def test_what_may_run_over_is_an_error(expression, reached, operator, negated):
    """In between, too, and when the end would fit again."""
    test = where(expression, operator, 0)
    with pytest.raises(BackendError, match=f"may reach {reached} in this state, and clingo has only 32-bit integers"):
        numbers(without(test) if negated else test, fuel={"a": ABSOLUTE_VALUE_LIMIT}, load={"a": MOST, "b": 1})


def test_the_engine_works_on_after_such_a_state():
    world = World(
        "a b", [rule(pick(X), anything(X), where(fuel, ">", 1)), rule(other(X), anything(X))], functions="fuel/1"
    )
    engine = world.start("clingo")
    for _ in range(6):
        engine.move_to(world.state(fuel={"a": ABSOLUTE_VALUE_LIMIT}))
        with pytest.raises(BackendError):
            world.ask(engine, pick)
        assert world.ask(engine, other) == {"a", "b"}
        engine.move_to(world.state(fuel={"a": 2, "b": 1}))
        assert world.ask(engine, pick) == {"a"}


@pytest.mark.parametrize("value", [Fraction(1, 2), 0.5, float("inf"), 2.0])
def test_values_of_a_state_that_are_not_integers(value):
    with pytest.raises(BackendError, match=r"'fuel' has the value .* in this state, and clingo has only integers"):
        numbers(where(fuel, ">", 0), fuel={"a": 1, "b": value})


def test_values_that_no_comparison_reads_do_not_matter():
    constants = {"price a": Fraction(1, 3), "far a": 10**20}
    assert numbers(
        where(fuel, ">", 0), constants=constants, fuel={"a": 1}, load={"a": Fraction(1, 2), "b": 10**12}
    ) == {"a"}


def test_a_function_without_values_has_no_range():
    product = arithmetic("*", fuel, arithmetic("*", load, load))
    assert numbers(where(product, "=", 0), load={"a": 46000}) == set()


def test_a_refusal_names_everything_and_its_place():
    source = Source("d.pddl", "first\nsecond\nthird")
    tests = [
        where(fuel, ">", Number(Fraction(1, 2))),
        where(arithmetic("/", load, 3), "<", Number(2**40)),
        where(number("rate", X), ">", 0),
    ]
    rules = [
        type(rule(pick(X)))(pick(X), (anything(X), test), 0, Span(source, start, start + 3))
        for test, start in zip(tests, (0, 6, 13), strict=True)
    ]
    world = World("a", rules, functions="fuel/1 load/1", constants={"rate a": Fraction(3, 2)})
    with pytest.raises(UnsupportedFeature) as error:
        world.start("clingo")
    assert str(error.value) == (
        "d.pddl:1:1: the engine 'clingo' does not support: the number 1/2 (d.pddl:1:1); "
        "the division (/ (load ?x) 3) (d.pddl:2:1); the number 1099511627776 (d.pddl:2:1); the value 3/2 of 'rate'\n"
        "  first\n"
        "  ^~~\n"
        "expected: integers of 32 bits, added, subtracted and multiplied\n"
        "hint: use another engine"
    )


@pytest.mark.parametrize(
    "test",
    [
        where(fuel, ">", ABSOLUTE_VALUE_LIMIT),
        where(arithmetic("/", fuel, 2), ">", 1),
        where(fuel, "<", Number(-ABSOLUTE_VALUE_LIMIT)),
    ],
)
@pytest.mark.parametrize("nested", [False, True])
def test_definitions_are_refused_like_programs(test, nested):
    world = World("a", [rule(pick(X), anything(X))], functions="fuel/1")
    engine = world.start("clingo")
    with pytest.raises(UnsupportedFeature):
        engine.define([rule(yes(), anything(X), without(anything(Y), test) if nested else test)])
    assert world.ask(engine, pick) == {"a"}


def test_a_number_of_which_only_the_existence_matters_may_be_a_fraction():
    """An action needs a value for what its effects add; nothing compares it."""
    half = Fraction(1, 2)
    assert numbers(where(load, "=", load), load={"a": half, "b": 3}) == {"a", "b"}
    with pytest.raises(BackendError, match="'load' has the value 1/2"):
        numbers(where(load, "=", load), where(load, "<", 3), load={"a": half})
