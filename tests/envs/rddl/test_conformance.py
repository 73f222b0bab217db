"""Every environment of an RDDL domain keeps every promise, bare, by arrays and with numbered actions."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import relgym
from relgym.catalogue.domains import catalogue, spec
from relgym.catalogue.generate import generate
from relgym.envs import DiscreteActions
from relgym.envs.check import api_test
from relgym.envs.rddl.env import RDDLEnv
from relgym.errors import BrokenPromise, ModelError
from relgym.model.rddl.state import RDDLState

IDS = [spec.ids["train"] for spec in catalogue("rddl")]

STEPS = 6

WITHOUT_LIST = {
    "relgym/CartPoleContinuous-v0",
    "relgym/MarsRover-v0",
    "relgym/RacingCar-v0",
    "relgym/Uav-v0",
    "relgym/UavMixed-v0",
    "relgym/UnitCommitmentContinuous-v0",
}
"""Their actions are real numbers."""


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("env_id", IDS)
def test_promises(env_id: str) -> None:
    env = gym.make(env_id)
    api_test(env, steps=STEPS, backends=())
    env.close()
    env = gym.make(env_id, form="arrays").unwrapped
    api_test(env, steps=STEPS, backends=())
    env.close()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("env_id", IDS)
def test_promises_with_numbered_actions(env_id: str) -> None:
    env = gym.make(env_id)
    if env_id in WITHOUT_LIST:
        with pytest.raises(ModelError, match="too many values"):
            DiscreteActions(env, at_once=1)
    else:
        api_test(DiscreteActions(env, at_once=1), steps=STEPS, backends=())
    env.close()


@pytest.mark.parametrize(
    ("name", "parameters"),
    # So few cells that all outcomes are listed, and compared with what follows.
    [("elevators", {"lifts": 1, "floors": 3}), ("game-of-life", {"rows": 2, "columns": 3})],
)
def test_promises_with_every_engine(name: str, parameters: dict[str, int], backend: str) -> None:
    env = relgym.make(spec(name).domain, generate(name, 1, **parameters), backend=backend)
    api_test(env, steps=STEPS, backends=())
    env.close()


# What `api_test` finds

ROOMS = (
    """domain rooms { types { room : object; };
      pvariables {
        lit(room) : { state-fluent, bool, default = false }; press(room) : { action-fluent, bool, default = false };
      };
      cpfs { lit'(?r) = if (press(?r)) then Bernoulli(0.75) else lit(?r) ^ Bernoulli(0.875); };
      reward = 1 + (sum_{?r : room} lit'(?r));
      action-preconditions { forall_{?r : room} (press(?r) => ~lit(?r)); }; }""",
    """instance three { domain = rooms; objects { room : {a, b, c}; }; init-state { lit(b); };
      max-nondef-actions = 2; horizon = 15; discount = 0.9; }""",
)

PURSE = (
    """domain purse { types { hue : {@red, @blue}; };
      pvariables {
        coins : { state-fluent, int, default = 3 }; lid : { state-fluent, hue, default = @red };
        seen : { observ-fluent, int };
        spend : { action-fluent, int, default = 0 }; paint : { action-fluent, hue, default = @red };
      };
      cpfs { coins' = coins - spend; lid' = paint; seen = coins + Binomial(2, 0.5); };
      reward = spend;
      action-preconditions { spend >= 0; spend <= 4; spend <= coins; (paint == @blue) => (spend == 0); };
      termination { coins == 0; }; }""",
    "instance full { domain = purse; horizon = 5; discount = 1; }",
)


class Forgetful(RDDLEnv):
    """Draws from no seed."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        return super().reset(seed=None, options=options)


class Hasty(RDDLEnv):
    """Goes to another state where an action is invalid."""

    def _refuse(self, error: Any) -> Any:
        state = self.get_state()
        [lit] = state.values
        self.set_state(RDDLState(state.program, ([not each for each in lit],)))
        return super()._refuse(error)


class Silent(RDDLEnv):
    def _refuse(self, error: Any) -> Any:
        *found, info = super()._refuse(error)
        return *found, {**info, "invalid_action": False}


class Costly(RDDLEnv):
    """Has a price for what is refused."""

    def _refuse(self, error: Any) -> Any:
        observation, _, *found = super()._refuse(error)
        return observation, -1.0, *found


class Tied(RDDLEnv):
    """Clones are the environment itself."""

    def clone(self) -> Tied:
        return self


class Stuck(RDDLEnv):
    def set_state(self, state: RDDLState) -> None:
        pass


class Unseeded(RDDLEnv):
    """Copies have spaces that are seeded anew."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self.__dict__[self.space].seed(99)

    space = "action_space"


class Unobserved(Unseeded):
    space = "observation_space"


class Reckless(RDDLEnv):
    """Copies draw their own numbers."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__({**state, "_np_random": np.random.default_rng(99)})


class Unlucky(RDDLEnv):
    """Rewards with what no outcome tells."""

    def step(self, action: Any) -> Any:
        observation, reward, *found = super().step(action)
        return observation, reward and reward + 1, *found


class Strict(RDDLEnv):
    """Refuses what its action space gives."""

    def step(self, action: Any) -> Any:
        return super().step({"no such action": 1})


class WrongMask(DiscreteActions):
    def _mask(self, dtype: type[Any]) -> Any:
        mask = super()._mask(dtype)
        mask[-1] = 1
        return mask


@pytest.mark.parametrize(
    ("made", "complaint"),
    [
        (lambda: Forgetful(*ROOMS), "same seed|deterministic|seed"),
        (lambda: Hasty(*ROOMS), "changed the state"),
        (lambda: Silent(*ROOMS), "is not reported"),
        (lambda: Costly(*ROOMS), "has consequences"),
        (lambda: Tied(*ROOMS), "clone"),
        (lambda: Stuck(*ROOMS), "set_state"),
        (lambda: Unseeded(*ROOMS), "same chance to come: a clone has other actions sampled"),
        (lambda: Unobserved(*ROOMS), "same chance to come: a clone has other observations sampled"),
        (lambda: Reckless(*PURSE), "same chance to come: a clone has other numbers drawn"),
        (lambda: Unlucky(*ROOMS), "its outcomes tell"),
        (lambda: Strict(*ROOMS), "was refused"),
        (lambda: WrongMask(RDDLEnv(*ROOMS)), "the mask says"),
    ],
    ids=[
        "seed",
        "invalid",
        "silent",
        "costly",
        "clone",
        "set_state",
        "actions",
        "observations",
        "numbers",
        "outcomes",
        "refused",
        "mask",
    ],
)
def test_what_is_wrong_is_found(made: Any, complaint: str) -> None:
    with pytest.raises(BrokenPromise, match=complaint):
        api_test(made())


@pytest.mark.parametrize("more", [{}, {"raise_on_invalid": True}, {"enforce": False}, {"form": "arrays"}])
def test_environments_that_are_right(more: dict[str, Any]) -> None:
    for files in (ROOMS, PURSE):
        api_test(RDDLEnv(*files, **more))


def test_numbered_actions_that_are_right() -> None:
    for files in (ROOMS, PURSE):
        api_test(DiscreteActions(RDDLEnv(*files)))
        api_test(DiscreteActions(RDDLEnv(*files, form="arrays"), at_once=1))
