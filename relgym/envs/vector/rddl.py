"""Many copies of an RDDL environment stepped at once, as arrays.

>>> domain = '''domain lamp {
...   pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
...   cpfs { lit' = lit ~= press; };
...   reward = lit';
... }'''
>>> envs = RDDLVectorEnv(domain, "instance dark { domain = lamp; horizon = 5; }", num_envs=3)
>>> observations, infos = envs.reset(seed=0)
>>> observations, rewards, *_ = envs.step({"press": [1, 0, 1]})
>>> observations["lit"].tolist(), rewards.tolist()
([1, 0, 1], [1.0, 0.0, 1.0])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import Any, Literal

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode

from relgym.arguments import check_one_of, check_whole
from relgym.capacity import check_count
from relgym.envs.describing import described
from relgym.envs.rddl.env import RDDLEnv
from relgym.envs.rddl.forms import forms_of
from relgym.envs.rddl.spaces import generators_of, said_of, take_generators
from relgym.envs.vector.copies import Copies, refuse
from relgym.envs.vector.infos import Infos, blank_but, filled, only
from relgym.envs.vector.rddl_actions import ActionBatch, some_of
from relgym.envs.vector.rddl_batch import replaced
from relgym.envs.vector.rddl_forms import BATCHES
from relgym.envs.vector.rddl_instance import SteppedInstance
from relgym.envs.vector.rddl_jax_rollout import CompiledRollouts
from relgym.envs.vector.rddl_rollout import Roller
from relgym.envs.vector.rollout import USUAL, Rollout, check_returns, step_count
from relgym.errors import InvalidAction, SimulationError
from relgym.locking import synchronized
from relgym.model.rddl.equations import Part
from relgym.model.rddl.state import RDDLState
from relgym.options import check_options
from relgym.read.source import PathOrText, listed
from relgym.tuning.envs import ADDED_COLUMNS_LIMIT

Elements = dict[str, Any]


class RDDLVectorEnv(Copies):
    """Plays `num_envs` copies of one instance; `options` are those of `RDDLEnv`; the engine is builtin.

    Copy number i does what a `RDDLEnv` does that is reset with the seed + i, which is what Gymnasium's
    `SyncVectorEnv` makes of a seed: the same observations, rewards and infos. Observations are dictionaries of arrays
    with a row for each copy, and so are actions; what these leave out has its default in all copies. An action that is
    not allowed changes nothing in its copy. Episodes begin anew by themselves, as `autoreset_mode` says.

    With `rollouts="jax"`, calls of `rollout` are compiled (XLA); the first call with a number of steps compiles, which
    takes seconds. Real numbers may then differ from those of `step` in their last bits.
    """

    def __init__(
        self,
        domain_file: PathOrText,
        problems: PathOrText | Iterable[PathOrText],
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        rollouts: Literal["numpy", "jax"] = "numpy",
        **options: Any,
    ) -> None:
        check_one_of("rollouts", rollouts, ("numpy", "jax"))
        if max_episode_steps is not None:
            check_whole("max_episode_steps", max_episode_steps, 1)
        refuse(problems, options, "play one instance, and have no use for a generator")
        # An iterator could not be gone through again.
        problems = listed(problems)
        self._made_of = domain_file, problems, num_envs, autoreset_mode, max_episode_steps, rollouts, options
        self.single = single = RDDLEnv(domain_file, problems, **{**options, "backend": "builtin"})
        self._simulator = simulator = single.dynamics
        self._program = simulator.program
        layout = simulator.layout
        computed = {*self._program.functions.values()} - {*self._program.constants}
        cells = sum(prod(self._program.sizes(function)) for function in computed)
        check_count(num_envs, lambda count: 8 * (2 * cells + simulator.uniforms) * count, "step fewer at once")
        limits = [limit for limit in (layout.instance.horizon, max_episode_steps) if limit is not None]
        super().__init__(num_envs, autoreset_mode, min(limits, default=None), simulator.uniforms)
        seen_form, acted_form = forms_of(single.reasoner, options.get("form", "cells"), single.enforce)
        self._observed, self._acted = (BATCHES[type(form)](form, num_envs) for form in (seen_form, acted_form))
        self.single_observation_space = single.observation_space
        self.single_action_space = single.action_space
        self.observation_space = described(
            self._observed.space, f"For each copy: {said_of(layout, options.get('form', 'cells'))}"
        )
        self.action_space = ActionBatch(self._acted.space, self._sampled)
        instance = SteppedInstance(simulator)
        self._batch, self._stepped, self._idle = instance.batch, instance.stepped, instance.idle
        self._start, self._blank, self._waiting = (
            [self._all(array) for array in arrays] for arrays in (instance.start, instance.blank, instance.idle)
        )
        self._state: Sequence[Any] | None = None
        self._seen: Sequence[Any] = self._blank
        self._told: Infos = {}
        self._begun: Infos = {}
        # The functions of steps that give some of all values, by which those are.
        self._rolled: dict[Any, Sequence[Any]] = {}
        self._compiled: CompiledRollouts | None = None
        if rollouts == "jax":
            self._compiled = CompiledRollouts(self._batch, self._stepped, self._mode, self._limit)

    # -- Gymnasium ---------------------------------------------------------------------------

    @synchronized
    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Elements, Infos]:
        """Start all copies from the initial state, or those that are selected.

        Args:
            seed: Seeds the generator of each copy, from one number or from one for each; without it, they go on.
            options: `{"reset_mask": array of num_envs bools}` selects copies.

        Returns:
            The observations and the infos of all copies.

        Raises:
            RelgymError: There is no such option, or the initial state breaks an invariant.
        """
        options = {} if options is None else options
        check_options(options, "reset_mask")
        which = self._which(options.get("reset_mask"))
        _, info = self.single.reset()
        begun = {"ended": info.pop("ended")}
        self._told = {name: filled(value, self.num_envs) for name, value in info.items()}
        self._begun = {name: filled(value, self.num_envs) for name, value in begun.items()}
        self._seed(seed, which)
        if self._state is None:
            self._state = self._start
        self._started = True
        self._restart(which)
        return self._observation(), self._infos(which, which)

    @synchronized
    def step(self, actions: Mapping[str, Any]) -> tuple[Elements, Any, Any, Any, Infos]:
        """Carry out an action in each copy.

        Args:
            actions: The values of action cells, by name: an array with an element for each copy.

        Returns:
            The observations, and arrays of rewards, terminations and truncations with an element for each copy, and the
            infos.

        Raises:
            InvalidAction: A value is not an action of all copies; with `raise_on_invalid`, also if one is not allowed.
                No copy changes then.
        """
        ended = self._ended()
        playing = ~ended
        state = self._now()
        values, acting, reasons = self._read(actions, playing)
        u = self._draws.next(acting)
        computed = self._batch.values(self._stepped, state, values, u, acting, self._failed)
        width = len(state)
        new: Sequence[Any] = computed[:width]
        seen: Sequence[Any] = computed[width:-1]
        rewards = computed[-1] + 0.0
        broken, over = (
            self._batch.first(part, new, self._waiting, acting) for part in (Part.INVARIANT, Part.TERMINATION)
        )
        if not acting.all():
            refused = np.flatnonzero(playing & ~acting)
            new, seen = replaced(new, refused, state), replaced(seen, refused, self._seen)
            rewards, broken, over = (
                np.where(acting, rewards, 0.0),
                np.where(acting, broken, -1),
                np.where(acting, over, -1),
            )
        self._state, self._seen = new, seen
        self._steps = self._steps + playing
        terminated = over >= 0
        truncated = (broken >= 0) | (playing & self._at_limit())
        infos = self._infos(self._everybody, ended)
        self._tell(infos, broken, reasons)
        self._restart(ended)
        self._done = terminated | truncated
        if self._mode is AutoresetMode.SAME_STEP and self._done.any():
            infos = self._same_step(infos)
        return self._observation(), rewards, terminated, truncated, infos

    @synchronized
    def rollout(
        self, actions: Mapping[str, Any], *, steps: int | None = None, returns: Iterable[str] = USUAL
    ) -> Rollout:
        """Do `k` steps at once: the same as `k` calls of `step`, to the last bit.

        Args:
            actions: Arrays of shape `(k, N, ...)` by name, as `step` takes those of shape `(N, ...)`.
            steps: `k`, which is needed where `actions` is empty: all actions are the default then.
            returns: What to return. Nothing else is computed for it: `returns=["rewards", "terminated"]` leaves the
                observations out.

        Raises:
            InvalidAction: For actions of other shapes, and for one that is not allowed with `raise_on_invalid`; the
                steps before that one are done then.
            ResetNeeded: Where `step` does.
        """
        _check_mapping(actions)
        wanted, count = check_returns(returns), step_count(actions, steps)
        return Roller(self, actions, wanted, count).rolled()

    def close_extras(self, **kwargs: Any) -> None:
        """Release the engine.

        Args:
            **kwargs: Gymnasium's, without a meaning here.
        """
        self.single.close()

    @synchronized
    def __getstate__(self) -> dict[str, Any]:
        # Compiled functions cannot be pickled, and are made again.
        played = ("_state", "_seen", "_told", "_begun", "_steps", "_done", "_started", "_draws", "spec", "closed")
        return {
            "made_of": self._made_of,
            "played": {name: self.__dict__[name] for name in played if name in self.__dict__},
            "generators": [*map(generators_of, self._spaces())],
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        *positional, mode, steps, rollouts, options = state["made_of"]
        RDDLVectorEnv.__init__(
            self, *positional, autoreset_mode=mode, max_episode_steps=steps, rollouts=rollouts, **options
        )
        self.__dict__.update(state["played"])
        for space, generators in zip(self._spaces(), state["generators"], strict=True):
            take_generators(space, generators)

    def _spaces(self) -> tuple[Any, ...]:
        return self.observation_space, self.action_space, self.single_observation_space, self.single_action_space

    # -- within ------------------------------------------------------------------------------

    def _now(self) -> Sequence[Any]:
        if self._state is None:
            raise gym.error.ResetNeeded("there is no state yet: call reset() first")
        return self._state

    def _all(self, array: Any) -> Any:
        """The same for all copies."""
        return np.broadcast_to(array, (self.num_envs, *np.shape(array)))

    def _restart(self, which: Any) -> None:
        if which.any():
            rows = np.flatnonzero(which)
            self._state = replaced(self._now(), rows, self._start)
            self._seen = replaced(self._seen, rows, self._blank)
            self._begin(which)

    def _observation(self) -> Elements:
        return self._observed.shown(self._seen or self._now())

    def _failed(self, copy: int, error: Exception) -> Exception:
        if not isinstance(error, SimulationError):
            return error
        return SimulationError(
            f"in step {self._steps[copy] + 1} of copy {copy}, {error.message}", span=error.span, expected=error.expected
        )

    # -- actions -----------------------------------------------------------------------------

    def _read(self, actions: Mapping[str, Any], playing: Any) -> tuple[list[Any], Any, dict[int, str]]:
        """The values of all actions, the copies that carry them out, and why others that play do not."""
        _check_mapping(actions)
        values, right = self._acted.given(actions, self._idle)
        # A state may have arrays of an action, and outlives those that the caller has given.
        values = [np.array(array) for array in values]
        enforced = self.single.enforce
        allowed = right & (self._allowed(values, playing & right) if enforced else self._within_limit(values))
        reasons = {}
        for copy in np.flatnonzero(playing & ~allowed).tolist():
            error = self._reason(copy, actions, values)
            if self.single.raise_on_invalid:
                raise error
            reasons[copy] = error.sentence
        return values, playing & allowed, reasons

    def _allowed(self, values: Sequence[Any], wanted: Any) -> Any:
        """Find the copies whose actions satisfy the limit of concurrent actions and the preconditions."""
        allowed = self._batch.first(Part.PRECONDITION, self._now(), values, wanted) < 0
        return allowed & self._within_limit(values)

    def _within_limit(self, values: Sequence[Any]) -> Any:
        """Find the rows of actions that satisfy the limit of concurrent actions."""
        most = self._simulator.layout.instance.most_actions
        if most is None:
            return True
        changed = (array != idle for array, idle in zip(values, self._idle, strict=True))
        return sum(_row_counts(each.reshape(len(each), -1)) for each in changed) <= most

    def _reason(self, copy: int, actions: Mapping[str, Any], values: Sequence[Any]) -> InvalidAction:
        """Return the single environment's error for the refused action of a copy."""
        # The entries of an array of objects, such as whole numbers beyond 64 bits, are not arrays.
        rows = {name: np.asarray(np.asarray(value)[copy]) for name, value in actions.items()}
        chosen = {name: row if row.ndim else row.item() for name, row in rows.items()}
        try:
            self.single.cells_given(chosen)
        except InvalidAction as error:
            return error
        state = self._batch.row(self._program.states, self._now(), copy)
        reason = self.single.reasoner.conditions.refusal(state, self._batch.row(self._program.actions, values, copy))
        assert reason is not None
        return reason

    @synchronized
    def _sampled(self, rng: np.random.Generator) -> Elements:
        """Draw valid actions: first for all copies at once, then one by one where these are not valid."""
        cells = sum(len(each.names) for each in self._acted.fluents)
        most = self._simulator.layout.instance.most_actions
        differing = some_of(rng, self.num_envs, cells, cells if most is None else min(most, cells))
        values, at = [], 0
        for each, idle in zip(self._acted.fluents, self._idle, strict=True):
            flat = np.reshape(idle, -1)
            changed = differing[:, at : at + len(each.names)]
            at += len(each.names)
            drawn: Any = np.where(changed, each.random(rng, flat, self.num_envs), flat).astype(each.type)
            values.append(drawn.reshape(self.num_envs, *each.sizes))
        if self._state is not None and self.single.enforce:
            refused = ~self._allowed(values, self._everybody)
            if refused.any():
                self.single.action_space.seed(int(rng.integers(2**31)))
            for copy in np.flatnonzero(refused).tolist():
                self._resample(copy, values)
        return self._acted.shown(values)

    def _resample(self, copy: int, values: Sequence[Any]) -> None:
        self.single.set_state(RDDLState(self._program, self._batch.row(self._program.states, self._now(), copy)))
        action = self.single.reasoner.action_values.values(self.single.cells_given(self.single.action_space.sample()))
        for array, drawn in zip(values, self._batch.arrays(self._program.actions, action), strict=True):
            array[copy] = drawn

    # -- infos -------------------------------------------------------------------------------

    def _infos(self, which: Any, begun: Any) -> Infos:
        """Return the infos of some copies; some copies may begin an episode."""
        infos: Infos = {}
        for name, array in self._told.items():
            infos[name], infos[f"_{name}"] = array, which
        if begun.any():
            for name, array in self._begun.items():
                infos[name], infos[f"_{name}"] = array & begun, begun
        return infos

    def _tell(self, infos: Infos, broken: Any, reasons: Mapping[int, str]) -> None:
        """Add the violated invariants, and the reasons of refused actions, to infos."""
        if (broken >= 0).any():
            formulas = [*map(str, self._batch.formulas[Part.INVARIANT]), None]
            infos["broken"] = np.array([formulas[number] for number in broken.tolist()], object)
        if reasons:
            infos |= self._refused([*reasons], [*reasons.values()])

    def _same_step(self, infos: Infos) -> Infos:
        """Reset copies whose episodes have ended; their last infos and observations go into those of the new start."""
        done = self._done
        last = self._observation()
        final = self._final(infos, lambda copy: {name: array[copy] for name, array in last.items()})
        started = {**only(infos, ~done), **self._infos(self._everybody, done)}
        for name in ("broken", "invalid_action"):
            started[name] = blank_but(infos[name], ~done)
        self._restart(done)
        return {**started, **final}


def _row_counts(truths: Any) -> Any:
    """Count the true values in each row."""
    if not 0 < truths.shape[1] <= ADDED_COLUMNS_LIMIT:
        return truths.sum(axis=1)
    columns = truths.view(np.int8).T
    counts = columns[0].copy()
    for column in columns[1:]:
        counts += column
    return counts


def _check_mapping(actions: object) -> None:
    """Raise `InvalidAction` for actions that are not a mapping."""
    if not isinstance(actions, Mapping):
        raise InvalidAction(
            f"{actions!r} are not actions", expected="a dictionary of arrays, with a row for each copy in each"
        )
