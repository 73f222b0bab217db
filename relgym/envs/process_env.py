"""The environment of an RDDL domain: instances in the place of problems, dictionaries of values, concurrent actions.

>>> domain = '''domain lamp {
...   pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
...   cpfs { lit' = lit ~= press; };
...   reward = lit';
... }'''
>>> env = ProcessEnv(domain, "instance dark { domain = lamp; horizon = 5; }")
>>> observation, info = env.reset(seed=0)
>>> observation, reward, terminated, truncated, info = env.step({"press": 1})
>>> int(observation["lit"]), reward
(1, 1.0)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, Self

import gymnasium as gym
from gymnasium import spaces

from relgym.envs.problems import listed
from relgym.envs.process_spaces import ActionDict, cells_of, observed, spaces_of
from relgym.errors import InvalidAction, RelgymError
from relgym.model.equations import Values
from relgym.model.rddl import Kind
from relgym.model.rddl_expressions import Value
from relgym.read.rddl import read_instance, read_process
from relgym.read.source import PathOrText
from relgym.simulator import Action, Simulator, State

Observation = dict[str, Any]
Info = dict[str, Any]


class ProcessEnv(gym.Env[Observation, Mapping[str, Any]]):
    """Plays one instance of an RDDL domain; see `relgym.make` for the arguments.

    Observations hold the state-fluents by name (`on___a__b`), or the observ-fluents where there are any. An action
    is a dictionary of what differs from the defaults. Every info holds `problem_file`, `domain_file`, `discount`,
    `broken` (the invariant that no longer holds, which truncates) and `invalid_action`; after an action that the
    preconditions do not allow, `invalid_reason`, too: it changes nothing.
    """

    metadata = {"render_modes": []}  # noqa: RUF012  # as Gymnasium's base class has it

    def __init__(
        self,
        domain_file: PathOrText,
        problems: PathOrText | Iterable[PathOrText],
        *,
        enforce: bool = True,
        raise_on_invalid: bool = False,
        render_mode: None = None,
    ) -> None:
        instance_file, *further = listed(problems)
        self._files = listed(domain_file)[0], instance_file, further
        self.enforce = enforce
        self.raise_on_invalid = raise_on_invalid
        self.render_mode = render_mode
        self._load()
        self._state: State | None = None
        self._seen: tuple[Values, ...] = ()
        self._steps = 0

    def _load(self) -> None:
        domain_file, instance_file, further = self._files
        process = read_process(domain_file)
        self.simulator = simulator = Simulator(process, read_instance(instance_file, process, further))
        layout = simulator.layout
        self._told = {
            "problem_file": _label(instance_file, "<instance>"),
            "domain_file": _label(domain_file, "<domain>"),
            "discount": layout.instance.discount,
        }
        self._actions = cells_of(simulator, layout.of_kind(Kind.ACTION), simulator.bounds())
        computed = layout.of_kind(Kind.INTERMEDIATE, Kind.DERIVED, Kind.OBSERVED)
        own = cells_of(simulator, computed)
        self._observed = {name: cell for name, cell in own.items() if cell.fluent.kind is Kind.OBSERVED}
        self._partial = bool(self._observed)
        if not self._partial:
            self._observed = cells_of(simulator, layout.of_kind(Kind.STATE))
        self._blank: tuple[Values, ...] = tuple(layout.start(fluent.name) for fluent in computed)
        self.observation_space: spaces.Dict = spaces.Dict(spaces_of(simulator, self._observed))
        self.action_space: ActionDict = ActionDict(simulator, self._actions, self._accepts, self._distance)

    # -- Gymnasium ---------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Start from the instance's initial state; raises `RelgymError` if that breaks an invariant."""
        super().reset(seed=seed)
        simulator = self.simulator
        broken = simulator.broken(simulator.start)
        if broken is not None:
            raise RelgymError(f"the start breaks the invariant {broken}", span=broken.span)
        self._state = simulator.start
        self._seen = self._blank
        self._steps = 0
        info = self._info(None)
        info["ended"] = simulator.ended(simulator.start) is not None
        return self._observation(), info

    def step(self, action: Mapping[str, Any]) -> tuple[Observation, float, bool, bool, Info]:
        """Carry out an action; one that is not allowed changes nothing, or raises `InvalidAction` if asked for."""
        state = self.get_state()
        simulator = self.simulator
        try:
            values = self._read(action)
        except InvalidAction as error:
            return self._refuse(error)
        uniforms = self.np_random.random(simulator.uniforms).tolist()
        step = simulator.step(state, values, uniforms)
        self._state, self._seen = step.state, step.computed
        self._steps += 1
        broken = simulator.broken(step.state)
        horizon = simulator.layout.instance.horizon
        truncated = broken is not None or (horizon is not None and self._steps >= horizon)
        return self._observation(), step.reward, simulator.ended(step.state) is not None, truncated, self._info(broken)

    def _read(self, action: Mapping[str, Any]) -> Action:
        """The values of an action that may be taken now; raises `InvalidAction` with the reason otherwise."""
        simulator = self.simulator
        for name in action:
            if name not in self._actions:
                raise InvalidAction(f"there is no action '{name}'", expected=", ".join([*self._actions][:20]))
            if not self.action_space.holds(name, action[name]):
                raise InvalidAction(f"{action[name]!r} is no value of '{name}'", expected=str(self.action_space[name]))
        values = self.action_space.changed(simulator.idle, action)
        if self.enforce:
            reason = self._reason(values)
            if reason is not None:
                raise reason
        return values

    def _reason(self, values: Action) -> InvalidAction | None:
        """Why an action may not be taken now."""
        most = self.simulator.layout.instance.most_actions
        if most is not None and self._count(values) > most:
            return InvalidAction(f"{self._count(values)} actions differ from their defaults; at most {most} may")
        refused = self.simulator.refused(self.get_state(), values)
        return None if refused is None else InvalidAction(f"the action breaks {refused}", span=refused.span)

    def _count(self, values: Action) -> int:
        """How many values differ from their defaults."""
        changed = 0
        for value, idle in zip(values, self.simulator.idle, strict=True):
            if isinstance(value, list):
                assert isinstance(idle, list)
                changed += sum(map(_differ, value, idle))
            else:
                changed += value != idle
        return changed

    def _accepts(self, values: Action) -> bool:
        return self._state is None or not self.enforce or self._reason(values) is None

    def _distance(self, values: Action) -> float:
        return self.simulator.distance(self.get_state(), values)

    def _refuse(self, error: InvalidAction) -> tuple[Observation, float, bool, bool, Info]:
        if self.raise_on_invalid:
            raise error
        info = self._info(None)
        info["invalid_action"] = True
        info["invalid_reason"] = error.message
        return self._observation(), 0.0, False, False, info

    def _observation(self) -> Observation:
        return observed(self._observed, self._seen if self._partial else self.get_state())

    def _info(self, broken: Value | None) -> Info:
        return {**self._told, "broken": None if broken is None else str(broken), "invalid_action": False}

    # -- for search, and for people ----------------------------------------------------------

    def get_state(self) -> State:
        """The present state; raises Gymnasium's `ResetNeeded` before the first reset."""
        if self._state is None:
            raise gym.error.ResetNeeded("there is no state yet: call reset() first")
        return self._state

    def set_state(self, state: State) -> None:
        """Go on from a state of this instance; how many steps have been made stays as it is."""
        self.get_state()
        self._state = state

    def clone(self) -> Self:
        """An environment of its own in the same state and with the same chance to come."""
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        # What is compiled cannot be pickled, and is made again.
        made = ("simulator", "_actions", "_observed", "_blank", "_partial", "observation_space", "action_space")
        return {name: value for name, value in self.__dict__.items() if name not in made}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._load()


def _differ(value: object, other: object) -> bool:
    return value != other


def _label(file: str, role: str) -> str:
    return role if "{" in file else str(Path(file))
