"""Many steps of many copies of an RDDL environment in one call, which gives what was asked for and computes no more.

What `k` calls of `step` do once for each step is done once for all: actions are read, those preconditions that read no
state are checked, and observations are made. Rewards that nobody asks for are not part of the array code, nor are
observ-fluents; of these only the last values are computed, since a later step that is refused shows them again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import AutoresetMode

from relgym.envs.vector.rddl_batch import replaced, with_rows
from relgym.envs.vector.rddl_large import is_large
from relgym.envs.vector.rollout import Rollout
from relgym.errors import InvalidAction
from relgym.model.rddl.equations import Part

if TYPE_CHECKING:
    from relgym.envs.vector.rddl import RDDLVectorEnv
    from relgym.envs.vector.rddl_jax_rollout import CompiledRollouts


class Roller:
    """Does the steps of one rollout of an environment; `wanted` are the names of what it returns."""

    def __init__(self, env: RDDLVectorEnv, actions: Mapping[str, Any], wanted: frozenset[str], count: int) -> None:
        self._env = env
        self._given = actions
        self._wanted = wanted
        self._count = count
        rows = count * env.num_envs
        self._acted, self._observed = copy(env._acted), copy(env._observed)
        self._acted.count = self._observed.count = rows
        shape = (count, env.num_envs)
        flat = {name: _flat(name, value, shape) for name, value in actions.items()}
        values, known = self._acted.given(flat, env._idle)
        right: Any = np.logical_and(known, env._within_limit(values))
        self._by_state = False
        if env.single.enforce:
            start = [np.broadcast_to(array[0], (rows, *array.shape[1:])) for array in env._start]
            self._by_state = env._batch.reads_state(Part.PRECONDITION)
            if not self._by_state:
                right = right & ~env._batch.some(Part.PRECONDITION, start, values, right)
        self._values = [np.reshape(array, (*shape, *array.shape[1:])) for array in values]
        self._right = np.reshape(right, shape)
        self._all_right: Any = self._right.all(axis=1).tolist()
        # The copies that begin anew in the place of their next step; None for nobody.
        self._over: Any = env._done.nonzero()[0] if env._mode is AutoresetMode.NEXT_STEP and env._done.any() else None
        # Nobody else has this array.
        env._steps = env._steps.copy()
        self._longest = int(env._steps.max())
        self._has_seen = bool(env._blank)
        self._lazy = self._has_seen and "observations" not in wanted
        # The state, action and numbers of the last step, and the copies that took it, whose observations are unknown.
        self._unseen: tuple[Sequence[Any], Sequence[Any], Any, Any] | None = None

    def rolled(self) -> Rollout:
        """Do the steps, and return what was asked for."""
        results = None if self._env._compiled is None else self._compiled(self._env._compiled)
        return self._one_by_one() if results is None else results

    def _compiled(self, rollouts: CompiledRollouts) -> Rollout | None:
        """Do the steps by a compiled program; None if its result cannot be trusted."""
        env = self._env
        if any(map(is_large, env._now())):
            return None
        carried = {
            "state": tuple(env._now()),
            "seen": tuple(env._seen),
            "steps": env._steps,
            "done": env._done,
            "taken": np.zeros(env.num_envs, int),
        }
        given = {"values": tuple(self._values), "right": self._right}
        fixed = {
            "start": tuple(env._start),
            "blank": tuple(env._blank),
            "waiting": tuple(env._waiting),
            "numbers": env._draws.ahead(self._count),
        }
        raises = {"invalid"} if env.single.raise_on_invalid else set()
        last, results = rollouts.run(carried, given, fixed, self._wanted | raises, self._by_state)
        if last["untrusted"] or (raises and results["invalid"].any()):
            return None
        env._draws.skip(last["taken"])
        env._state, env._seen, env._steps, env._done = last["state"], last["seen"], last["steps"], last["done"]
        if "observations" in self._wanted:
            results["observations"] = self._shown(results["observations"])
        if "rewards" in self._wanted:
            results["rewards"] = results["rewards"] + 0.0
        return Rollout(**{name: results[name] for name in self._wanted})

    def _shown(self, arrays: Sequence[Any]) -> Any:
        """Return observations from arrays with axes for the steps and the copies."""
        shape = (self._count, self._env.num_envs)
        rows = self._count * self._env.num_envs
        shown = self._observed.shown([array.reshape((rows, *array.shape[2:])) for array in arrays]).items()
        return {name: array.reshape((*shape, *array.shape[1:])) for name, array in shown}

    def _one_by_one(self) -> Rollout:
        """Do the steps one after the other."""
        env, shape = self._env, (self._count, self._env.num_envs)
        # A state may have arrays of an action, and outlives those that the caller has given.
        self._values = [np.array(array) for array in self._values]
        rewards = np.zeros(shape) if "rewards" in self._wanted else None
        ends = {name: np.zeros(shape, bool) for name in ("terminated", "truncated", "invalid") if name in self._wanted}
        seen: list[Sequence[Any]] = []
        for step in range(self._count):
            reward, idle, terminated, truncated, refused = self._step(step)
            if rewards is not None:
                rewards[step] = reward
                if idle is not None:
                    rewards[step, idle] = 0.0
            for name, array in (("terminated", terminated), ("truncated", truncated), ("invalid", refused)):
                if name in ends and array is not None:
                    ends[name][step] = array
            if "observations" in self._wanted:
                seen.append(env._seen or env._now())
        self._see()
        if rewards is not None:
            rewards += 0.0
        observations = None
        if "observations" in self._wanted:
            observations = self._shown([np.stack(arrays) for arrays in zip(*seen, strict=True)])
        return Rollout(observations, rewards, **ends)

    def _step(self, step: int) -> tuple[Any, Any, Any, Any, Any]:
        """One step: the rewards, the rows without one, who ends in which way, and who is refused; None for nobody."""
        env, batch = self._env, self._env._batch
        ended, over_before = env._ended(), self._over
        playing = env._everybody if over_before is None else ~ended
        state, values = env._now(), [array[step] for array in self._values]
        allowed = self._allowed(step, state, values, playing)
        acting = playing if allowed is None else playing & allowed
        refused = None if allowed is None else playing & ~allowed
        if refused is not None and env.single.raise_on_invalid and refused.any():
            raise self._reason(step, int(np.argmax(refused)))
        u = env._draws.next(acting)
        functions, width = self._functions(), len(state)
        computed, over, broken = batch.quick(functions, state, values, u) or (None, None, None)
        if computed is None:
            computed = batch.values(functions, state, values, u, acting, env._failed)
            over, broken = (
                batch.some(part, computed[:width], env._waiting, acting) for part in (Part.TERMINATION, Part.INVARIANT)
            )
        new: Sequence[Any] = computed[:width]
        seen: Sequence[Any] = computed[width : len(computed) - ("rewards" in self._wanted)]
        reward = computed[-1] if "rewards" in self._wanted else None
        idle = over_before
        if acting is not env._everybody:
            over, broken = (None if each is None else each & acting for each in (over, broken))
            if refused is not None:
                idle = (~acting).nonzero()[0]
                rows = refused.nonzero()[0]
                new, seen = replaced(new, rows, state), replaced(seen, rows, env._seen) if seen else seen
        if self._lazy:
            self._forget(state, values, u, acting)
            seen = env._seen
        env._state, env._seen = new, seen
        # Of those that have ended the steps are counted anew below.
        env._steps += 1
        truncated = self._truncated(broken, playing)
        if over_before is not None:
            self._restart(over_before, state)
        self._end(_either(over, truncated), state)
        return reward, idle, over, truncated, refused

    def _end(self, done: Any, state: Sequence[Any]) -> None:
        """End the episodes that are done, in the way of the autoreset mode."""
        env = self._env
        over_now = None if done is None else done.nonzero()[0]
        if over_now is None or not len(over_now):
            done, over_now = env._nobody, None
        env._done = done
        if env._mode is AutoresetMode.SAME_STEP:
            if over_now is not None:
                if self._unseen is not None:
                    # Observations of copies that begin a new episode are blank.
                    self._unseen = (*self._unseen[:3], self._unseen[3] & ~done)
                self._restart(over_now, state)
                env._done = env._nobody
        elif env._mode is AutoresetMode.NEXT_STEP:
            self._over = over_now

    def _truncated(self, broken: Any, playing: Any) -> Any:
        """Find the copies that end by an invariant or by the limit of steps; None if there are none."""
        env = self._env
        if env._limit is None:
            return broken
        # An upper bound of the steps of all copies.
        self._longest += 1
        if self._longest < env._limit:
            return broken
        self._longest = int(env._steps.max())
        return _either(broken, playing & env._at_limit())

    def _restart(self, rows: Any, before: Sequence[Any]) -> None:
        """Begin new episodes of some copies; `before` are arrays that are not changed."""
        env = self._env
        env._state = with_rows(env._now(), rows, env._start, before)
        env._seen = with_rows(env._seen, rows, env._blank, env._seen)
        env._steps[rows] = 0

    def _allowed(self, step: int, state: Sequence[Any], values: Sequence[Any], playing: Any) -> Any:
        """Find the copies whose actions are valid; None if all are."""
        right: Any = self._right[step]
        if self._by_state:
            right = right & ~self._env._batch.some(Part.PRECONDITION, state, values, playing & right)
            return None if right.all() else right
        return None if self._all_right[step] else right

    def _functions(self) -> Any:
        """The functions that a step has to compute: one and the same sequence for the same wishes."""
        env = self._env
        width = len(env._start)
        key = (not self._lazy, "rewards" in self._wanted)
        if key not in env._rolled:
            seen = env._stepped[width:-1] if key[0] else ()
            env._rolled[key] = (*env._stepped[:width], *seen, *(env._stepped[-1:] if key[1] else ()))
        return env._rolled[key]

    # -- observations that nobody asked for ----------------------------------------------------

    def _forget(self, state: Sequence[Any], values: Sequence[Any], u: Any, acting: Any) -> None:
        """Keep what the observations of a step follow from."""
        if self._unseen is not None and not acting.all():
            # Of those that do not act now the observations stay as they were.
            self._see()
        # The generators write further numbers into the same array.
        self._unseen = state, values, np.array(u), acting

    def _see(self) -> None:
        """Compute the last observations."""
        if self._unseen is None:
            return
        env, (state, values, u, acting) = self._env, self._unseen
        self._unseen = None
        if "seen" not in env._rolled:
            env._rolled["seen"] = env._stepped[len(env._start) : -1]
        observed = env._batch.values(env._rolled["seen"], state, values, u, acting, env._failed)
        env._seen = replaced(env._seen, np.flatnonzero(acting), observed)

    def _reason(self, step: int, place: int) -> InvalidAction:
        """Why an action is refused."""
        actions = {name: np.asarray(value)[step] for name, value in self._given.items()}
        return self._env._reason(place, actions, [array[step] for array in self._values])


def _either(one: Any, other: Any) -> Any:
    """Return the disjunction of two masks; None stands for a mask that is false everywhere."""
    if one is None:
        return other
    return one if other is None else one | other


def _flat(name: str, value: Any, shape: tuple[int, int]) -> Any:
    """An array with one row for each step of each copy."""
    try:
        array = np.asarray(value)
    except ValueError:
        raise InvalidAction(f"'{name}' is given as no array of numbers", expected=f"the shape {shape}") from None
    if array.shape[:2] != shape:
        raise InvalidAction(
            f"'{name}' is given as an array of the shape {array.shape}",
            expected=f"{shape[0]} steps of {shape[1]} copies, so an array of a shape that begins with {shape}",
        )
    return array.reshape((shape[0] * shape[1], *array.shape[2:]))
