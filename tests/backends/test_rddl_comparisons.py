"""Comparisons of RDDL's numbers on every engine: infinite and large ones, and parts that are not computed."""

from __future__ import annotations

import math

import pytest
from reasoning.rddl.domains import simulator

from relgym.errors import SimulationError


@pytest.mark.parametrize(
    ("condition", "reason"),
    [
        ("x * 10 > 5", "infinite"),
        ("x * 10 == x * 100", "infinite"),
        ("x * 10 - x * 10 > 5", "not a number"),
        ("1 / (x * 10) < 5", "infinite"),
        ("min[x * 10, 1] < 5", "infinite"),
        ("tanh[x * 10] < 5", "infinite"),
        ("sqrt[x * 10] > 5", "infinite"),
        ("(sum_{?i : t} x) > 5", "infinite"),
        ("(prod_{?i : t} x) > 5", "infinite"),
        ("(avg_{?i : t} x) > 5", "infinite"),
        ("(min_{?i : t} [x * 10]) > 5", "infinite"),
        ("(if (x > 5) then x * 10 else 2.5) > 5", "infinite"),
        ("(x > 5) * (x * 10) > 5", "infinite"),
        ("x * (x > 5) * 10 > 5", "infinite"),
        ("x > 5 ^ (x * 10 > 5)", "infinite"),
        ("MAX + 1 > 5", "infinite"),
        ("MAX - MAX == 0", "not a number"),
    ],
)
def test_no_infinite_number_is_compared(backend, condition, reason):
    """An infinite intermediate result is an error wherever it is computed, on every engine."""
    made = simulator(
        backend,
        "MAX : { non-fluent, real, default = pos-inf }; x : { state-fluent, real, default = 1e308 };",
        f"x' = if ({condition}) then 1 else 0;",
    )
    with pytest.raises(SimulationError, match=f"x cannot be computed: it is {reason}"):
        made.step(made.start, (), [])
    if "MAX" not in condition:
        made.step((2.0,), (), [])


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("x < MAX", 1.0),
        ("x > -MAX", 1.0),
        ("1 / MAX == 0", 1.0),
        ("min[MAX, 3] == 3", 1.0),
        ("(x > 5) * MAX > x", 1.0),
        ("(x < 5) * MAX == 0", 1.0),
        ("x < 5 ^ x * 10 > 5", 0.0),
        ("x > 5 | x * 10 > 5", 1.0),
        ("x < 5 => x * 10 > 5", 1.0),
        ("(if (x < 5) then x * 10 else 2.5) > 5", 0.0),
        ("(x < 5) * (x * 10) == 0", 1.0),
        ("(x * 10) * (x < 5) / 2 == 0", 1.0),
        ("(x < 5) * (1 / (x - x)) == 0", 1.0),
        ("(1 / (x - x)) * (x < 5) + 1 == 1", 1.0),
        ("(x < 5) * (1 / (x - x) > 3) == 0", 1.0),
        ("(sum_{?i : t} [(x < 5) * (1 / (x - x))]) == 0", 1.0),
        ("(sum_{?i : t} [MAX * (x < 5)]) == 0", 1.0),
        ("(if (x < 5) then 1e300 * 1e300 else 2.5) > 2", 1.0),
        ("(if (x < 5) then 3 / 1e-309 else 2.5) > 2", 1.0),
        ("x * 0.5 + x * 0.5 == x", 1.0),
        ("(x > 5) * (x * (10 * 0.01)) > 5", 1.0),
    ],
)
def test_what_is_not_computed_is_no_error(backend, condition, expected):
    """A branch that is not taken, the rest of a decided formula, the factors beside a false truth value."""
    made = simulator(
        backend,
        "MAX : { non-fluent, real, default = pos-inf }; x : { state-fluent, real, default = 1e308 };",
        f"x' = if ({condition}) then 1 else 0;",
    )
    assert made.step(made.start, (), []).state == (expected,)


@pytest.mark.parametrize(
    "condition",
    [
        "~(H == 1.0 * H)",
        "H ~= 1.0 * H",
        "H > 1.0 * H",
        "1.0 * H < H",
        "~(H <= x)",
        "~(x >= H)",
        "H > x",
        "max[x, H] == H",
        "min[H, x] ~= H",
        "(if (x > 0) then H else 0.5) ~= x",
        "(max_{?i : t} (if (?i == a) then x else if (x > 0) then H else 0.5)) == H",
        "(argmax_{?i : t} (if (?i == a) then x else if (x > 0) then H else 0.5)) == b",
        "H * 10 / 10 == x",
        "round[x * 1024] == 9223372036854775808",
        "fmod[H, 3] == 0",
        "fmod[H, 3.0] == 2",
        "fmod[1e300, H] == fmod[1e300, x]",
        "HUGE > x",
        "HUGE > 1e300",
        "-HUGE < -x",
        "HUGE * HUGE > HUGE",
        "HUGE ~= 0.5",
        "max[x, HUGE] == HUGE",
    ],
)
def test_whole_numbers_are_compared_exactly_with_reals(backend, condition):
    """As Python does: 2**53 + 1 is no double, and 10**400 is larger than all of them."""
    made = simulator(
        backend,
        "H : { state-fluent, int, default = 9007199254740993 }; x : { state-fluent, real, default = 9007199254740992 };"
        f"HUGE : {{ non-fluent, int, default = 1{'0' * 400} }}; y : {{ state-fluent, bool, default = false }};",
        f"y' = {condition}; H' = H; x' = x;",
    )
    state = tuple(made.start)
    assert made.step(state, (), []).state[-1] is True


def test_what_runs_over_and_is_a_value(backend):
    made = simulator(backend, "x : { state-fluent, real, default = 1e308 };", "x' = x * 10;")
    with pytest.raises(SimulationError, match="x cannot be computed: it is infinite"):
        made.step(made.start, (), [])


@pytest.mark.parametrize("value", ["TOP", "KronDelta(TOP)", "if (P(a, a)) then 1 else abs[TOP]"])
def test_an_infinite_constant_is_no_value_of_a_fluent(backend, value):
    declared = "TOP : { non-fluent, real, default = pos-inf }; P(t, t) : { non-fluent, bool, default = false };"
    made = simulator(backend, declared + "x : { interm-fluent, real };", f"x = {value};")
    with pytest.raises(SimulationError, match="x cannot be computed: it is infinite"):
        made.step((), (), [])


def test_a_determinant_that_runs_over(backend):
    declared = "x : { state-fluent, real, default = 1e300 };"
    made = simulator(backend, declared, "x' = det_{?a : t, ?b : t} ((?a == ?b) * x);")
    with pytest.raises(SimulationError, match="x cannot be computed: it is infinite"):
        made.step(made.start, (), [])


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("ln[HUGE]", 400 * math.log(10)),
        ("log[HUGE, 10]", 400),
        ("log[10, HUGE]", 1 / 400),
        ("det_{?a : t, ?b : t} ((?a == ?b) * LONG)", 1e60),
        ("sum_{?a : t, ?b : t} inverse[row=?a, col=?b][(?a == ?b) * LONG]", 3e-20),
    ],
)
def test_functions_of_whole_numbers_beyond_64_bits(backend, value, expected):
    made = simulator(
        backend,
        f"HUGE : {{ non-fluent, int, default = 1{'0' * 400} }}; LONG : {{ state-fluent, int, default = 1{'0' * 20} }};"
        "x : { interm-fluent, real };",
        f"x = {value}; LONG' = LONG;",
    )
    assert made.step(made.start, (), []).computed == (pytest.approx(expected),)
