"""Conformance checks of environments in both languages beyond Gymnasium's interface; `relgym.envs.check` runs them."""

from __future__ import annotations

import pickle
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from math import isclose
from numbers import Real
from typing import Any, NamedTuple

import gymnasium as gym
import numpy as np
from gymnasium.utils.env_checker import data_equivalence

from relgym.backends import registry
from relgym.errors import BrokenPromise, MissingEngine, UnsupportedFeature

Env = gym.Env[Any, Any]

LONGEST = 300
"""The length, in characters, at which actions, states and observations are cut in messages."""


class Visit(NamedTuple):
    """The result of one step of a walk; an episode begins with one whose action is None."""

    action: Any
    observation: Any
    reward: float
    terminated: bool
    truncated: bool
    info: dict[str, Any]


class Subject(ABC):
    """An environment that is looked at, `core` below its wrappers, and how far to walk in it."""

    def __init__(self, env: Env, core: Any, steps: int, seed: int) -> None:
        self.env = env
        self.core = core
        self.steps = steps
        self.seed = seed

    @property
    @abstractmethod
    def promises(self) -> Sequence[Promise]:
        """The further checks of environments of this language."""

    @abstractmethod
    def chosen(self, rng: np.random.Generator) -> Any:
        """A valid action in the terms of the environment's own action space; None if there is none."""

    @abstractmethod
    def stepped(self, core: Any, rng: np.random.Generator) -> tuple[Any, ...] | None:
        """A random valid step below the wrappers: what was done, what it led to, and last whether that is the end.

        None if there is no valid action.
        """

    @abstractmethod
    def told(self, core: Any) -> Any:
        """Return a description of the environment's present state that can be compared."""

    @abstractmethod
    def allows(self, action: Any) -> bool:
        """Return True if an action is valid below the wrappers."""

    @property
    @abstractmethod
    def backend(self) -> str:
        """The name of the environment's engine."""

    @abstractmethod
    def on(self, backend: str) -> Any:
        """An environment like this one, but for its engine; raises as engines do."""

    def walk(self, steps: int, visit: Callable[[], None] = lambda: None) -> list[Visit]:
        """A random walk with the wrappers over as many episodes as it takes; `visit` is called in every state."""
        env = self.env
        rng = np.random.default_rng(self.seed)
        env.action_space.seed(self.seed)
        visits = [Visit(None, *_started(*env.reset(seed=self.seed)))]
        for _ in range(steps):
            last = visits[-1]
            visit()
            action = None if last.terminated or last.truncated else self.chosen(rng)
            if action is None:
                visits.append(Visit(None, *_started(*env.reset())))
            else:
                observation, reward, terminated, truncated, info = env.step(action)
                visits.append(Visit(action, observation, float(reward), terminated, truncated, info))
        return visits

    def followed(self, core: Any) -> list[Any]:
        """Random steps below the wrappers from the present state to the end, at most as many as wanted."""
        rng = np.random.default_rng(self.seed)
        core.action_space.seed(self.seed)
        steps: list[Any] = []
        for _ in range(self.steps):
            step = self.stepped(core, rng)
            if step is None:
                break
            steps.append((step, core.get_state()))
            if step[-1]:
                break
        return steps

    def played(self, core: Any) -> list[Any]:
        """Random steps below the wrappers over as many episodes as it takes."""
        rng = np.random.default_rng(self.seed)
        core.action_space.seed(self.seed)
        core.reset(seed=self.seed)
        steps: list[Any] = [self.told(core)]
        for _ in range(self.steps):
            step = self.stepped(core, rng)
            if step is None or step[-1]:
                core.reset()
            steps.append((step, self.told(core)))
        return steps


class Promise(NamedTuple):
    """Something that is promised, as in `the promise that ...`, and how to find out; `test` raises `BrokenPromise`."""

    name: str
    test: Callable[[Any], None]


def _started(observation: Any, info: dict[str, Any]) -> tuple[Any, float, bool, bool, dict[str, Any]]:
    # Episodes may begin where they end.
    return observation, 0.0, bool(info.get("ended")), False, info


def same_seed_same_trajectory(subject: Subject) -> None:
    first, second = subject.walk(subject.steps), subject.walk(subject.steps)
    for number, (one, other) in enumerate(zip(first, second, strict=True)):
        if not data_equivalence(tuple(one), tuple(other), exact=True):
            raise BrokenPromise(f"step {number} is {shown(one)}, then {shown(other)}")


def masks_tell_what_is_valid(subject: Subject) -> None:
    env = subject.env
    if not env.has_wrapper_attr("action_masks"):
        return

    def visit() -> None:
        mask = env.get_wrapper_attr("action_masks")()
        named = env.get_wrapper_attr("action")
        for number, allowed in enumerate(mask):
            action = named(number)
            valid = subject.allows(action)
            if valid != allowed:
                raise BrokenPromise(f"the mask says {bool(allowed)} of {shown(action)}, which is {_word(valid)}")

    for visited in subject.walk(min(subject.steps, 5), visit):
        masked = visited.info.get("action_mask")
        if not isinstance(masked, np.ndarray) or masked.dtype != np.int8 or masked.ndim != 1:
            raise BrokenPromise(f"info['action_mask'] is {shown(masked)}, no vector of int8")


def _word(valid: bool) -> str:
    return "valid" if valid else "not valid"


def valid_actions_are_accepted(subject: Subject) -> None:
    for number, visited in enumerate(subject.walk(subject.steps)):
        if visited.info["invalid_action"] is not False:
            reason = visited.info.get("invalid_reason")
            raise BrokenPromise(f"step {number}: {shown(visited.action)} was refused: {reason}")


