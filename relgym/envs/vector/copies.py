"""Common parts of the vector environments of PDDL and RDDL: seeds, ended episodes, and resets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from numbers import Real
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv

from relgym.envs.vector.draws import BatchDraws
from relgym.envs.vector.infos import Infos, only
from relgym.envs.vector.rollout import USUAL, Rollout, check_returns, invalid_of, stacked, step_count
from relgym.errors import RelgymError
from relgym.locking import Lock, synchronized


def refuse(problems: object, options: Mapping[str, Any], why: str) -> None:
    """Raise `RelgymError` for what copies that step at once cannot do: `why` says so of generators."""
    if callable(problems) or options.get("generator") is not None:
        raise RelgymError(
            f"copies that step at once {why}",
            expected='vectorization_mode="sync" or "async", which make an environment for each',
        )
    if options.get("backend", "builtin") not in ("builtin", None):
        raise RelgymError(
            f"copies that step at once are arrays of builtin; they do not ask the engine {options['backend']!r}",
            expected='vectorization_mode="sync" or "async", or the engine builtin',
        )
    if options.get("render_mode") is not None:
        raise RelgymError(
            "copies that step at once are not drawn", expected='vectorization_mode="sync", or a single environment'
        )


class Copies(VectorEnv[Any, Any, Any]):
    """`num_envs` copies, each with its own generator, which gives `width` random numbers for each step.

    Copy number i draws like a single environment after a reset with the seed + i, as in Gymnasium's `SyncVectorEnv`.
    Ended episodes restart as `autoreset_mode` says.

    Any thread may step them, whichever made them: each call holds `lock`.
    """

    def __init__(
        self, num_envs: int, autoreset_mode: AutoresetMode | str, max_episode_steps: int | None, width: int
    ) -> None:
        self.lock = Lock()
        self.num_envs = num_envs
        self.render_mode = None
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self._mode}
        self._limit = max_episode_steps
        self._draws = BatchDraws(num_envs, width)
        self._started = False
        self._steps = np.zeros(num_envs, int)
        self._done = np.zeros(num_envs, bool)
        self._everybody, self._nobody = np.ones(num_envs, bool), np.zeros(num_envs, bool)

    @synchronized
    def rollout(self, actions: Any, *, steps: int | None = None, returns: Iterable[str] = USUAL) -> Rollout:
        """Carry out `k` steps, and stack their results.

        Args:
            actions: The actions of `k` steps: an array of shape `(k, N)`.
            steps: `k`, to be checked.
            returns: The results to return, names of `Rollout`.

        Returns:
            The rollout; results that were not asked for are `None`.

        Raises:
            InvalidAction: As in `step`.
            ResetNeeded: As in `step`.
        """
        wanted, count = check_returns(returns), step_count(actions, steps)
        several = [self._told_of(self.step(actions[step]), wanted) for step in range(count)]
        return Rollout(**{name: stacked([each[name] for each in several]) for name in wanted})

    @staticmethod
    def _told_of(step: tuple[Any, ...], wanted: frozenset[str]) -> dict[str, Any]:
        observation, rewards, terminated, truncated, infos = step
        all_of_it = Rollout(observation, rewards, terminated, truncated, invalid_of(infos))._asdict()
        return {name: all_of_it[name] for name in wanted}

    # -- chance ------------------------------------------------------------------------------

    @property  # type: ignore[misc]
    def np_random(self) -> Any:
        """The generators of all copies."""
        return tuple(self._draws.generator(copy) for copy in range(self.num_envs))

    @property
    def np_random_seed(self) -> tuple[int, ...]:  # type: ignore[override]
        """The seeds of all copies, -1 for those that have not been given one and have not drawn yet."""
        return tuple(self._draws.seeds)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        """A seed for each copy, None for those that keep their generators."""
        if seed is None:
            return [None] * self.num_envs
        # Gymnasium refuses a seed that is not a number.
        copies = range(self.num_envs)
        each = seed if isinstance(seed, Iterable) else (seed + n if isinstance(seed, Real) else seed for n in copies)
        seeds: list[int | None] = [*each]
        if len(seeds) != self.num_envs:
            raise ValueError(f"there are {len(seeds)} seeds for {self.num_envs} copies")
        return seeds

    def _seed(self, seed: int | Sequence[int | None] | None, which: Any) -> None:
        for copy, number in enumerate(self._seeds(seed)):
            if number is not None and which[copy]:
                self._draws.seed(copy, number)

    # -- episodes ----------------------------------------------------------------------------

    def _which(self, mask: Any) -> Any:
        """Return the mask of the copies to reset; shape `(num_envs,)`, dtype bool."""
        if mask is None:
            return self._everybody
        mask = np.asarray(mask)
        if mask.shape != (self.num_envs,) or mask.dtype != bool:
            raise ValueError(f"`reset_mask` is an array of {self.num_envs} truth values")
        return mask

    def _ended(self) -> Any:
        """Return the mask of the copies that reset instead of a step; raises `ResetNeeded` if a copy cannot step."""
        if not self._started:
            raise gym.error.ResetNeeded("there is no state yet: call reset() first")
        if self._mode is AutoresetMode.DISABLED and self._done.any():
            raise gym.error.ResetNeeded(f"the copies {np.flatnonzero(self._done).tolist()} have ended: reset them")
        return self._done if self._mode is AutoresetMode.NEXT_STEP else self._nobody

    def _begin(self, which: Any) -> None:
        """Set the step counters of some copies to 0."""
        self._steps = np.where(which, 0, self._steps)
        self._done = self._done & ~which

    def _at_limit(self) -> Any:
        """Return the mask of the copies whose episodes have reached the step limit."""
        return self._nobody.copy() if self._limit is None else self._steps >= self._limit

    # -- infos -------------------------------------------------------------------------------

    def _final(self, infos: Infos, seen: Callable[[int], Any]) -> Infos:
        """Return the infos' entries about ended episodes on a reset; `seen` gives the last observation of a copy."""
        done = self._done
        last = np.full(self.num_envs, None, object)
        for copy in np.flatnonzero(done).tolist():
            last[copy] = seen(copy)
        return {"final_obs": last, "_final_obs": done, "final_info": only(infos, done), "_final_info": done}

    def _refused(self, copies: Sequence[int], reasons: Sequence[str]) -> Infos:
        """Return the entries of infos about copies whose actions were refused, with the reasons."""
        refused = np.zeros(self.num_envs, bool)
        texts = np.full(self.num_envs, None, object)
        refused[copies], texts[copies] = True, np.array(reasons, object)
        return {"invalid_action": refused, "invalid_reason": texts, "_invalid_reason": refused}
