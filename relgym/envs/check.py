"""Whether an environment keeps its promises: Gymnasium's own check, and what relgym adds to it.

>>> import gymnasium, relgym
>>> check(gymnasium.make("relgym/Blocks-v0"))
>>> check(gymnasium.make("relgym/SysAdmin-v0"), steps=5)
"""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Callable
from copy import deepcopy
from math import isclose
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.utils.env_checker import check_env, data_equivalence

from relgym.envs.env import RelationalEnv
from relgym.envs.process_check import check_process
from relgym.envs.process_env import ProcessEnv
from relgym.envs.wrappers.core import core_of
from relgym.model.action import Action

BOUNDED = ".*symmetric and normalized.*"
"""What it recommends for actions that are numbers; which ones there are is for the files to say."""

Env = gym.Env[Any, Any]
Step = tuple[Any, float, bool, bool, dict[str, Any]]

WRAPPED = ".*is different from the unwrapped version.*"
"""What Gymnasium warns of for every environment with a wrapper."""


def check(env: Env, steps: int = 30, seed: int = 0) -> None:
    """Raise `AssertionError` that says which promise an environment of PDDL or RDDL, wrapped or not, does not keep.

    The environment is reset and walked in, `steps` steps for each promise; warnings of Gymnasium count as failures.
    """
    core = env.unwrapped if isinstance(env.unwrapped, ProcessEnv) else core_of(env)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        if env.unwrapped is not env:
            warnings.filterwarnings("ignore", WRAPPED)
        warnings.filterwarnings("ignore", BOUNDED)
        check_env(env, skip_render_check=env.spec is None, skip_close_check=env.spec is None)
    if isinstance(core, ProcessEnv):
        check_process(env, core, steps, seed)
        return
    for promise in (
        _same_seed_same_trajectory,
        _valid_actions_are_accepted,
        _invalid_actions_change_nothing,
        _outcomes_are_what_follows,
        _clones_are_independent,
        _states_can_be_set,
        _pickles,
    ):
        promise(env, core, steps, seed)


def choices(env: Env) -> list[Any]:
    """The valid actions, in the terms of the environment's own action space."""
    if env.has_wrapper_attr("action_masks"):
        return [int(number) for number in np.flatnonzero(env.get_wrapper_attr("action_masks")())]
    return core_of(env).valid_actions()


def walk(env: Env, steps: int, seed: int, visit: Callable[[], None] = lambda: None) -> list[Step]:
    """A random walk through valid actions over as many episodes as it takes; `visit` is called in every state."""
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    found: list[Step] = [(observation, 0.0, False, False, info)]
    for _ in range(steps):
        visit()
        actions = choices(env)
        if found[-1][2] or found[-1][3] or not actions:
            observation, info = env.reset()
            found.append((observation, 0.0, False, False, info))
            continue
        observation, reward, terminated, truncated, info = env.step(actions[int(rng.integers(len(actions)))])
        found.append((observation, float(reward), terminated, truncated, info))
    return found


def _same_seed_same_trajectory(env: Env, core: RelationalEnv, steps: int, seed: int) -> None:
    first, second = walk(env, steps, seed), walk(env, steps, seed)
    for number, (one, other) in enumerate(zip(first, second, strict=True)):
        assert data_equivalence(one, other, exact=True), f"with the same seed, step {number} is {one}, then {other}"


def _valid_actions_are_accepted(env: Env, core: RelationalEnv, steps: int, seed: int) -> None:
    def visit() -> None:
        valid = core.valid_actions()
        assert len(choices(env)) == len(valid), "the mask does not tell as many actions as are valid"
        if env.has_wrapper_attr("action_masks"):
            action = env.get_wrapper_attr("action")
            named = {action(number) for number in choices(env)}
            assert named == set(valid), f"the mask tells {_texts(named)}, valid are {_texts(valid)}"

    for number, (_, _, _, _, info) in enumerate(walk(env, steps, seed, visit)):
        assert info["invalid_action"] is False, f"step {number}: a valid action was refused: {info}"
        masked = info.get("action_mask")
        assert masked is None or (masked.dtype == np.int8 and masked.ndim == 1), "the mask is no vector of int8"
        assert not (info["dead_end"] and info["goal"]), "a goal is called a dead end"


