"""The conformance checks pass for environments and their wrappers, and fail for what breaks a promise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import relgym.jax
from relgym.errors import BrokenPromise, RelgymError


def test_environments_pass() -> None:
    limited = relgym.jax.AutoReset(relgym.jax.make("tireworld", 0, max_episode_steps=3))
    relgym.jax.api_test(limited, steps=5)
    with jax.enable_x64(True):
        relgym.jax.api_test(relgym.jax.make("zenotravel"), steps=3)
        relgym.jax.api_test(relgym.jax.make("uav-mixed"), steps=3)


class Other(relgym.jax.Wrapper):
    """An environment whose step returns something else."""

    def __init__(self, env: relgym.jax.Environment, change: Callable[..., Any]) -> None:
        super().__init__(env)
        self._change = change

    def step_from(self, state: Any, action: Any, numbers: Any) -> Any:
        return self._change(state, *self.env.step_from(state, action, numbers))


def other_form(before: Any, state: Any, *rest: Any) -> Any:
    return state._replace(steps=state.steps.astype(float)), *rest


def changed(before: Any, state: Any, *rest: Any) -> Any:
    before.facts[:] = 0
    return state, *rest


def host_only(before: Any, state: Any, *rest: Any) -> Any:
    return state._replace(steps=jnp.int32(int(state.steps))), *rest


def whole_reward(before: Any, state: Any, reward: Any, *rest: Any) -> Any:
    return state, reward.astype(int), *rest


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (other_form, "a state of another form"),
        (host_only, "do not compose with jit"),
        (whole_reward, "a reward or an end of another form"),
    ],
)
def test_broken_promises_are_found(change: Callable[..., Any], says: str) -> None:
    with pytest.raises(BrokenPromise, match=says):
        relgym.jax.api_test(Other(relgym.jax.make("blocks", 0), change), steps=2)


def test_a_state_that_is_changed_in_place_is_found() -> None:
    class InPlace(Other):
        def init_from(self, numbers: Any) -> Any:
            return jax.tree.map(np.array, super().init_from(numbers))

    with pytest.raises(BrokenPromise, match="changes the state that it is given"):
        relgym.jax.api_test(InPlace(relgym.jax.make("blocks", 0), changed), steps=2)


def test_other_things_are_refused() -> None:
    with pytest.raises(RelgymError, match=r"relgym\.jax"):
        relgym.jax.api_test("blocks")  # type: ignore[arg-type]