def clones_are_independent(subject: Subject) -> None:
    core = subject.core
    subject.env.reset(seed=subject.seed)
    before = core.get_state()
    clone = core.clone()
    try:
        if clone.get_state() != before:
            raise BrokenPromise("a clone is in another state")
        walked = subject.followed(clone)
        if core.get_state() != before:
            raise BrokenPromise("stepping a clone changes the environment")
        if walked != subject.followed(core):
            raise BrokenPromise("a clone with the same actions reaches other states")
    finally:
        if clone is not core:
            clone.close()


def states_can_be_set(subject: Subject) -> None:
    core = subject.core
    subject.env.reset(seed=subject.seed)
    before, infos = core.get_state(), subject.told(core)
    for met in [*(state for _, state in subject.followed(core)), before]:
        for state in (met, pickle.loads(pickle.dumps(met))):
            core.set_state(state)
            if core.get_state() != met:
                raise BrokenPromise("set_state leads to another state")
            if hash(core.get_state()) != hash(met):
                raise BrokenPromise("equal states have different hashes")
    if subject.told(core) != infos:
        raise BrokenPromise("a state that was set has other observations or infos than before")


def all_can_be_pickled(subject: Subject) -> None:
    env, core = subject.env, subject.core
    env.reset(seed=subject.seed)
    for space in (env.observation_space, env.action_space):
        if pickle.loads(pickle.dumps(space)) != space:
            raise BrokenPromise(f"{shown(space)} does not survive pickling")
        if deepcopy(space) != space:
            raise BrokenPromise(f"{shown(space)} does not survive copying")
    if env.action_space.sample() not in env.action_space:
        raise BrokenPromise(f"a sample of {shown(env.action_space)} is not in it")
    if env.spec is not None:
        if pickle.loads(pickle.dumps(env.spec)) != env.spec:
            raise BrokenPromise("the spec does not survive pickling")
        if gym.envs.registration.EnvSpec.from_json(env.spec.to_json()) != env.spec:
            raise BrokenPromise("the spec does not survive JSON")
    other = pickle.loads(pickle.dumps(core))
    try:
        if other.get_state() != core.get_state():
            raise BrokenPromise("a pickled environment is in another state")
        if subject.followed(other) != subject.followed(core):
            raise BrokenPromise("a pickled environment with the same actions reaches other states")
    finally:
        other.close()


def copies_have_the_same_chance(subject: Subject) -> None:
    """Copies go on drawing where the environment stands, so that runs that begin from a copy can be repeated."""
    core = subject.core
    subject.env.reset(seed=subject.seed)
    for number, space in enumerate((core.action_space, core.observation_space)):
        space.seed(subject.seed + number)
        # Without these draws, a copy that is seeded again would look like one that continues.
        space.sample()
    copies = {"a clone": core.clone(), "a deep copy": deepcopy(core), "a pickled environment": _pickled(core)}
    try:
        expected = _drawn(core, subject.steps)
        for name, copied in copies.items():
            for what, values in _drawn(copied, subject.steps).items():
                if not data_equivalence(values, expected[what], exact=True):
                    raise BrokenPromise(f"{name} has other {what}: {shown(values)} for {shown(expected[what])}")
    finally:
        for copied in copies.values():
            if copied is not core:
                copied.close()


def _pickled(core: Any) -> Any:
    return pickle.loads(pickle.dumps(core))


def _drawn(core: Any, steps: int) -> dict[str, Any]:
    """Draw some samples of an environment's spaces, and the next numbers of its generator."""
    several = range(min(steps, 5))
    return {
        "actions sampled": tuple(core.action_space.sample() for _ in several),
        "observations sampled": tuple(core.observation_space.sample() for _ in several),
        "numbers drawn": tuple(float(core.np_random.random()) for _ in several),
    }


def every_engine_goes_the_same_way(subject: Subject, backends: Iterable[str] | None) -> None:
    """Check that a seed gives the same trajectory with all `backends`, by default with all that support it."""
    expected: list[Any] = []
    for backend in registry.names() if backends is None else backends:
        if backend == subject.backend:
            continue
        try:
            other = subject.on(backend)
        except (MissingEngine, UnsupportedFeature):
            if backends is not None:
                raise
            continue
        expected = expected or subject.played(subject.core)
        try:
            steps = subject.played(other)
        finally:
            other.close()
        for number, (one, same) in enumerate(zip(expected, steps, strict=True)):
            if not alike(one, same):
                raise BrokenPromise(
                    f"step {number} is {shown(one)} with {subject.backend}, {shown(same)} with {backend}"
                )


EVERY = (
    Promise("the same seed gives the same trajectory", same_seed_same_trajectory),
    Promise("masks tell what is valid", masks_tell_what_is_valid),
    Promise("valid actions are accepted", valid_actions_are_accepted),
    Promise("clones are independent", clones_are_independent),
    Promise("states can be set", states_can_be_set),
    Promise("everything can be pickled", all_can_be_pickled),
    Promise("copies have the same chance to come", copies_have_the_same_chance),
)
"""The checks of environments of both languages."""


def alike(one: Any, other: Any) -> bool:
    """Return True if two values are equal, numbers up to the rounding differences between machines."""
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, Real) and isinstance(other, Real):
        return isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    return bool(one == other)


def shown(something: Any) -> str:
    """It as text, cut where it is long."""
    text = str(something)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 4]} ..."
