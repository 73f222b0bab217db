"""`api_test` finds what is wrong with an environment."""

from __future__ import annotations

import re
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from envs.texts import FORK, LAMPS, LINE, LUCK, ROADS

import relgym
from relgym.catalogue import domains as catalogue
from relgym.envs import DiscreteActions, PDDLEnv
from relgym.envs.check import api_test
from relgym.errors import BackendError, BrokenPromise, RelgymWarning
from relgym.model.pddl.state import State


class WrongMask(DiscreteActions):
    def _mask(self, dtype: type[Any]) -> Any:
        return np.roll(super()._mask(dtype), 1)


class Bare(PDDLEnv):
    """Gives no infos."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        return super().reset(seed=seed)[0]


class Forgetful(PDDLEnv):
    """Takes the problems in an order of its own, that of Thue and Morse, from the second episode on."""

    turn = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[State, dict[str, Any]]:
        self.turn += seed is None
        return super().reset(seed=seed, options={"problem": self.turn.bit_count() % 2} if seed is None else None)


class Hasty(PDDLEnv):
    """Does something else where an action is invalid."""

    def _refuse(self, error: Any) -> Any:
        valid = self.valid_actions()
        found = self.step(valid[0]) if valid else super()._refuse(error)
        found[4]["invalid_action"], found[4]["invalid_reason"] = True, "no"
        return found


class Silent(PDDLEnv):
    def _refuse(self, error: Any) -> Any:
        *found, info = super()._refuse(error)
        return *found, {**info, "invalid_action": False}


class Tied(PDDLEnv):
    """Clones are the environment itself."""

    def clone(self) -> Tied:
        return self


class Stuck(PDDLEnv):
    def set_state(self, state: State) -> None:
        pass


class Unlucky(PDDLEnv):
    """Follows another outcome than those it tells."""

    def outcomes(self, action: Any) -> Any:
        return super().outcomes(action)[:1]


class Twice(gym.Wrapper):
    """Does everything twice."""

    def step(self, action: Any) -> Any:
        self.env.step(action)
        return self.env.step(action)


class Blind(PDDLEnv):
    """Tells of no goal."""

    def step(self, action: Any) -> Any:
        *said, info = super().step(action)
        return *said, {**info, "goal": False}


class Fickle(PDDLEnv):
    """Takes another turn where it is pickled."""

    def __reduce__(self) -> Any:
        env = PDDLEnv(ROADS, [LINE])
        env.reset()
        return env.__reduce__()

    def clone(self) -> Any:
        made = PDDLEnv(ROADS, [FORK])
        made.reset()
        made.set_state(self.get_state())
        return made


class Partial(PDDLEnv):
    """Knows fewer valid actions where it has another engine."""

    def valid_actions(self) -> Any:
        found = super().valid_actions()
        return found if self.backend == "builtin" else found[1:]


@pytest.mark.parametrize(
    ("env", "promise", "found"),
    [
        (lambda: WrongMask(relgym.make(ROADS, [FORK])), "masks tell what is valid", "the mask says .*, which is"),
        (lambda: Bare(ROADS, [FORK]), "it is an environment of Gymnasium", "tuple"),
        (lambda: Forgetful(ROADS, [FORK, LINE]), "the same seed gives the same trajectory", "step [1-9][0-9]* is"),
        (lambda: Hasty(ROADS, [FORK, LINE]), "invalid actions change nothing", "changed the state"),
        (lambda: Silent(ROADS, [FORK, LINE]), "invalid actions change nothing", "is not reported"),
        (lambda: Tied(ROADS, [FORK, LINE]), "clones are independent", "stepping a clone changes the environment"),
        (lambda: Stuck(ROADS, [LINE]), "states can be set", "set_state leads to another state"),
        (lambda: Unlucky(LUCK, [LAMPS]), "outcomes tell what follows", "have probability|none of its outcomes"),
        (lambda: Twice(relgym.make(ROADS, [FORK])), "valid actions are accepted", r"step 1: \(go a .\) was refused"),
        (lambda: Blind(ROADS, [FORK]), "infos tell goals and dead ends", "says {'goal': False, .*}, but"),
        (lambda: Fickle(ROADS, [FORK]), "everything can be pickled", "another state"),
        (lambda: Partial(LUCK, [LAMPS]), "every engine goes the same way", "step [0-9]+ is .* with builtin, .* with"),
    ],
    ids=["mask", "bare", "seed", "invalid", "silent", "clone", "set", "outcomes", "twice", "blind", "pickle", "engine"],
)
def test_what_is_wrong_is_found(env: Any, promise: str, found: str) -> None:
    with pytest.raises(BrokenPromise) as caught:
        api_test(env())
    assert re.match(f"the environment breaks the promise that ({promise}): .*({found})", str(caught.value))


def test_environments_that_are_right() -> None:
    api_test(PDDLEnv(ROADS, [FORK, LINE]))
    api_test(PDDLEnv(LUCK, LAMPS, reward="metric", backend="sld"))
    api_test(DiscreteActions(relgym.make(LUCK, LAMPS, raise_on_invalid=False, max_episode_steps=4)))


def test_ids_and_specs() -> None:
    api_test("relgym/Gripper-v0", steps=5, backends=())
    api_test(catalogue.spec("ferry"), steps=5, backends=())
    spec = relgym.make(ROADS, [FORK]).spec
    assert spec is not None
    api_test(spec, steps=5, backends=["sld"])


def test_an_engine_that_is_named_must_be_there() -> None:
    with pytest.raises(BackendError, match="there is no engine 'slid'"):
        api_test(PDDLEnv(ROADS, [FORK]), steps=3, backends=["slid"])


@pytest.mark.filterwarnings("ignore::relgym.errors.RelgymWarning")
def test_what_is_unusual_in_a_file_is_no_broken_promise() -> None:
    undeclared = ROADS.replace("(and (at ?x) (road", "(and (not (= ?x ?y)) (at ?x) (road")
    with pytest.warns(RelgymWarning):
        env = relgym.make(undeclared, [FORK])
    api_test(env, steps=3, backends=())


def test_other_errors_say_which_promise_was_tested() -> None:
    class Broken(PDDLEnv):
        def clone(self) -> Any:
            raise OSError("no memory")

    with pytest.raises(OSError, match="no memory") as caught:
        api_test(Broken(ROADS, [FORK]))
    assert caught.value.__notes__ == ["This happened while testing the promise that clones are independent."]


def test_other_environments() -> None:
    with pytest.raises(relgym.errors.RelgymError, match="is not an environment of relgym"):
        api_test(gym.make("CartPole-v1"))
