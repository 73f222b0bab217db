"""The policies by which episodes are recorded: at random, by a plan, by a planner, or a function of the user's.

A policy says what to do in a state. In PDDL an action is an `Action` or its text, in RDDL a dictionary of the cells
that differ from their defaults.
"""

from __future__ import annotations

import os
import reprlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any
from weakref import WeakKeyDictionary

from relgym.data.trajectories.sources import Core
from relgym.envs.pddl.env import PDDLEnv
from relgym.envs.rddl.env import RDDLEnv
from relgym.errors import BackendError, RelgymError, did_you_mean
from relgym.limits import Limits
from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State
from relgym.planning.planning import plan
from relgym.read.pddl.loading import read_steps as pddl_steps
from relgym.read.rddl.plans import read_steps as rddl_steps
from relgym.reasoning.rddl.texts import read
from relgym.reasoning.reasoner import Reasoner

NAMED = ("random", "plan")
"""The policies that have a name of their own."""


class EpisodePolicy(ABC):
    """A policy that plays one episode after another.

    Attributes:
        name: The name that the recording has for it.
    """

    name: str

    @abstractmethod
    def begin(self, core: Core, seed: int) -> Callable[[], Any]:
        """Begin an episode, in which the environment has been reset.

        Args:
            core: The environment, below all wrappers.
            seed: The seed of the policy's own random numbers in this episode.

        Returns:
            A function that returns the next action; `None` if there is none.
        """


class RandomPolicy(EpisodePolicy):
    """Chooses among the valid actions (PDDL), or samples the action space (RDDL)."""

    name = "random"

    def begin(self, core: Core, seed: int) -> Callable[[], Any]:
        if isinstance(core, RDDLEnv):
            space = core.action_space
            space.seed(seed)
            return lambda: core.cells_given(space.sample())
        choice, valid_actions = Random(seed).choice, core.valid_actions

        def act() -> Action | None:
            valid = valid_actions()
            return choice(valid) if valid else None

        return act


class PlanPolicy(EpisodePolicy):
    """Plans at the start of an episode, and again where an outcome is not the expected one.

    Args:
        limits: The limits of each call of the planner.
        planner: The name of the planner; by default the best one that is installed.
    """

    name = "plan"

    def __init__(self, limits: Limits | None = None, planner: str | None = None) -> None:
        self._limits = limits
        self._planner = planner
        self._plans: WeakKeyDictionary[Reasoner, dict[State, Sequence[Action | str]]] = WeakKeyDictionary()

    def begin(self, core: Core, seed: int) -> Callable[[], Any]:
        if not isinstance(core, PDDLEnv):
            raise RelgymError("plans are for PDDL", expected="for RDDL the policy 'random' or 'uct'")
        start, known = core.get_state(), self._plans.setdefault(core.reasoner, {})
        if start not in known:
            found = plan(core.reasoner, self._planner, state=start, limits=self._limits)
            if not found:
                name = core.reasoner.task.problem.name
                raise BackendError(f"there is no plan for the problem '{name}': {found.status}, {found.reason}")
            known[start] = found.actions
        return _one_after_another(known[start])


class GivenActions(EpisodePolicy):
    """Carries out the same actions in every episode.

    Args:
        name: The name of the policy, such as that of a file.
        actions: A function that returns the actions for an environment.
    """

    def __init__(self, name: str, actions: Callable[[Core], Sequence[Any]]) -> None:
        self.name = name
        self._actions = actions

    def begin(self, core: Core, seed: int) -> Callable[[], Any]:
        return _one_after_another(self._actions(core))


class FunctionPolicy(EpisodePolicy):
    """Calls a function of the state.

    Args:
        name: The name of the policy.
        function: A function of a `State` or `RDDLState` that returns an action or `None`.
    """

    def __init__(self, name: str, function: Callable[[Any], Any]) -> None:
        self.name = name
        self._function = function

    def begin(self, core: Core, seed: int) -> Callable[[], Any]:
        function, get_state = self._function, core.get_state
        return lambda: function(get_state())


def _one_after_another(actions: Sequence[Any]) -> Callable[[], Any]:
    following: Iterator[Any] = iter(actions)
    return lambda: next(following, None)


def plan_file(path: Path) -> EpisodePolicy:
    """Return the policy that carries out the plan of a file.

    Args:
        path: The file: actions of PDDL as planners print them, or actions of RDDL, one a line.
    """

    def actions(core: Core) -> Sequence[Any]:
        if isinstance(core, PDDLEnv):
            return pddl_steps(path, core.reasoner.task)
        return [read(core.reasoner.actions, line) for line in rddl_steps(path)]

    return GivenActions(path.name, actions)


def policy_of(given: Any, limits: Limits | None = None) -> EpisodePolicy:
    """Return the policy that a user names.

    Args:
        given: `random`, `plan`, a plan file, a function of the state, or the actions of a plan.
        limits: The limits of each call of a planner.

    Raises:
        RelgymError: There is no such policy.
    """
    match given:
        case EpisodePolicy():
            return given
        case "random":
            return RandomPolicy()
        case "plan":
            return PlanPolicy(limits)
        case os.PathLike():
            return plan_file(Path(given))
        case str() if Path(given).is_file():
            return plan_file(Path(given))
        case str() | bytes() | Mapping():
            pass
        case Callable():
            return FunctionPolicy(getattr(given, "__name__", type(given).__name__), given)
        case Sequence():
            return GivenActions("actions", lambda core: given)
    raise RelgymError(
        f"there is no policy {reprlib.repr(given)}",
        expected=f"{', '.join(map(repr, NAMED))}, a plan file, a function of the state, or a list of actions",
        hint=did_you_mean(given, NAMED) if isinstance(given, str) else None,
    )
