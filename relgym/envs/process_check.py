"""What an environment of RDDL promises beyond Gymnasium's interface; `relgym.envs.check` asks for it."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from contextlib import suppress
from copy import deepcopy
from math import isclose
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.utils.env_checker import data_equivalence
from numpy.random import Generator

from relgym.envs.process_env import ProcessEnv
from relgym.envs.process_forms import FORMS
from relgym.errors import InvalidAction, ModelError
from relgym.model.rddl_expressions import REAL
from relgym.process_reasoner import ProcessOutcome

Env = gym.Env[Any, Any]

LISTED = 1000
"""Ways that an action may end in, up to which they are listed and compared with what follows."""

NO_ACTIONS: tuple[Mapping[str, Any], ...] = ({"no such action": 1}, {"": 0})
"""What is an action of no instance."""


def check_process(env: Env, core: ProcessEnv, steps: int, seed: int) -> None:
    """Raise `AssertionError` that says which promise an environment of RDDL, wrapped or not, does not keep."""
    for promise in (
        _same_seed_same_trajectory,
        _masks_tell_what_is_valid,
        _actions_are_accepted,
        _invalid_actions_change_nothing,
        _outcomes_are_what_follows,
        _clones_are_independent,
        _states_can_be_set,
        _forms_go_the_same_way,
        _pickles,
    ):
        promise(env, core, steps, seed)


def walk(env: Env, steps: int, seed: int, visit: Callable[[], None] = lambda: None) -> list[tuple[Any, ...]]:
    """A random walk over as many episodes as it takes; `visit` is called in every state."""
    rng = np.random.default_rng(seed)
    env.action_space.seed(seed)
    observation, info = env.reset(seed=seed)
    found: list[tuple[Any, ...]] = [(None, observation, 0.0, info["ended"], False, info)]
    for _ in range(steps):
        if found[-1][3] or found[-1][4]:
            observation, info = env.reset()
            found.append((None, observation, 0.0, info["ended"], False, info))
            continue
        visit()
        action = _chosen(env, rng)
        found.append((action, *env.step(action)))
    return found


def _chosen(env: Env, rng: Generator) -> Any:
    """A valid action in the terms of the environment's own action space."""
    if not env.has_wrapper_attr("action_masks"):
        return env.action_space.sample()
    numbers = np.flatnonzero(env.get_wrapper_attr("action_masks")())
    return int(numbers[int(rng.integers(len(numbers)))])


def _same_seed_same_trajectory(env: Env, core: ProcessEnv, steps: int, seed: int) -> None:
    first, second = walk(env, steps, seed), walk(env, steps, seed)
    for number, (one, other) in enumerate(zip(first, second, strict=True)):
        assert data_equivalence(one, other, exact=True), f"with the same seed, step {number} is {one}, then {other}"


def _masks_tell_what_is_valid(env: Env, core: ProcessEnv, steps: int, seed: int) -> None:
    if not env.has_wrapper_attr("action_masks"):
        return

    def visit() -> None:
        mask = env.get_wrapper_attr("action_masks")()
        for number, told in enumerate(mask):
            action = env.get_wrapper_attr("action")(number)
            valid = core.reasoner.is_valid(core.get_state(), core.cells_given(action))
            assert valid == told, f"the mask tells of {action}, which is {'valid' if valid else 'not valid'}, otherwise"

    for *_, info in walk(env, min(steps, 5), seed, visit):
        masked = info["action_mask"]
        assert masked.dtype == np.int8 and masked.ndim == 1, "the mask is no vector of int8"


def _actions_are_accepted(env: Env, core: ProcessEnv, steps: int, seed: int) -> None:
    for number, (action, *_, info) in enumerate(walk(env, steps, seed)):
        assert info["invalid_action"] is False, f"step {number}: the sampled action {action} was refused: {info}"


