"""Ties of real numbers: XLA rounds each result as NumPy does, so comparisons and roundings decide the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jax
import numpy as np
import pytest

import relgym.jax
from relgym.envs import RDDLVectorEnv

DOMAIN = """
domain ties {
    types { item : object; };
    pvariables {
        c(item) : { non-fluent, real, default = 0.1 };
        x(item) : { state-fluent, real, default = 0.0 };
        y(item) : { state-fluent, real, default = 0.0 };
        z(item) : { state-fluent, real, default = 0.0 };
        above(item) : { state-fluent, bool, default = false };
        sign(item) : { state-fluent, int, default = 0 };
        low(item) : { state-fluent, int, default = 0 };
        near(item) : { state-fluent, int, default = 0 };
        parts(item) : { state-fluent, int, default = 0 };
        share(item) : { state-fluent, bool, default = false };
        joined(item) : { state-fluent, real, default = 0.0 };
        roots(item) : { state-fluent, real, default = 0.0 };
        shown(item) : { state-fluent, real, default = 0.0 };
        total : { state-fluent, real, default = 0.0 };
        a(item) : { action-fluent, real, default = 0.0 };
        b(item) : { action-fluent, real, default = 0.0 };
        d(item) : { action-fluent, real, default = 0.0 };
    };
    cpfs {
        x'(?i) = a(?i);
        y'(?i) = b(?i);
        z'(?i) = d(?i);
        above'(?i) = a(?i) * b(?i) + d(?i) > 0;
        sign'(?i) = sgn[d(?i) + a(?i) * b(?i)];
        low'(?i) = floor[a(?i) * b(?i) - round[a(?i) * b(?i)]];
        near'(?i) = round[a(?i) * b(?i) + 0.5 + d(?i)];
        parts'(?i) = floor[round[b(?i)] / 49.0];
        share'(?i) = b(?i) / 10.0 <= round[b(?i)] * c(?i);
        joined'(?i) = (a(?i) + 1e16) - 1e16 + a(?i) * 10.0 / 10.0;
        roots'(?i) = sqrt[abs[a(?i)]] * sqrt[abs[a(?i)]] - abs[a(?i)];
        shown'(?i) = (if (a(?i) > b(?i)) then a(?i) * b(?i) else b(?i) * c(?i)) + d(?i);
        total' = (sum_{?i : item} [x(?i) - x(?i)]);
    };
    reward = 0;
    termination { (exists_{?i : item} [x(?i) * y(?i) + z(?i) > 0]); };
}
"""

SIZE = 400


@pytest.fixture(autouse=True)
def doubles() -> Iterator[None]:
    with jax.enable_x64(True):
        yield


def walks(actions: dict[str, Any], size: int, before: int) -> tuple[Any, Any]:
    """The last state and the ends of some equal steps, by both."""
    objects = ", ".join(f"i{n}" for n in range(size))
    instance = f"non-fluents n {{ domain = ties; objects {{ item : {{{objects}}}; }}; }}"
    instance += "instance i { domain = ties; non-fluents = n; horizon = 9; }"
    env, numpy = relgym.jax.make(DOMAIN, instance), RDDLVectorEnv(DOMAIN, instance, 1, form="arrays")
    numpy.reset(seed=0)
    state = env.init(jax.random.key(0))
    step = jax.jit(env.step_from)
    for _ in range(before):
        state, _, ended, _ = step(state, actions, np.zeros(env.step_draws))
        seen, _, over, _, _ = numpy.step({name: array[None] for name, array in actions.items()})
    return (env.observe(state), bool(ended)), ({name: array[0] for name, array in seen.items()}, bool(over[0]))


def test_values_that_tie_are_rounded_as_numpy_rounds_them() -> None:
    rng = np.random.default_rng(0)
    a, b = rng.integers(1, 100, (2, SIZE)) / rng.choice([10.0, 3.0, 49.0], (2, SIZE))
    b[: SIZE // 2] = rng.integers(1, 100, SIZE // 2)
    actions = {"a": a, "b": b, "d": -(a * b)}
    (found, _), (expected, _) = walks(actions, SIZE, 1)
    assert not expected["above"].any()
    for name, array in expected.items():
        np.testing.assert_array_equal(found[name], array, name)


def test_a_tie_does_not_end_an_episode() -> None:
    actions = {"a": np.array([0.1]), "b": np.array([10.0]), "d": np.array([-1.0])}
    (_, ended), (_, over) = walks(actions, 1, 2)
    assert (ended, over) == (False, False)
