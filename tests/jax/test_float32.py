"""RDDL with numbers of 32 bits: near to 64 bits, rounded operation by operation, and never silently wrong."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
import pytest

import relgym.jax
from relgym.errors import RelgymError
from tests.jax.environments import quick
from tests.jax.test_rounding import DOMAIN

COUNTER = """
domain counter {
    pvariables {
        x : { state-fluent, int, default = 1 };
        half : { state-fluent, real, default = 0.0 };
        idle : { action-fluent, bool, default = false };
    };
    cpfs { x' = 7 * x + 1; half' = x / 2.0; };
    reward = x' > 5.5;
}
"""

INSTANCE = "instance one { domain = counter; horizon = 50; }"


@pytest.mark.parametrize("doubles", [False, True])
def test_steps_are_near_to_those_of_64_bits(doubles: bool) -> None:
    action: dict[str, Any] = {"drive": np.int64(2)}

    def played(dtype: Any) -> tuple[Any, Any]:
        env = relgym.jax.make("mountain-car", dtype=dtype)
        state, step = quick(env.init)(jax.random.key(0)), quick(env.step)
        for _ in range(4):
            state, reward, *_ = step(state, action, jax.random.key(0))
        return env.observe(state), reward

    with jax.enable_x64(True):
        expected, _ = played("float64")
    with jax.enable_x64(doubles):
        found, reward = played("float32")
    assert reward.dtype == "float32"
    for name, array in expected.items():
        assert found[name].dtype == "float32"
        np.testing.assert_allclose(found[name], array, rtol=1e-5, atol=1e-6, err_msg=name)


def test_ties_decide_as_single_operations_do() -> None:
    rng, size = np.random.default_rng(0), 400
    a = (rng.integers(1, 100, size) / rng.choice([10.0, 3.0, 49.0], size)).astype(np.float32)
    b = rng.integers(1, 100, size).astype(np.float32)
    objects = ", ".join(f"i{n}" for n in range(size))
    instance = f"non-fluents n {{ domain = ties; objects {{ item : {{{objects}}}; }}; }}"
    instance += "instance i { domain = ties; non-fluents = n; horizon = 9; }"
    env = relgym.jax.make(DOMAIN, instance, dtype="float32")
    state, *_ = jax.jit(env.step)(env.init(jax.random.key(0)), {"a": a, "b": b, "d": -(a * b)}, jax.random.key(1))
    seen = env.observe(state)
    assert not seen["above"].any()
    assert not seen["sign"].any()
    np.testing.assert_array_equal(seen["parts"], np.floor(b / np.float32(49)))
    np.testing.assert_array_equal(seen["share"], b / np.float32(10) <= b * np.float32(0.1))


def test_whole_numbers_are_exact_or_untrusted() -> None:
    env = relgym.jax.make(COUNTER, INSTANCE, dtype="float32")
    state, step = env.init(jax.random.key(0)), quick(env.step)
    x = 1
    while not state.untrusted and x < 2**40:
        half, x = x / 2, 7 * x + 1
        state, _, _, truncated = step(state, {}, jax.random.key(0))
        assert state.untrusted or (int(state.values[0]), float(state.values[1])) == (x, half)
    assert 2**20 < x < 2**31
    assert truncated


def test_a_whole_number_that_is_too_large_is_no_action() -> None:
    domain = COUNTER.replace(
        "idle : { action-fluent, bool, default = false }", "idle : { action-fluent, int, default = 0 }"
    )
    domain = domain.replace("7 * x + 1", "x + idle")
    with jax.enable_x64(True):
        env = relgym.jax.make(domain, INSTANCE, dtype="float32")
        state, step = env.init(jax.random.key(0)), quick(env.step)
        for given, x in ((5, 6), (2**33, 6), (2**32 + 1, 6)):
            state, *_ = step(state, {"idle": np.int64(given)}, jax.random.key(0))
            assert int(state.values[0]) == x


def test_what_has_no_place_in_32_bits_is_refused() -> None:
    large = INSTANCE.replace("horizon", "init-state { x = 16777216; }; horizon")
    with pytest.raises(RelgymError, match="'x' begins with a whole number of 2\\*\\*24 or more"):
        relgym.jax.make(COUNTER, large, dtype="float32")
    with pytest.raises(RelgymError, match="there is no dtype 'float16'"):
        relgym.jax.make(COUNTER, INSTANCE, dtype="float16")  # type: ignore[arg-type]
    with pytest.raises(RelgymError, match="the option 'dtype' is for RDDL"):
        relgym.jax.make("blocks", 0, dtype="float32")
    with jax.enable_x64(False), pytest.raises(RelgymError, match="RDDL needs 64") as caught:
        relgym.jax.make(COUNTER, INSTANCE)
    assert "float32" in str(caught.value.hint)