def _invalid_actions_change_nothing(env: Env, core: ProcessEnv, steps: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    # Below the wrappers, for numbered actions name few invalid ones.
    for given in [*NO_ACTIONS, *(_any_action(core, rng) for _ in range(steps))]:
        before = core.get_state()
        wrong = given in NO_ACTIONS
        if not wrong and (not core.enforce or core.reasoner.is_valid(before, given)):
            continue
        action = given if wrong else core.action_of(given)
        try:
            _, reward, terminated, _, info = core.step(action)
        except InvalidAction:
            assert core.raise_on_invalid, f"the invalid action {given} raises, and nobody has asked for that"
        else:
            assert not core.raise_on_invalid, f"the invalid action {given} does not raise"
            assert info["invalid_action"] is True, f"the invalid action {given} is not reported"
            assert info["invalid_reason"], f"the invalid action {given} is reported without a reason"
            assert (reward, terminated) == (0.0, False), f"the invalid action {given} has consequences"
        assert core.get_state() == before, f"the invalid action {given} changed the state"


def _any_action(core: ProcessEnv, rng: Generator) -> dict[str, Any]:
    """An action of values that cells may have, whatever the preconditions say."""
    found: dict[str, Any] = {}
    for name, cell in core.reasoner.actions.items():
        low, high = cell.range()
        if rng.random() < 0.5:
            real = cell.fluent.range == REAL
            found[name] = cell.shown(
                cell.plain(low if real else int(rng.integers(int(low), int(min(high, low + 100)) + 1)))
            )
    return found


def _outcomes_are_what_follows(env: Env, core: ProcessEnv, steps: int, seed: int) -> None:
    reasoner = core.reasoner
    over = True
    core.action_space.seed(seed)
    for number in range(min(steps, 10)):
        if over:
            _, info = core.reset(seed=seed + number)
            over = info["ended"]
            continue
        action = core.action_space.sample()
        outcomes: list[ProcessOutcome] = []
        # What is not enforced may be done, though nothing is said to follow it.
        with suppress(ModelError, *([] if core.enforce else [InvalidAction])):
            outcomes = reasoner.outcomes(core.get_state(), core.cells_given(action), LISTED)
        _, reward, terminated, truncated, _ = core.step(action)
        over = terminated or truncated
        if not outcomes:
            continue
        total = sum(outcome.probability for outcome in outcomes)
        assert isclose(total, 1, abs_tol=1e-6), f"the outcomes of {action} have probability {total}"
        rewards = [outcome.reward for outcome in outcomes if outcome.state == core.get_state()]
        assert rewards, f"{action} led to none of its outcomes"
        assert reward in rewards, f"{action} was rewarded with {reward}, its outcomes tell {rewards}"


def _clones_are_independent(env: Env, core: ProcessEnv, steps: int, seed: int) -> None:
    env.reset(seed=seed)
    before = core.get_state()
    clone = core.clone()
    try:
        assert clone.get_state() == before, "a clone is in another state"
        walked = _steps_below(clone, steps, seed)
        assert core.get_state() == before, "stepping a clone changes the environment"
        assert walked == _steps_below(core, steps, seed), "a clone with the same actions goes another way"
    finally:
        clone.close()


def _steps_below(core: ProcessEnv, steps: int, seed: int) -> list[Any]:
    core.action_space.seed(seed)
    found: list[Any] = []
    for _ in range(steps):
        _, reward, terminated, truncated, _ = core.step(core.action_space.sample())
        found.append((core.get_state(), reward, terminated, truncated))
        if terminated or truncated:
            break
    return found


def _states_can_be_set(env: Env, core: ProcessEnv, steps: int, seed: int) -> None:
    env.reset(seed=seed)
    before = core.get_state()
    for met in [*(state for state, *_ in _steps_below(core, steps, seed)), before]:
        for state in (met, pickle.loads(pickle.dumps(met))):
            core.set_state(state)
            assert core.get_state() == met, "set_state leads to another state"
            assert hash(core.get_state()) == hash(met), "equal states have different hashes"


def _forms_go_the_same_way(env: Env, core: ProcessEnv, steps: int, seed: int) -> None:
    """The environment beside one like it in every form: what follows is the same, and so are all numbers observed."""
    core.action_space.seed(seed)
    others = [_in_form(core, form) for form in FORMS]
    seen = [_numbers(other.reset(seed=seed)[0]) for other in (core, *others)]
    for number in range(steps):
        cells = core.cells_given(core.action_space.sample())
        found = []
        for other in (core, *others):
            observation, reward, terminated, truncated, info = other.step(other.action_of(cells))
            found.append((other.get_state(), reward, terminated, truncated, info))
            seen.append(_numbers(observation))
        assert all(one == found[0] for one in found), f"step {number} leads elsewhere in another form"
        assert all(one == seen[-1] for one in seen[-len(found) :]), (
            f"step {number} is observed otherwise in another form"
        )
        if found[0][2] or found[0][3]:
            break
    for other in others:
        other.close()


def _in_form(core: ProcessEnv, form: str) -> ProcessEnv:
    """An environment like this one, whose values have another form."""
    made: ProcessEnv = object.__new__(type(core))
    made.__setstate__({**core.__getstate__(), "_form": form})
    return made


def _numbers(observation: Mapping[str, Any]) -> list[float]:
    """All numbers of an observation, in order."""
    return [number for value in observation.values() for number in np.ravel(value).tolist()]


def _pickles(env: Env, core: ProcessEnv, steps: int, seed: int) -> None:
    for space in (env.observation_space, env.action_space):
        assert deepcopy(space) == space, f"{space} does not survive copying"
        assert pickle.loads(pickle.dumps(space)) == space, f"{space} does not survive pickling"
    env.reset(seed=seed)
    assert env.action_space.sample() in env.action_space, f"a sample of {env.action_space} is not in it"
    other = pickle.loads(pickle.dumps(core))
    try:
        assert other.get_state() == core.get_state(), "a pickled environment is in another state"
        assert _steps_below(other, steps, seed) == _steps_below(core, steps, seed), "a pickled one goes another way"
    finally:
        other.close()
    if env.spec is not None:
        assert pickle.loads(pickle.dumps(env.spec)) == env.spec, "the spec does not survive pickling"
        assert gym.envs.registration.EnvSpec.from_json(env.spec.to_json()) == env.spec, "the spec does not survive JSON"
