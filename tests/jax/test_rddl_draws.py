"""Draws and matrices as pure functions: those of NumPy given the same numbers, in one domain that has all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import relgym.jax
from relgym.errors import RelgymError
from tests.jax.environments import quick
from tests.jax.rddl_walks import check_walk, numpy_copies
from tests.thorough import THOROUGH

DOMAIN = """
domain draws {
    types { t : object; };
    pvariables {
        M(t, t) : { interm-fluent, real };
        trials : { non-fluent, int, default = 9 };
        degrees : { interm-fluent, real };
        v(t) : { interm-fluent, real };
        shares(t) : { interm-fluent, real };
        x : { state-fluent, real, default = 1.5 };
        size : { state-fluent, real, default = 0.0 };
        angle : { state-fluent, real, default = 0.0 };
        waits(t) : { state-fluent, real, default = 0.0 };
        counts(t) : { state-fluent, int, default = 0 };
        normal(t) : { state-fluent, real, default = 0.0 };
        heavy(t) : { state-fluent, real, default = 0.0 };
        roots(t, t) : { state-fluent, real, default = 0.0 };
        volume : { state-fluent, real, default = 0.0 };
        change : { action-fluent, real, default = 1.0 };
    };
    cpfs {
        M(?i, ?j) = if (?i == ?j) then 2 * x else 0.5;
        degrees = x + 1;
        v(?i) = x + (?i == @a) * 0.5;
        shares(?i) = Dirichlet[?i](v(_));
        x' = change;
        size' = Gamma(x, 2.0);
        angle' = 0;
        waits'(?i) = shares(?i);
        counts'(?i) = Multinomial[?i](trials, shares(_));
        normal'(?i) = MultivariateNormal[?i](v(_), M(_, _));
        heavy'(?i) = 0;
        roots'(?i, ?j) = cholesky[row=?i, col=?j][M(?i, ?j)] + inverse[row=?i, col=?j][M(?i, ?j)]
            + pinverse[row=?i, col=?j][M(?i, ?j)];
        volume' = det_{?i : t, ?j : t} M(?i, ?j);
    };
    reward = x;
    action-preconditions { change >= 0.4; change <= 9; };
}
"""

MORE = {
    "angle' = 0;": "angle' = Student(x + 1) + ChiSquare(x) + Beta(x, 0.7);",
    "heavy'(?i) = 0;": "heavy'(?i) = MultivariateStudent[?i](v(_), M(_, _), degrees);",
}
"""Draws that take long to compile; `tests/runtime/test_jax_quantiles.py` tries their functions in every run."""

needs_time = pytest.mark.skipif(not THOROUGH, reason="takes long to compile: --hypothesis-profile=thorough")

OBJECTS = "objects { t : {a, b}; };"

INSTANCE = f"instance one {{ domain = draws; {OBJECTS} horizon = 12; }}"

SINGLE = """
domain d {
    types { t : object; };
    pvariables { x(t) : { state-fluent, real, default = 1.0 }; idle : { action-fluent, bool, default = false }; };
    cpfs { x'(?i) = CPF; };
    reward = 0;
}
"""


@pytest.fixture(autouse=True)
def doubles() -> Iterator[None]:
    with jax.enable_x64(True):
        yield


@pytest.mark.parametrize("more", [False, pytest.param(True, marks=needs_time)])
def test_draws_equal_those_of_numpy(more: bool) -> None:
    domain = DOMAIN
    for replaced, draw in MORE.items() if more else ():
        domain = domain.replace(replaced, draw)
    check_walk(relgym.jax.make(domain, INSTANCE), numpy_copies(domain, INSTANCE), quick)


@pytest.mark.parametrize(
    "wrong",
    [
        "Dirichlet[?i](x(_))",
        "(sum_{?j : t} inverse[row=?j, col=?i][x(?i) + 1 + 0 * x(?j)])",
    ],
)
def test_parameters_that_a_distribution_does_not_have_are_not_trusted(wrong: str) -> None:
    domain = SINGLE.replace("CPF", wrong).replace("default = 1.0", "default = -1.0")
    env = relgym.jax.make(domain, f"instance one {{ domain = d; {OBJECTS} horizon = 5; }}")
    state, _, _, truncated = quick(env.step)(env.init(jax.random.key(0)), {}, jax.random.key(1))
    assert state.untrusted
    assert truncated


def test_functions_of_the_caller_are_those_of_jax() -> None:
    domain, instance = (
        SINGLE.replace("CPF", "$MIXED[?i](x(_)) + 1"),
        f"instance i {{ domain = d; {OBJECTS} horizon = 5; }}",
    )

    def mixed(numbers: Any) -> Any:
        numbers = jnp.asarray(numbers)
        return numbers / 2 + numbers.mean() * jnp.arange(2)

    env = relgym.jax.make(domain, instance, functions={"MIXED": mixed})
    numpy = relgym.make(domain, instance, functions={"MIXED": mixed}, form="arrays")
    numpy.reset(seed=0)
    state = env.init(jax.random.key(0))
    for _ in range(2):
        state, *_ = quick(env.step)(state, {}, jax.random.key(0))
        expected = numpy.step({})[0]
    np.testing.assert_allclose(env.observe(state)["x"], expected["x"])
    slopes = jax.grad(lambda x: env.step(state._replace(values=(x,)), {}, jax.random.key(0))[0].values[0].sum())
    np.testing.assert_allclose(quick(slopes)(state.values[0]), [1.0, 1.0])


def test_functions_that_jax_cannot_trace_are_refused() -> None:
    domain, instance = SINGLE.replace("CPF", "$PLAIN[?i](x(_))"), f"instance i {{ domain = d; {OBJECTS} horizon = 5; }}"
    with pytest.raises(RelgymError, match="function 'PLAIN' cannot be traced") as caught:
        relgym.jax.make(domain, instance, functions={"PLAIN": lambda xs: [x if x > 0 else 0.0 for x in xs]})
    assert "JAX cannot compile i" in caught.value.message
    # Pure functions have no option of this name.
    assert "rollouts=" not in str(caught.value.hint)
