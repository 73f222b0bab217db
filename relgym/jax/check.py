"""Conformance checks of an environment of pure functions.

>>> import relgym.jax
>>> api_test(relgym.jax.make("blocks", 0), steps=3)
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from gymnasium.spaces import Discrete

from relgym.arguments import check_whole
from relgym.errors import BrokenPromise
from relgym.jax.environment import Environment, check_environment


def api_test(env: Environment, *, steps: int = 10, seed: int = 0) -> None:
    """Check that the functions of an environment are pure, compose with JAX, and keep to their spaces.

    A walk of random actions is played step by step, by one `jax.lax.scan` under `jit`, and by its `vmap` for two
    copies; all three must agree.

    Args:
        env: An environment of one copy, with wrappers or not.
        steps: The number of steps.
        seed: The seed of the key.

    Raises:
        BrokenPromise: A check fails.
        RelgymError: An argument is wrong.
    """
    check_environment(env)
    check_whole("steps", steps, 1)
    check_whole("seed", seed, 0)
    start_key, *keys = jax.random.split(jax.random.key(seed), steps + 1)
    walk_keys = jnp.stack(keys)

    def turn(state: Any, key: Any) -> tuple[Any, Any]:
        to_pick, to_step = jax.random.split(key)
        action = env.sample(state, to_pick)
        state, *ends = env.step(state, action, to_step)
        return state, (env.observe(state), action, *ends)

    def walk(start_key: Any) -> Any:
        return jax.lax.scan(turn, env.init(start_key), walk_keys)

    state = env.init(start_key)
    told = []
    for key in keys:
        before = jax.tree.map(np.array, state)
        after, row = turn(state, key)
        _equal(before, state, "a step changes the state that it is given")
        _same_form(before, after, "a step returns a state of another form, so it cannot be scanned")
        _check_row(env, row)
        told.append(row)
        state = after
    try:
        end, rows = jax.jit(walk)(start_key)
        ends, several = jax.jit(jax.vmap(walk))(jnp.stack([start_key, start_key]))
    except (TypeError, jax.errors.JAXTypeError) as error:
        raise BrokenPromise(f"the functions do not compose with jit, scan and vmap: {error}") from error
    one_by_one = jax.tree.map(lambda *each: np.stack(each), *told)
    _equal((state, one_by_one), (end, rows), "a compiled walk differs from the same steps one by one")
    for copy in range(2):
        both = jax.tree.map(lambda array, copy=copy: array[copy], (ends, several))
        _equal((end, rows), both, "a walk under vmap differs from the same walk of one copy")


def _check_row(env: Environment, row: Any) -> None:
    """Check what a step returns."""
    observation, action, reward, terminated, truncated = row
    if not env.observation_space.contains(jax.tree.map(_as_numpy, observation)):
        raise BrokenPromise(f"an observation is not in {env.observation_space}")
    if isinstance(env.action_space, Discrete) and not -1 <= int(action) < env.action_space.n:
        raise BrokenPromise(f"the action {int(action)} is not in {env.action_space}")
    kinds = [jnp.asarray(each).dtype.kind + str(jnp.ndim(each)) for each in (reward, terminated, truncated)]
    if kinds != ["f0", "b0", "b0"]:
        raise BrokenPromise(
            "a step returns a reward or an end of another form", expected="a float and two bools, scalars"
        )


def _as_numpy(array: Any) -> Any:
    """Return an array as spaces take it: numbers of discrete spaces are scalars."""
    return np.asarray(array)[()]


def _same_form(one: Any, other: Any, says: str) -> None:
    forms = [
        jax.tree.map(lambda array: (np.shape(array), jnp.asarray(array).dtype.name), each) for each in (one, other)
    ]
    if forms[0] != forms[1]:
        raise BrokenPromise(says, expected=str(forms[0]))


def _equal(one: Any, other: Any, says: str) -> None:
    """Compare arrays: real numbers within rounding, since XLA contracts products and sums."""
    pairs = zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True)
    if not all(np.allclose(a, b, rtol=1e-5, atol=1e-6, equal_nan=True) for a, b in pairs):
        raise BrokenPromise(says)
