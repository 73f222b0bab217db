"""The environment of an RDDL domain: instances in the place of problems, dictionaries of values, concurrent actions.

>>> domain = '''domain lamp {
...   pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
...   cpfs { lit' = lit ~= press; };
...   reward = lit';
... }'''
>>> env = RDDLEnv(domain, "instance dark { domain = lamp; horizon = 5; }")
>>> observation, info = env.reset(seed=0)
>>> observation, reward, terminated, truncated, info = env.step({"press": 1})
>>> int(observation["lit"]), reward
(1, 1.0)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from math import inf
from pathlib import Path
from time import thread_time
from typing import Any, Literal, Self

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from relgym.arguments import check_flags
from relgym.backends.base import Limits
from relgym.backends.evaluator import Externals
from relgym.catalogue.schedule import Given, Made
from relgym.envs.describing import described
from relgym.envs.infos import Info, copies_of, rddl_info
from relgym.envs.rddl import pickling, stepping
from relgym.envs.rddl.array_sampling import steady_sampler
from relgym.envs.rddl.array_stepper import ArrayStepper
from relgym.envs.rddl.forms import SpaceForm, forms_of, no_action
from relgym.envs.rddl.instances import instances_of
from relgym.envs.rddl.pictures import RDDLPictures
from relgym.envs.rddl.spaces import ActionDict, dict_of, said_of, take_spaces
from relgym.envs.rddl.steppers import Held, Stepper
from relgym.envs.rendering import METADATA, RenderMode, check_mode
from relgym.errors import InvalidAction, RelgymError, SimulationError
from relgym.explain.traces import RDDLExplanation
from relgym.locking import Lock, synchronized
from relgym.migration import knows_former
from relgym.model.rddl.domain import Instance, Kind
from relgym.model.rddl.equations import Shown, Values
from relgym.model.rddl.state import RDDLState
from relgym.read.rddl.loading import read_domain
from relgym.read.source import PathOrText, first_of, listed
from relgym.reasoning.rddl.dynamics import Dynamics
from relgym.reasoning.rddl.reasoner import RDDLReasoner
from relgym.reasoning.results import Outcome
from relgym.render.rddl.scene import RDDLScene

Observation = dict[str, Any]


@knows_former("RDDL environment")
class RDDLEnv(gym.Env[Observation, Mapping[str, Any]]):
    """Plays one instance of an RDDL domain, or those of a generator; see `relgym.make` for the arguments.

    Observations hold the state-fluents by name (`on___a__b`), or the observ-fluents where there are any; with
    `form="arrays"` they hold an array for each fluent, and actions do. An action is a dictionary of what differs from
    the defaults. Every info holds `problem_file`, `domain_file`, `discount`, `broken` (the invariant that no longer
    holds, which truncates) and `invalid_action`; after an action that the preconditions do not allow,
    `invalid_reason`, too: it changes nothing.

    Where a generator makes the instances, infos and the options of `reset` hold `problem`, the seed, and `parameters`.
    They all have the same observations and actions; of numbers that actions may be, the bounds are those of the
    instance that is being played.

    Any thread may step an environment, whichever made it. Each call holds `lock`, so calls from several threads run one
    after the other. A thread that needs several calls without another's `step` in between holds `lock` around them.
    """

    metadata = METADATA

    reasoner: RDDLReasoner
    dynamics: Dynamics
    _closed: bool
    _stepper: Stepper
    _observed: SpaceForm
    _acted: SpaceForm

    def __init__(
        self,
        domain_file: PathOrText,
        problems: PathOrText | Iterable[PathOrText] | Callable[[int], str],
        *,
        generator: Given | None = None,
        backend: str = "builtin",
        limits: Mapping[str, float] | None = None,
        functions: Externals | None = None,
        form: Literal["cells", "arrays"] = "cells",
        enforce: bool = True,
        raise_on_invalid: bool = False,
        render_mode: RenderMode | None = None,
        scene: RDDLScene | Path | str | None = None,
    ) -> None:
        check_mode(render_mode)
        self.lock = Lock()
        self.domain_file = first_of(listed(domain_file), "domain")
        self.instances = instances_of(problems, generator)
        self._which = self.instances.first
        self._engine = backend, None if limits is None else Limits.of(limits), functions
        self.form = form
        check_flags(enforce=enforce, raise_on_invalid=raise_on_invalid)
        self.enforce = enforce
        self.raise_on_invalid = raise_on_invalid
        self.render_mode = render_mode
        self._state: Held | None = None
        self._last: stepping.Last = None
        self._load()
        for which in self.instances.firsts()[1:]:
            # Refuse a schedule that cannot be played now, not after hours.
            self._take(which)
        self._take(self.instances.first)
        self._episode = 0
        self._pictures = RDDLPictures(self.domain_file, scene, render_mode)
        self._pictures.check(self.reasoner)
        self._seen: Held = ()
        self._steps = 0

    def _load(self) -> None:
        self._domain = read_domain(self.domain_file)
        self._play(self._which)
        self.observation_space: spaces.Dict = described(
            dict_of(self._observed), said_of(self.dynamics.layout, self.form)
        )
        self.action_space: ActionDict = self._actions()

    def _take(self, which: Made | None) -> None:
        """Play another instance in the same spaces; raises `RelgymError`, without a change, if its spaces differ."""
        if which == self._which and not self._closed:
            return
        before, label = self._which, self.instances.label(which)
        held = self._state, self._last
        self._state = self._last = None
        try:
            self._play(which)
            take_spaces((self.observation_space, self.action_space), (dict_of(self._observed), self._actions()), label)
        except RelgymError:
            if self._which != before:
                self._play(before)
            self._state, self._last = held
            raise
        except BaseException:
            # A signal may have come before the spaces were those of the instance: the next reset plays it anew.
            self._closed = True
            raise

    def _actions(self) -> ActionDict:
        self._sampler = steady_sampler(self.reasoner, self._stepper, lambda: self._stepper, self._accepts, self._now)
        return ActionDict(self._acted, self._drawn)

    @synchronized
    def _drawn(self, rng: np.random.Generator) -> Held:
        return self._sampler.drawn(rng)

    def _play(self, which: Made | None) -> None:
        """Load an instance, and play it from now on."""
        instance = self.instances.read(which, self._domain)
        reasoner = self._reasoner_of(instance)
        dynamics = reasoner.dynamics
        stepping.check_defaults(reasoner)
        stepper = self._stepper_of(reasoner)
        profile = stepping.profile_of(reasoner, stepper)
        layout = dynamics.layout
        details, label = self.instances.told(which), self.instances.label(which)
        told = copies_of(rddl_info(label, self.domain_file, layout.instance.discount, details))
        observed, acted = forms_of(reasoner, self.form, self.enforce)
        blank: tuple[Values, ...] = tuple(layout.start(fluent.name) for fluent in layout.of_kind(Kind.OBSERVED))
        other = self.reasoner if self._which != which else None
        # All at once, without a call, in which a signal could strike.
        self._which, self.reasoner, self._closed = which, reasoner, False
        self.dynamics, self._uniforms = dynamics, dynamics.uniforms
        self._stepper, self._profile = stepper, profile
        self._other: Stepper | None = None
        self._told, self._observed, self._acted, self._blank = told, observed, acted, blank
        self._horizon = inf if layout.instance.horizon is None else layout.instance.horizon
        if other is not None:
            other.close()

    def _reasoner_of(self, instance: Instance) -> RDDLReasoner:
        """Start the engine for an instance."""
        return RDDLReasoner(instance, *self._engine)

    def _stepper_of(self, reasoner: RDDLReasoner) -> Stepper:
        """Choose what carries out steps."""
        return stepping.stepper_of(reasoner)

    # -- Gymnasium ---------------------------------------------------------------------------

    @synchronized
    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Start an episode from an instance's initial state.

        Args:
            seed: Seeds the generator of the environment; without it, the generator goes on.
            options: `problem` (a seed) and `parameters`, where a generator makes the instances.

        Returns:
            The observation and the info.

        Raises:
            RelgymError: There is no such option, or the initial state breaks an invariant.
        """
        super().reset(seed=seed)
        self._take(self.instances.drawn(self.np_random, self._episode, {} if options is None else options))
        self._episode += 1
        broken = self.reasoner.conditions.start_error()
        if broken is not None:
            raise broken
        self._state = self._stepper.start
        self._seen = self._blank or self._state
        self._steps = 0
        self._last = None
        info = self._told()
        info["ended"] = self.dynamics.ended(self.dynamics.start) is not None
        self._show()
        try:
            return self._observed.shown(self._seen), info
        except OverflowError:
            raise stepping.unobservable(self.dynamics, self._stepper, self._seen, False) from None

    def step(self, action: Mapping[str, Any]) -> tuple[Observation, float, bool, bool, Info]:
        """Carry out an action.

        Args:
            action: The values of action cells, by name; the others have their default values. An action that is not
                allowed changes nothing.

        Returns:
            The observation, the reward, True if a termination condition holds, True if the horizon is reached or an
            invariant is broken, and the info.

        Raises:
            InvalidAction: The action is not allowed, and the environment has `raise_on_invalid`.
            SimulationError: A value cannot be computed.
            ResetNeeded: There was no `reset` yet (Gymnasium's error).
        """
        with self.lock:
            profile = self._profile
            if profile is None or profile.passes():
                return self._stepped(action)
            begun = thread_time()
            result = self._stepped(action)
            try:
                profile.told(thread_time() - begun)
            except BaseException:
                # A signal may have ended the schedule; this stepper goes on.
                self._profile = None
                raise
            if profile.arrays is not isinstance(self._stepper, ArrayStepper):
                self._change_stepper()
            return result

    def _change_stepper(self) -> None:
        """Go on with the stepper of the other form, from the same state."""
        before, after = self._stepper, self._other or stepping.other_stepper(self.reasoner, self._stepper)
        moved = stepping.moved(before, after, self._now(), self._seen, self._last)
        self._stepper, self._other = after, before
        self._state, self._seen, self._last = moved

    def _stepped(self, action: Mapping[str, Any]) -> tuple[Observation, float, bool, bool, Info]:
        state, stepper = self._state or self._now(), self._stepper
        try:
            # The test for a dictionary is faster than the test for a mapping.
            if not isinstance(action, dict) and not isinstance(action, Mapping):
                raise no_action(action)
            values = self._acted.taken(action, stepper)
            if not (stepper.allows(state, values) if self.enforce else stepper.keeps_limit(values)):
                raise self._reason(state, values)
        except InvalidAction as error:
            return self._refuse(error)
        # It exists since the first reset; the property `np_random` would check that, which takes time.
        uniforms = self._np_random.random(self._uniforms)  # type: ignore[union-attr]
        try:
            after, seen, reward = stepper.step(state, values, uniforms)
            shown = self._observed.shown(seen)
            # A zero has no sign.
            reward += 0.0
        except (SimulationError, OverflowError) as error:
            if isinstance(error, OverflowError):
                error = stepping.unobservable(self.dynamics, stepper, seen, True)
            raise stepping.in_step(self._steps + 1, error) from error
        self._state, self._seen, self._last = after, seen, (state, values, uniforms)
        self._steps = steps = self._steps + 1
        if self.render_mode == "human":
            self.render()
        info = self._told()
        if stepper.endless:
            return shown, reward, False, steps >= self._horizon, info
        broken, ended = stepper.broken(after), stepper.ended(after)
        info["broken"] = None if broken is None else str(broken)
        return shown, reward, ended is not None, broken is not None or steps >= self._horizon, info

    @synchronized
    def render(self) -> str | NDArray[np.uint8] | None:
        """Render the current state in the render mode, including unobserved values.

        - `ansi`: a line for each fluent; `human`: that, printed at every reset and step as well;
        - `rgb_array`: an array of rows, columns and colours, of one size: that of the first instance's picture;
        - `svg`: the text of an SVG file, with the names of cells (`on___a__b`) as ids.
        """
        return self._pictures.frame(self.reasoner, self.get_state())

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    @synchronized
    def _repr_svg_(self) -> str | None:
        """Return the picture of the current state in a notebook; None before the first reset."""
        return None if self._state is None else self._pictures.svg(self.reasoner, self.get_state())

    @synchronized
    def close(self) -> None:
        """Release the engine; `reset` starts it again. A second call does nothing."""
        self.reasoner.close()
        self._closed = True
        self._state = self._last = None

    def _reason(self, state: Held, values: Held) -> InvalidAction:
        """Return the error for an invalid action."""
        reason = self.reasoner.conditions.refusal(self._stepper.listed(state), self._stepper.listed_action(values))
        assert reason is not None
        return reason

    def _accepts(self, values: Held) -> bool:
        if self._state is None:
            return True
        return self._stepper.allows(self._state, values) if self.enforce else self._stepper.keeps_limit(values)

    def _refuse(self, error: InvalidAction) -> tuple[Observation, float, bool, bool, Info]:
        if self.raise_on_invalid:
            raise error
        info = self._told()
        info["invalid_action"] = True
        info["invalid_reason"] = error.sentence
        # An invalid action counts as a step, so that every episode ends.
        self._steps += 1
        self._show()
        return self._observed.shown(self._seen), 0.0, False, self._steps >= self._horizon, info

    # -- for search, and for people ----------------------------------------------------------

    def _now(self) -> Held:
        if self._state is None:
            raise gym.error.ResetNeeded("there is no state yet: call reset() first")
        return self._state

    @synchronized
    def get_state(self) -> RDDLState:
        """Return the current state.

        Raises:
            ResetNeeded: There was no `reset` yet (Gymnasium's error).
        """
        return RDDLState(self.dynamics.program, self._stepper.listed(self._now()))

    @synchronized
    def set_state(self, state: RDDLState) -> None:
        """Go on from a state of this instance; the number of steps made does not change.

        Args:
            state: The state.

        Raises:
            ModelError: If the state is of another instance.
        """
        self._now()
        self._state = self._stepper.held(self.dynamics.own(state))
        if not self._blank:
            self._seen = self._state

    @synchronized
    def outcomes(self, action: Mapping[str, Any], most: int = 100_000) -> list[Outcome[RDDLState]]:
        """Return every state that may follow an action, with its probability.

        Args:
            action: An action. If preconditions are not enforced, one that violates them has outcomes as well.
            most: The largest number of outcomes.

        Raises:
            InvalidAction: The action is not allowed.
            RelgymError: As for `RDDLReasoner.outcomes`.
        """
        state, given = self.get_state(), self._acted.given(action)
        if self.enforce:
            return self.reasoner.outcomes(state, given, most)
        values = self._stepper.with_cells(given)
        if not self._stepper.keeps_limit(values):
            raise self._reason(self._now(), values)
        return self.reasoner.results.of(state.values, self._stepper.listed_action(values), most)

    @synchronized
    def valid_actions(self) -> list[Mapping[str, Any]]:
        """Return all actions that are valid now.

        Raises:
            ModelError: As for `RDDLReasoner.valid_actions`.
        """
        return [self.action_of(action) for action in self.reasoner.valid_actions(self.get_state())]

    @synchronized
    def choices(self, action: Mapping[str, Any] | None = None) -> dict[str, tuple[Shown, ...]]:
        """Return for every action cell the other values with which an action stays valid.

        Args:
            action: The action; None for the one of all defaults.
        """
        return self.reasoner.choices(self.get_state(), self._acted.given({} if action is None else action))

    def cells_given(self, action: Mapping[str, Any]) -> dict[str, Any]:
        """Return the cells that an action sets.

        Args:
            action: An action in the environment's form.

        Raises:
            InvalidAction: If it is not an action of this instance.
        """
        return self._acted.given(action)

    def action_of(self, cells: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the action, in the environment's form, that sets some cells.

        Args:
            cells: The values of cells by name.
        """
        return self._acted.action(cells, self.reasoner.action_values.values(cells))

    @synchronized
    def explain(self, subject: Mapping[str, Any] | str) -> RDDLExplanation:
        """Explain why an action is valid or not, or why an expression has its value, in the current state.

        Args:
            subject: An action, or the text of an expression.

        Returns:
            The explanation.
        """
        given = subject if isinstance(subject, str) else self._acted.given(subject)
        return self.reasoner.explain(self.get_state(), given)

    @synchronized
    def explain_step(self, cell: str) -> RDDLExplanation:
        """Explain why a cell, or the reward, had its value in the last step.

        Args:
            cell: The name of the cell, or `reward`.

        Returns:
            The explanation.

        Raises:
            RelgymError: If there was no step yet.
        """
        return stepping.last_explained(self.reasoner, self._stepper, self._last, cell)

    @synchronized
    def clone(self) -> Self:
        """Return an independent copy in the same state, with the same future random numbers."""
        return deepcopy(self)

    @synchronized
    def __getstate__(self) -> dict[str, Any]:
        return pickling.kept(self.__dict__)

    def __setstate__(self, state: dict[str, Any]) -> None:
        pickling.restore(self.__dict__, self._load, state)
