"""Gymnasium's vector environment over pure functions, with NumPy in and out.

>>> import relgym.jax
>>> envs = JaxVectorEnv(relgym.jax.make("blocks", 0), 3)
>>> observations, infos = envs.reset(seed=0)
>>> observations.shape, infos["action_mask"].shape
((3, 20), (3, 24))
>>> _, rewards, terminated, truncated, infos = envs.step(infos["action_mask"].argmax(axis=1))
>>> rewards.tolist(), terminated.tolist()
([0.0, 0.0, 0.0], [False, False, False])
"""

from __future__ import annotations

import inspect
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from relgym.arguments import check_whole
from relgym.catalogue.domains import Split, spec
from relgym.errors import RelgymError, did_you_mean
from relgym.jax.environment import Environment, check_environment, selected
from relgym.jax.making import make


class JaxVectorEnv(VectorEnv[Any, Any, Any]):
    """A Gymnasium vector environment of `num_envs` copies, which start anew in the step that ends an episode.

    `infos` has the `action_mask` (int8, a row for each copy) where actions are numbered, and after a step in which an
    episode has ended `final_obs`, the observations of all copies before new starts, with the mask `_final_obs`.

    Args:
        env: An environment of one copy, with its time limit, without `AutoReset`.
        num_envs: The number of copies.

    Raises:
        RelgymError: An argument is wrong.
    """

    def __init__(self, env: Environment, num_envs: int) -> None:
        check_environment(env)
        check_whole("num_envs", num_envs, 1)
        self.env, self.num_envs = env, num_envs
        self.single_observation_space, self.single_action_space = env.observation_space, env.action_space
        self.observation_space = batch_space(env.observation_space, num_envs)
        self.action_space = batch_space(env.action_space, num_envs)
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        self.render_mode = None
        self._key: Any = None
        self._states: Any = None
        masked = isinstance(env.action_space, Discrete)

        def shown(state: Any) -> tuple[Any, Any]:
            return env.observe(state), env.action_mask(state) if masked else None

        def start(key: Any) -> Any:
            state = env.init(key)
            return state, shown(state)

        def step(state: Any, action: Any, key: Any) -> Any:
            to_step, to_start = jax.random.split(key)
            after, *results = env.step(state, action, to_step)
            new = selected(results[1] | results[2], env.init(to_start), after)
            return new, (shown(new), env.observe(after), results)

        self._start, self._step = jax.jit(jax.vmap(start)), jax.jit(jax.vmap(step))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start an episode in each copy.

        Args:
            seed: The seed of the key from which all that follows is drawn; without one the key goes on.
            options: None; there are no options.

        Returns:
            The observations, with the copies first, and the infos.

        Raises:
            RelgymError: There are options, or the seed is wrong.
        """
        if options:
            raise RelgymError("there are no options of a reset", expected="options=None")
        if seed is not None:
            check_whole("seed", seed, 0)
        elif self._key is None:
            seed = int(np.random.SeedSequence().generate_state(1)[0])
        if seed is not None:
            self._key = jax.random.key(seed)
        self._states, (observations, mask) = self._start(self._keys())
        return _arrays(observations), _infos(mask)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Carry out an action in each copy.

        Args:
            actions: The actions, with the copies first, as `action_space` has them.

        Returns:
            The observations, rewards (float), terminated and truncated (bool), with the copies first, and the infos.

        Raises:
            ResetNeeded: There was no reset.
        """
        if self._states is None:
            raise ResetNeeded("call reset() before step()")
        given = jax.tree.map(jnp.asarray, actions)
        self._states, ((observations, mask), last, results) = self._step(self._states, given, self._keys())
        rewards, terminated, truncated = map(np.asarray, results)
        infos, ended = _infos(mask), terminated | truncated
        if ended.any():
            infos |= {"final_obs": _arrays(last), "_final_obs": ended}
        return _arrays(observations), rewards, terminated, truncated, infos

    def _keys(self) -> Any:
        self._key, own = jax.random.split(self._key)
        return jax.random.split(own, self.num_envs)


_OPTIONS = tuple(name for name in inspect.signature(make).parameters if name not in ("domain_file", "problems"))


def catalogue_copies(num_envs: int, *, domain: str, split: Split, **options: Any) -> JaxVectorEnv:
    """Return what `gymnasium.make_vec` makes of an id with `backend="jax"`.

    Args:
        num_envs: The number of copies.
        domain: The name or the folder of the domain.
        split: The split.
        options: Those of `relgym.jax.make` beside its files. `autoreset_mode` may be `SameStep` alone.

    Raises:
        RelgymError: There is no such option, or its value is wrong.
    """
    mode = options.pop("autoreset_mode", AutoresetMode.SAME_STEP)
    if mode not in (AutoresetMode.SAME_STEP, AutoresetMode.SAME_STEP.value):
        raise RelgymError(
            f"copies that JAX compiles do not start anew as {mode!r} says", expected="AutoresetMode.SAME_STEP"
        )
    for name in options:
        if name not in _OPTIONS:
            raise RelgymError(
                f"copies that JAX compiles have no option {name!r}",
                expected=", ".join(_OPTIONS),
                hint=did_you_mean(name, _OPTIONS),
            )
    return JaxVectorEnv(make(spec(domain).ids[split], **options), num_envs)


def _arrays(values: Any) -> Any:
    return jax.tree.map(np.asarray, values)


def _infos(mask: Any) -> dict[str, Any]:
    return {} if mask is None else {"action_mask": np.asarray(mask).astype(np.int8)}
