"""What users read where a value cannot be computed or observed: the name, the place, and no words of Python's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import signature
from itertools import product
from typing import Any

import pytest
from envs.rddl.paths import INSTANCE, domain, is_there, stepped

from relgym.envs import RDDLEnv, RDDLVectorEnv
from relgym.errors import SimulationError
from relgym.runtime import draws, functions
from relgym.runtime.reasons import reason_of

EXTREME = (0, 1, -1, 0.5, 5e-324, 1e-300, 1e300, 1.7e308, 2**40, 10**400, -1e300)

PYTHON = re.compile(r"math |convert|Numerical|modulo|\bfloat\b|integer|\(\d+,|expected a |matrix$|nan\b.*list")
"""What messages of Python, but not those of relgym, have in them."""

FUNCTIONS = {"quantile": draws.QUANTILES, "function": functions.CALLS}

CASES = [(kind, name) for kind, table in FUNCTIONS.items() for name in table if name not in ("min", "max", "round")]


def counts(function: Callable[..., Any]) -> list[int]:
    """The numbers of arguments that a function takes."""
    try:
        return [len(signature(function).parameters)]
    except ValueError:
        return [1]


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_no_parameters_give_words_of_python(kind: str, name: str) -> None:
    function = FUNCTIONS[kind][name]
    for count in counts(function):
        given = product(EXTREME, repeat=count) if kind == "function" else _drawn(count - 1)
        for arguments in given:
            try:
                function(*arguments)
            except (ArithmeticError, ValueError) as error:
                assert not PYTHON.search(reason_of(error)), (arguments, reason_of(error))


def _drawn(count: int) -> list[tuple[Any, ...]]:
    return [(*parameters, u) for parameters in product(EXTREME, repeat=count) for u in (0.0, 2.0**-54, 1 - 2.0**-53)]


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("Weibull(s, 1)", "the number drawn is too large"),
        ("Pareto(s, 1)", "the number drawn is too large"),
        ("pow[big, 2]", "it is infinite"),
        ("exp[big]", "it is infinite"),
        ("cosh[big]", "it is infinite"),
        ("gamma[zero]", "an argument of a function is outside of its domain"),
        ("sqrt[-big]", "an argument of a function is outside of its domain"),
        ("ln[zero]", "an argument of a function is outside of its domain"),
        ("acos[big]", "an argument of a function is outside of its domain"),
        ("1 / zero", "division by zero"),
        ("fmod[big, zero]", "division by zero"),
        ("div[n, n - 1]", "division by zero"),
    ],
)
def test_reasons_are_the_same_on_every_path(expression: str, reason: str) -> None:
    declared = """s : { state-fluent, real, default = 1e-300 }; big : { state-fluent, real, default = 1e300 };
      zero : { state-fluent, real, default = 0.0 }; n : { state-fluent, int, default = 1 };
      out : { observ-fluent, real };"""
    text = domain(declared, f"s' = s; big' = big; zero' = zero; n' = n; out = {expression};")
    for path in ("builtin", "sld", "swipl", "clingo", "lists", "arrays", "copies"):
        if is_there(path):
            assert stepped(path, text) == f"out cannot be computed: {reason}", path


LARGE = """big(t) : { state-fluent, int, default = 4611686018427387904 };"""


@pytest.mark.parametrize("path", ["lists", "arrays", "copies", "builtin"])
def test_a_number_that_is_too_large_is_named(path: str) -> None:
    text = domain(LARGE, "big'(?x) = if (?x == b) then 4 * big(?x) else 1;")
    assert stepped(path, text) == "a whole number is too large to be observed: that of big(b)"


@pytest.mark.parametrize("made", [lambda text: RDDLEnv(text, INSTANCE), lambda text: RDDLVectorEnv(text, INSTANCE, 2)])
def test_a_number_that_is_too_large_has_a_place(made: Callable[[str], Any]) -> None:
    env = made(domain(LARGE, "big'(?x) = 4 * big(?x);"))
    env.reset(seed=0)
    with pytest.raises(
        SimulationError, match=r"^<domain>:3:\d+: in step 1.*that of big\(a\)(.|\n)*expected: at most 64"
    ):
        env.step({})
