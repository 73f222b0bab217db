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

pytestmark = pytest.mark.usefixtures("quick_compiler")

COINS = """(define (domain coins) (:requirements :probabilistic-effects :numeric-fluents)
  (:predicates (heads ?c) (never)) (:functions (tossed))
  (:action toss :parameters (?c) :precondition (< (tossed) 4)
    :effect (and (increase (tossed) 1) (probabilistic 1/4 (heads ?c)))))"""
TWO = "(define (problem two) (:domain coins) (:objects a b) (:init (= (tossed) 0)) (:goal (never)))"

TANK = """
domain tank {
    pvariables {
        level : { state-fluent, real, default = 1.0 };
        count : { state-fluent, int, default = 0 };
        fill  : { action-fluent, real, default = 0.0 };
        add   : { action-fluent, int, default = 0 };
        drain : { action-fluent, bool, default = false };
    };
    cpfs {
        level' = if (drain) then level * Uniform(0, 1) else level + fill;
        count' = count + add;
    };
    reward = level - count;
    action-preconditions { fill >= 0; fill <= 2; add >= 0; add <= 3; };
}
"""
FULL = "instance full { domain = tank; horizon = 9; }"


def test_environments_pass() -> None:
    """Chance, numbers and wrappers of PDDL, and all kinds of numbers and actions of RDDL.

    The domains are small: steps that are not compiled as a whole compile each operation by itself.
    """
    relgym.jax.api_test(relgym.jax.AutoReset(relgym.jax.make(COINS, TWO, max_episode_steps=3)), steps=5)
    with jax.enable_x64(True):
        relgym.jax.api_test(relgym.jax.make(TANK, FULL), steps=3)


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
    before.facts[:] += 1
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
        relgym.jax.api_test(Other(relgym.jax.make(COINS, TWO), change), steps=2)


def test_a_state_that_is_changed_in_place_is_found() -> None:
    class InPlace(Other):
        def init_from(self, numbers: Any) -> Any:
            return jax.tree.map(np.array, super().init_from(numbers))

    with pytest.raises(BrokenPromise, match="changes the state that it is given"):
        relgym.jax.api_test(InPlace(relgym.jax.make(COINS, TWO), changed), steps=2)


def test_other_things_are_refused() -> None:
    with pytest.raises(RelgymError, match=r"relgym\.jax"):
        relgym.jax.api_test("blocks")  # type: ignore[arg-type]