def _texts(actions: Any) -> list[str]:
    return sorted(map(str, actions))


def _invalid_actions_change_nothing(env: Env, core: RelationalEnv, steps: int, seed: int) -> None:
    core.action_space.seed(seed)
    samples = [core.action_space.sample() for _ in range(steps)]
    env.reset(seed=seed)
    actions: list[Action | str] = [*samples, Action("no-such-action"), "(no such action)", "no list"]
    for action in actions:
        before = core.get_state()
        if core.raise_on_invalid or action in core.valid_actions():
            continue
        # Below the wrappers, for numbered actions name few invalid ones.
        state, reward, terminated, truncated, info = core.step(action)
        assert info["invalid_action"] is True, f"the invalid action {action} is not reported"
        assert info["invalid_reason"], f"the invalid action {action} is reported without a reason"
        assert state == before == core.get_state(), f"the invalid action {action} changed the state"
        assert (reward, terminated, truncated) == (0.0, core.reasoner.goal(before), False), f"{action} has consequences"


def _outcomes_are_what_follows(env: Env, core: RelationalEnv, steps: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    for _ in range(steps):
        actions = core.valid_actions()
        if not actions:
            env.reset()
            continue
        action = actions[int(rng.integers(len(actions)))]
        outcomes = core.outcomes(action)
        total = sum(outcome.probability for outcome in outcomes)
        assert isclose(total, 1, abs_tol=1e-6), f"the outcomes of {action} have probability {total}"
        state, *_ = core.step(action)
        assert state in [outcome.state for outcome in outcomes], f"{action} led to none of its outcomes"


def _clones_are_independent(env: Env, core: RelationalEnv, steps: int, seed: int) -> None:
    env.reset(seed=seed)
    before = core.get_state()
    clone = core.clone()
    try:
        assert clone.get_state() == before, "a clone is in another state"
        walked = _steps_below(clone, steps, seed)
        assert core.get_state() == before, "stepping a clone changes the environment"
        same = _steps_below(core, steps, seed)
        assert walked == same, "a clone with the same actions goes another way"
    finally:
        clone.close()


def _steps_below(core: RelationalEnv, steps: int, seed: int) -> list[Any]:
    rng = np.random.default_rng(seed)
    found: list[Any] = []
    for _ in range(steps):
        actions = core.valid_actions()
        if not actions:
            break
        state, reward, terminated, _, _ = core.step(actions[int(rng.integers(len(actions)))])
        found.append((state, reward, terminated))
    return found


def _states_can_be_set(env: Env, core: RelationalEnv, steps: int, seed: int) -> None:
    env.reset(seed=seed)
    before, valid = core.get_state(), core.valid_actions()
    _steps_below(core, steps, seed)
    core.set_state(before)
    assert core.get_state() == before, "set_state leads to another state"
    assert core.valid_actions() == valid, "the valid actions of a state that was set are others"
    core.set_state(pickle.loads(pickle.dumps(before)))
    assert core.get_state() == before, "a pickled state is another state"
    assert core.valid_actions() == valid, "the valid actions of a pickled state are others"


def _pickles(env: Env, core: RelationalEnv, steps: int, seed: int) -> None:
    for space in (env.observation_space, env.action_space):
        assert pickle.loads(pickle.dumps(space)) == space, f"{space} does not survive pickling"
        assert deepcopy(space) == space, f"{space} does not survive copying"
        assert space.sample() in space, f"a sample of {space} is not in it"
    if env.spec is not None:
        assert pickle.loads(pickle.dumps(env.spec)) == env.spec, "the spec does not survive pickling"
        assert gym.envs.registration.EnvSpec.from_json(env.spec.to_json()) == env.spec, "the spec does not survive JSON"
