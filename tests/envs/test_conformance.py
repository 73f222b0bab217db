"""Each conformance check finds what it is for, one broken environment for each of its messages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from envs.texts import FORK, ROADS

import relgym
from relgym.envs import DiscreteActions, PDDLEnv
from relgym.envs.conformance import (
    Subject,
    all_can_be_pickled,
    clones_are_independent,
    every_engine_goes_the_same_way,
    masks_tell_what_is_valid,
    same_seed_same_trajectory,
    states_can_be_set,
)
from relgym.envs.pddl.conformance import PDDLSubject
from relgym.errors import BrokenPromise, MissingEngine
from relgym.model.pddl.state import State


class ListedMask(DiscreteActions):
    """Gives masks as lists."""

    def reset(self, **given: Any) -> Any:
        observation, info = super().reset(**given)
        return observation, {**info, "action_mask": info["action_mask"].tolist()}


class Elsewhere(PDDLEnv):
    """Clones have taken a step."""

    def clone(self) -> Any:
        made = super().clone()
        made.step("(go a b)")
        return made


class Generous(PDDLEnv):
    """Clones and unpickled environments are rewarded more."""

    more = 0.0

    def clone(self) -> Any:
        made = super().clone()
        made.more = 1.0
        return made

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self.more = 1.0

    def step(self, action: Any) -> Any:
        state, reward, *found = super().step(action)
        return state, reward + self.more, *found


class Salted(State):
    """A state with a hash of its own."""

    def __hash__(self) -> int:
        return id(self)


class Hashless(PDDLEnv):
    """Hashes tell equal states apart."""

    def get_state(self) -> State:
        state = super().get_state()
        return Salted(state.vocabulary, state.bits, state.values)


class Distracted(PDDLEnv):
    """Knows fewer actions once a state was set."""

    was_set = False

    def set_state(self, state: State) -> None:
        self.was_set = True
        super().set_state(state)

    def valid_actions(self) -> Any:
        found = super().valid_actions()
        return found[1:] if self.was_set else found


class Unlike(gym.spaces.Discrete):
    """Equal to nothing."""

    def __eq__(self, other: object) -> bool:
        return False


class Uncopied(gym.spaces.Discrete):
    """Survives pickling only."""

    def __deepcopy__(self, memo: object) -> gym.spaces.Discrete:
        return gym.spaces.Discrete(7)


class Outside(gym.spaces.Discrete):
    """Has samples that are not in it."""

    def sample(self, *given: Any, **named: Any) -> Any:
        return np.int64(99)


class Changing:
    """A spec that is another one after pickling, and after JSON."""

    def __init__(self, pickled: bool) -> None:
        self.pickled = pickled

    def __reduce__(self) -> Any:
        return (Changing, (self.pickled,)) if self.pickled else (Changing, (not self.pickled,))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Changing) and self.pickled == other.pickled

    def to_json(self) -> str:
        return relgym.make(ROADS, [FORK]).spec.to_json()


def with_space(space: Any) -> gym.Env[Any, Any]:
    env = PDDLEnv(ROADS, [FORK])
    env.action_space = space
    return env


def with_spec(spec: Any) -> gym.Env[Any, Any]:
    env = PDDLEnv(ROADS, [FORK])
    env.spec = spec
    return env


@pytest.mark.parametrize(
    ("made", "check", "found"),
    [
        (lambda: ListedMask(relgym.make(ROADS, [FORK])), masks_tell_what_is_valid, "no vector of int8"),
        (lambda: Elsewhere(ROADS, [FORK]), clones_are_independent, "a clone is in another state"),
        (lambda: Generous(ROADS, [FORK]), clones_are_independent, "a clone with the same actions reaches other states"),
        (lambda: Generous(ROADS, [FORK]), all_can_be_pickled, "a pickled environment with the same actions reaches"),
        (lambda: Hashless(ROADS, [FORK]), states_can_be_set, "equal states have different hashes"),
        (lambda: Distracted(ROADS, [FORK]), states_can_be_set, "a state that was set has other observations"),
        (lambda: with_space(Unlike(2)), all_can_be_pickled, "does not survive pickling"),
        (lambda: with_space(Uncopied(2)), all_can_be_pickled, "does not survive copying"),
        (lambda: with_space(Outside(2)), all_can_be_pickled, "a sample of .* is not in it"),
        (lambda: with_spec(Changing(False)), all_can_be_pickled, "the spec does not survive pickling"),
        (lambda: with_spec(Changing(True)), all_can_be_pickled, "the spec does not survive JSON"),
    ],
)
def test_what_is_wrong_is_found(made: Callable[[], Any], check: Callable[[Subject], None], found: str) -> None:
    env = made()
    with pytest.raises(BrokenPromise, match=found):
        check(PDDLSubject(env, env.unwrapped, 5, 0))


def test_an_engine_that_is_asked_for_has_to_be_there() -> None:
    class Lonely(PDDLSubject):
        def on(self, backend: str) -> PDDLEnv:
            raise MissingEngine(f"no {backend}")

    env = PDDLEnv(ROADS, [FORK])
    subject = Lonely(env, env, 5, 0)
    # Without names, engines that are not there are left out.
    every_engine_goes_the_same_way(subject, None)
    with pytest.raises(MissingEngine, match="no sld"):
        every_engine_goes_the_same_way(subject, ["sld"])


def test_checks_of_an_environment_that_is_right() -> None:
    env = PDDLEnv(ROADS, [FORK])
    subject = PDDLSubject(env, env, 5, 0)
    for check in (
        same_seed_same_trajectory,
        masks_tell_what_is_valid,
        clones_are_independent,
        states_can_be_set,
        all_can_be_pickled,
        partial(every_engine_goes_the_same_way, backends=["sld"]),
    ):
        check(subject)
