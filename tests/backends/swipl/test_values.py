"""Numbers of RDDL in SWI-Prolog: how they pass there and back, what its arithmetic gives, what is left to Python."""

from __future__ import annotations

import math
import random

import pytest
from reasoning.rddl.domains import simulator, value

from relgym.errors import SimulationError
from relgym.runtime.draws import QUANTILES
from relgym.runtime.functions import CALLS

NUMBERED = "r : { state-fluent, real, default = 0 }; n : { state-fluent, int, default = 0 };"


@pytest.mark.parametrize(
    "number", [0.1, 1 / 3, -0.0, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, -1e22, 123456789.123456789]
)
def test_reals_pass_to_the_last_bit(backend, number):
    domain = simulator(backend, NUMBERED + "s(t) : { state-fluent, real, default = 0 };", SAME)
    [real, _, reals] = domain.step((number, 0, [number, 0.5, -number]), (), []).state
    assert [x.hex() for x in (real, *reals)] == [x.hex() for x in (number, number, 0.5, -number)]


SAME = "r' = r; n' = n; s'(?x) = s(?x);"


@pytest.mark.parametrize("number", [2**31, -(2**62), 2**63 - 1, 2**63, -(2**64), 10**30])
def test_whole_numbers_of_any_size_pass(backend, number):
    domain = simulator(backend, NUMBERED, "r' = r; n' = n + 1;")
    assert domain.step((0.0, number), (), []).state == (0.0, number + 1)


@pytest.mark.parametrize("size", [1, 254, 255, 256, 300])
def test_items_of_small_types_and_large(backend, size):
    """Up to 255 items travel as codes, more as numbers."""
    domain = simulator(
        backend,
        "at(t) : { state-fluent, spot, default = @s0 }; here : { state-fluent, spot, default = @s0 };",
        "at'(?x) = if (?x == a) then here else at(?x); here' = at(b);",
        types=f"spot : {{{', '.join(f'@s{number}' for number in range(size))}}};",
    )
    last = size - 1
    assert domain.step(([0, last, last], last), (), []).state == ([last, last, last], last)


PARAMETERS = {
    "Bernoulli": "0.5",
    "Normal": "1, 2",
    "Uniform": "-1, 3",
    "Binomial": "5, 0.3",
    "NegativeBinomial": "3, 0.4",
    "Geometric": "0.3",
    "Poisson": "40",
    "Student": "3",
    "ChiSquare": "2",
    "Exponential": "2",
}


@pytest.mark.parametrize("name", sorted(QUANTILES))
def test_what_is_drawn_is_what_python_draws(backend, name):
    drawn = "out : { state-fluent, real, default = 0 };"
    cpf = f"out' = {name}({PARAMETERS.get(name, '0.3' if name.endswith('Delta') else '2, 3')});"
    domain, same = simulator(backend, drawn, cpf), simulator("builtin", drawn, cpf)
    rng = random.Random(1)
    for u in (0.0, 1 - 2**-53, *(rng.random() for _ in range(20))):
        numbers = [u] * domain.uniforms
        assert domain.step((0.0,), (), numbers) == same.step((0.0,), (), numbers)


ARGUMENTS = {
    "round": ("0.5", "-1.5", "2.5000001", "7", "1e300"),
    "fmod": ("5.5, -2", "-1, 3", "-1e-20, 3", "7, 3", "1e300, 0.7", "-0.1, 0.1"),
    "div": ("-7, 2", "7, -2"),
    "mod": ("-7, 2", "7, -2"),
    "pow": ("2, 0.5", "0, 0", "-2, 3"),
    "hypot": ("1e200, 1e200", "0.3, 0.4"),
    "log": ("8, 2", "0.3, 10"),
    "min": ("1, 1.5", "true, 0"),
    "max": ("1, 1.5", "true, 0"),
    "sgn": ("-0.5", "0", "true"),
    "abs": ("-0.5", "true"),
    "lngamma": ("0.5", "100"),
}


@pytest.mark.parametrize("name", sorted(CALLS))
def test_what_functions_give_is_what_python_gives(backend, name):
    for arguments in ARGUMENTS.get(name, ("0.5", "1", "0.123456789")):
        expression = f"{name}[{arguments}]"
        found, expected = value(backend, expression), value("builtin", expression)
        assert found == pytest.approx(expected, rel=1e-15), expression


@pytest.mark.parametrize("operator", ["inverse", "pinverse", "cholesky"])
def test_matrices(backend, operator):
    declared = "w(t, t) : { state-fluent, real, default = 0 }; out(t, t) : { interm-fluent, real };"
    cpfs = f"w'(?x, ?y) = w(?x, ?y); out(?x, ?y) = {operator}[row=?x, col=?y][w(?x, ?y)];"
    domain, same = simulator(backend, declared, cpfs), simulator("builtin", declared, cpfs)
    state = ([4.0, 1.0, 0.5, 1.0, 3.0, 0.25, 0.5, 0.25, 2.0],)
    assert domain.step(state, (), []) == same.step(state, (), [])


def test_a_matrix_without_an_inverse(backend):
    declared = "w(t, t) : { state-fluent, real, default = 0 }; out(t, t) : { interm-fluent, real };"
    cpfs = "w'(?x, ?y) = w(?x, ?y); out(?x, ?y) = inverse[row=?x, col=?y][w(?x, ?y)];"
    domain = simulator(backend, declared, cpfs)
    with pytest.raises(SimulationError, match=r"out\(a, a\) cannot be computed: the matrix has no inverse"):
        domain.step(domain.start, (), [])


def test_a_sum_of_probabilities_that_is_nearly_1(backend):
    """What lies between the plain and the refused is decided by Python, the same as on the default engine."""
    declared = "c : { state-fluent, colour, default = @red };"
    for miss in (0.0, 1e-10, 5e-8, -5e-8):
        cpf = f"c' = Discrete(colour, @red : 0.5, @green : {0.5 + miss});"
        found = simulator(backend, declared, cpf, types="colour : {@red, @green};")
        same = simulator("builtin", declared, cpf, types="colour : {@red, @green};")
        for u in (0.0, 0.5, math.nextafter(0.5, 1), 1 - 2**-53):
            assert found.step((0,), (), [u]) == same.step((0,), (), [u])
