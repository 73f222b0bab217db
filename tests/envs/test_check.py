"""`check` finds what is wrong with an environment."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from envs.texts import FORK, LAMPS, LINE, LUCK, ROADS

import relgym
from relgym.envs import DiscreteActions, RelationalEnv
from relgym.envs.check import check
from relgym.model.state import State


class WrongMask(DiscreteActions):
    def _mask(self, dtype: type[Any]) -> Any:
        return np.roll(super()._mask(dtype), 1)


class Forgetful(RelationalEnv):
    """Draws from no seed."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[State, dict[str, Any]]:
        super().reset(seed=seed)
        return super().reset(options={"problem": int(np.random.default_rng().integers(2))})


class Hasty(RelationalEnv):
    """Does something else where an action is invalid."""

    def _refuse(self, error: Any) -> Any:
        valid = self.valid_actions()
        found = self.step(valid[0]) if valid else super()._refuse(error)
        found[4]["invalid_action"], found[4]["invalid_reason"] = True, "no"
        return found


class Silent(RelationalEnv):
    def _refuse(self, error: Any) -> Any:
        *found, info = super()._refuse(error)
        return *found, {**info, "invalid_action": False}


class Tied(RelationalEnv):
    """Clones are the environment itself."""

    def clone(self) -> Tied:
        return self


class Stuck(RelationalEnv):
    def set_state(self, state: State) -> None:
        pass


class Unlucky(RelationalEnv):
    """Follows another outcome than those it tells."""

    def outcomes(self, action: Any) -> Any:
        return super().outcomes(action)[:1]


@pytest.mark.parametrize(
    ("env", "complaint"),
    [
        (lambda: WrongMask(relgym.make(ROADS, [FORK])), "the mask tells|was refused|not tell"),
        (lambda: Forgetful(ROADS, [FORK, LINE]), "seed=123|non-deterministic|same seed"),
        (lambda: Hasty(ROADS, [FORK, LINE]), "changed the state"),
        (lambda: Silent(ROADS, [FORK, LINE]), "is not reported"),
        (lambda: Tied(ROADS, [FORK, LINE]), "clone"),
        (lambda: Stuck(ROADS, [LINE]), "set_state|clone"),
        (lambda: Unlucky(LUCK, [LAMPS]), "outcomes"),
    ],
    ids=["mask", "seed", "invalid", "silent", "clone", "set_state", "outcomes"],
)
def test_what_is_wrong_is_found(env: Any, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check(env())


def test_environments_that_are_right() -> None:
    check(RelationalEnv(ROADS, [FORK, LINE]))
    check(RelationalEnv(LUCK, LAMPS, reward="metric", backend="sld"))
    check(DiscreteActions(relgym.make(LUCK, LAMPS, raise_on_invalid=False, max_episode_steps=4)))


def test_other_environments() -> None:
    with pytest.raises(relgym.errors.RelgymError, match="no relational environment"):
        check(gym.make("CartPole-v1"))
