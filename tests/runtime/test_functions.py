"""The functions of RDDL: their values, that whole numbers stay whole, and that nothing is wrong without a word."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relgym.read.rddl.functions import FUNCTIONS, SAME
from relgym.runtime.functions import CALLS


def test_every_function_has_a_meaning():
    assert set(CALLS) == set(FUNCTIONS)


@pytest.mark.parametrize(
    ("name", "arguments", "value"),
    [
        ("abs", (-3,), 3),
        ("abs", (-2.5,), 2.5),
        ("abs", (True,), 1),
        ("sgn", (-0.1,), -1),
        ("sgn", (0,), 0),
        ("sgn", (-0.0,), 0),
        ("sgn", (7,), 1),
        ("sgn", (True,), 1),
        ("round", (0.5,), 0),
        ("round", (1.5,), 2),
        ("round", (2.5,), 2),
        ("round", (-2.5,), -2),
        ("round", (2.51,), 3),
        ("round", (True,), 1),
        ("floor", (-0.5,), -1),
        ("floor", (2,), 2),
        ("ceil", (-0.5,), 0),
        ("ceil", (0.5,), 1),
        ("min", (2, 3), 2),
        ("max", (2, 3.5), 3.5),
        ("max", (3, 2.5), 3),
        ("div", (7, 2), 3),
        ("div", (-7, 2), -4),
        ("div", (7, -2), -4),
        ("div", (True, 1), 1),
        ("div", (10**20 + 1, 2), 5 * 10**19),
        ("mod", (7, 3), 1),
        ("mod", (-7, 3), 2),
        ("mod", (7, -3), -2),
        ("mod", (10**20 + 1, 10), 1),
    ],
)
def test_exact(name, arguments, value):
    given = CALLS[name](*arguments)
    assert given == value
    # The range says int, or what was given: no whole number has become a real.
    assert isinstance(given, float) == isinstance(value, float)


@pytest.mark.parametrize(
    ("name", "arguments", "value"),
    [
        ("sqrt", (2,), 2**0.5),
        ("exp", (1,), math.e),
        ("ln", (math.e**3,), 3),
        ("log", (8, 2), 3),
        ("log", (0.001, 10), -3),
        ("log", (9, 1 / 3), -2),
        ("pow", (2, 10), 1024),
        ("pow", (2, -1), 0.5),
        ("pow", (-2, 3), -8),
        ("pow", (0, 0), 1),
        ("pow", (2, 0.5), 2**0.5),
        ("fmod", (5.5, 2), 1.5),
        ("fmod", (-1, 2 * math.pi), 2 * math.pi - 1),
        ("fmod", (1, -2 * math.pi), 1 - 2 * math.pi),
        ("hypot", (3, -4), 5),
        ("hypot", (1e200, 1e200), math.sqrt(2) * 1e200),
        ("gamma", (5,), 24),
        ("gamma", (0.5,), math.sqrt(math.pi)),
        ("gamma", (-0.5,), -2 * math.sqrt(math.pi)),
        ("lngamma", (11,), math.log(3628800)),
        ("lngamma", (1e10,), 220258509288.811),
        ("lngamma", (-0.5,), math.log(2 * math.sqrt(math.pi))),
        ("sin", (math.pi / 6,), 0.5),
        ("cos", (math.pi / 3,), 0.5),
        ("tan", (math.pi / 4,), 1),
        ("asin", (0.5,), math.pi / 6),
        ("acos", (0.5,), math.pi / 3),
        ("atan", (1,), math.pi / 4),
        ("sinh", (1,), (math.e - 1 / math.e) / 2),
        ("cosh", (1,), (math.e + 1 / math.e) / 2),
        ("tanh", (1,), (math.e**2 - 1) / (math.e**2 + 1)),
        ("exp", (True,), math.e),
    ],
)
def test_real(name, arguments, value):
    assert CALLS[name](*arguments) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_the_range_is_what_the_language_says(name):
    count = len(FUNCTIONS[name].arguments.split())
    given = CALLS[name](*[1, 2][2 - count :]) if name not in ("asin", "acos") else CALLS[name](1)
    # A whole number is a real, too.
    assert type(given) is int or FUNCTIONS[name].range == "real"
    if FUNCTIONS[name].range == SAME:
        assert isinstance(CALLS[name](*[1.5, 2.5][2 - count :]), float)


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("sqrt", (-1,), ValueError),
        ("ln", (0,), ValueError),
        ("ln", (-1,), ValueError),
        ("log", (8, 1), ZeroDivisionError),
        ("log", (8, 0), ValueError),
        ("log", (8, -2), ValueError),
        ("log", (0, 2), ValueError),
        ("pow", (0, -1), ValueError),
        ("pow", (-8, 1 / 3), ValueError),
        ("pow", (10, 400), OverflowError),
        ("exp", (1000,), OverflowError),
        ("div", (1, 0), ZeroDivisionError),
        ("mod", (1, 0), ZeroDivisionError),
        ("fmod", (1.5, 0), ZeroDivisionError),
        ("fmod", (1.5, 0.0), ZeroDivisionError),
        ("hypot", (1.5e308, 1.5e308), OverflowError),
        ("gamma", (0,), ValueError),
        ("gamma", (-3,), ValueError),
        ("gamma", (172,), OverflowError),
        ("lngamma", (0,), ValueError),
        ("lngamma", (1e306,), OverflowError),
        ("asin", (1.01,), ValueError),
        ("acos", (-1.01,), ValueError),
        ("sinh", (-1000,), OverflowError),
        ("cosh", (1000,), OverflowError),
        ("sin", (math.inf,), ValueError),
        ("cos", (math.inf,), ValueError),
        ("tan", (math.inf,), ValueError),
        ("sgn", (math.nan,), ValueError),
        ("round", (math.nan,), ValueError),
        ("floor", (math.nan,), ValueError),
        ("ceil", (math.inf,), OverflowError),
        ("hypot", (1, math.nan), OverflowError),
    ],
)
def test_what_has_no_value(name, arguments, error):
    with pytest.raises(error):
        CALLS[name](*arguments)


REALS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.integers(-(10**400), 10**400),
    st.sampled_from([0.0, -0.0, 5e-324, -5e-324, 1.0, math.nextafter(1, 2), 1.7976931348623157e308]),
)


@pytest.mark.parametrize("name", sorted(set(FUNCTIONS) - {"div", "mod"}))
@given(left=REALS, right=REALS)
def test_finite_numbers_give_a_finite_number_or_an_error(name, left, right):
    arguments = (left, right)[: len(FUNCTIONS[name].arguments.split())]
    try:
        given = CALLS[name](*arguments)
    except (ValueError, ArithmeticError):
        return
    assert isinstance(given, int) or math.isfinite(given)


@given(st.integers(), st.integers().filter(bool))
def test_div_and_mod_belong_together(dividend, divisor):
    quotient, rest = CALLS["div"](dividend, divisor), CALLS["mod"](dividend, divisor)
    assert quotient * divisor + rest == dividend
    assert 0 <= rest < divisor or divisor < rest <= 0


@given(st.floats(-1e6, 1e6), st.floats(0.01, 1e3))
def test_fmod_takes_the_sign_of_the_divisor(dividend, divisor):
    rest = CALLS["fmod"](dividend, divisor)
    # At the divisor itself, too: a rest of -1e-20 rounds to it.
    assert 0 <= rest <= divisor
    assert (dividend - rest) / divisor == pytest.approx(round((dividend - rest) / divisor), abs=1e-6)
