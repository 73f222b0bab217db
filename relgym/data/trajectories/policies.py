"""The policies by which episodes are recorded: at random, by a plan, by a method of `relgym.solve`, or the user's own.

A policy says what to do in a state. In PDDL an action is an `Action` or its text, in RDDL a dictionary of the cells
that differ from their defaults.
"""

from __future__ import annotations

import os
import reprlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from weakref import WeakKeyDictionary

from relgym.data.trajectories.sources import Core
from relgym.envs.pddl.env import PDDLEnv
from relgym.envs.rddl.env import RDDLEnv
from relgym.errors import BackendError, RelgymError, did_you_mean
from relgym.features import Feature, needed
from relgym.limits import Limits
from relgym.model.pddl.action import Action
from relgym.model.pddl.state import State
from relgym.planning.planning import plan
from relgym.planning.stochastic.policy import Policy
from relgym.planning.stochastic.solving import METHODS, solve
from relgym.planning.stochastic.table import load_policy
from relgym.read.pddl.loading import read_steps as pddl_steps
from relgym.read.rddl.plans import read_steps as rddl_steps
from relgym.reasoning.rddl.texts import read
from relgym.reasoning.reasoner import Reasoner

NAMED = ("plan", *METHODS)
"""The policies that have a name of their own."""

Act = Callable[[], Any]
"""Returns the next action of an episode; `None` if there is none."""


class EpisodePolicy(ABC):
    """A policy that plays one episode after another.

    Attributes:
        name: The name that the recording has for it.
    """

    name: str

    @abstractmethod
    def begin(self, core: Core, seed: int) -> Act:
        """Begin an episode, in which the environment has been reset.

        Args:
            core: The environment, below all wrappers.
            seed: The seed of the policy's own random numbers in this episode.

        Returns:
            A function that returns the next action; `None` if there is none.
        """


class RandomActions(EpisodePolicy):
    """Chooses among the valid actions (PDDL), or samples the action space (RDDL)."""

    name = "random"

    def begin(self, core: Core, seed: int) -> Act:
        if isinstance(core, RDDLEnv):
            space = core.action_space
            space.seed(seed)
            return lambda: core.cells_given(space.sample())
        choice, valid_actions = Random(seed).choice, core.valid_actions

        def act() -> Action | None:
            valid = valid_actions()
            return choice(valid) if valid else None

        return act


class PlannedActions(EpisodePolicy):
    """Follows a plan from the start of the episode; in tasks with chance, plans again where an outcome differs.

    Args:
        limits: The limits of each call of the planner.
    """

    name = "plan"

    def __init__(self, limits: Limits | None) -> None:
        self._limits = limits
        self._plans: WeakKeyDictionary[Reasoner, dict[State, Sequence[Action | str]]] = WeakKeyDictionary()
        self._replanned = SolvedPolicy("replan", limits)

    def begin(self, core: Core, seed: int) -> Act:
        if not isinstance(core, PDDLEnv):
            raise RelgymError("plans are for PDDL", expected="for RDDL another policy, such as 'uct'")
        reasoner = core.reasoner
        if Feature.PROBABILISTIC in needed(reasoner.task):
            return self._replanned.begin(core, seed)
        start, known = core.get_state(), self._plans.setdefault(reasoner, {})
        if start not in known:
            answer = plan(reasoner, state=start, limits=self._limits)
            if not answer:
                name = reasoner.task.problem.name
                raise BackendError(f"there is no plan for the problem '{name}': {answer.status}, {answer.reason}")
            known[start] = answer.actions
        return _one_after_another(known[start])


class SolvedPolicy(EpisodePolicy):
    """Solves each problem by a method of `relgym.solve` when it is first played.

    Args:
        method: The name of the method.
        limits: The limits: of each decision, or of the whole table.
    """

    def __init__(self, method: str, limits: Limits | None) -> None:
        self.name = method
        self._limits = limits
        self._policies: WeakKeyDictionary[Reasoner, Policy] = WeakKeyDictionary()

    def begin(self, core: Core, seed: int) -> Act:
        policy = self._policies.get(core.reasoner)
        if policy is None:
            policy = self._policies[core.reasoner] = solve(core.reasoner, self.name, limits=self._limits)
        return _by_policy(policy, core, seed)


class OwnPolicy(EpisodePolicy):
    """Follows a policy that the user has, of one problem.

    Args:
        name: The name of the policy, such as that of a file.
        policy: A function that returns the policy for an environment.
    """

    def __init__(self, name: str, policy: Callable[[Core], Policy]) -> None:
        self.name = name
        self._policy = policy

    def begin(self, core: Core, seed: int) -> Act:
        return _by_policy(self._policy(core), core, seed)


class GivenActions(EpisodePolicy):
    """Carries out the same actions in every episode.

    Args:
        name: The name of the policy, such as that of a file.
        actions: A function that returns the actions for an environment.
    """

    def __init__(self, name: str, actions: Callable[[Core], Sequence[Any]]) -> None:
        self.name = name
        self._actions = actions

    def begin(self, core: Core, seed: int) -> Act:
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

    def begin(self, core: Core, seed: int) -> Act:
        function, get_state = self._function, core.get_state
        return lambda: function(get_state())


def _one_after_another(actions: Sequence[Any]) -> Act:
    following: Iterator[Any] = iter(actions)
    return lambda: next(following, None)


def _by_policy(policy: Policy, core: Core, seed: int) -> Act:
    """Begin an episode of a policy of `relgym.solve`."""
    policy.begin(seed)
    steps, get_state = count(), core.get_state
    return lambda: policy(get_state(), next(steps))


def policy_file(path: Path) -> EpisodePolicy:
    """Return the policy of a file.

    Args:
        path: The file: a policy that `Policy.save` or `relgym solve` has written, or a plan: actions of PDDL as
            planners print them, or actions of RDDL, one a line.

    Raises:
        RelgymError: The file cannot be read.
    """
    try:
        with path.open("rb") as file:
            is_table = file.read(1) == b"{"
    except OSError as error:
        raise RelgymError(f"cannot read the policy '{path}': {(error.strerror or str(error)).lower()}") from None
    if is_table:
        loaded: WeakKeyDictionary[Reasoner, Policy] = WeakKeyDictionary()

        def policy(core: Core) -> Policy:
            if core.reasoner not in loaded:
                loaded[core.reasoner] = load_policy(path, core.reasoner)
            return loaded[core.reasoner]

        return OwnPolicy(path.name, policy)

    def actions(core: Core) -> Sequence[Any]:
        if isinstance(core, PDDLEnv):
            return pddl_steps(path, core.reasoner.task)
        return [read(core.reasoner.actions, line) for line in rddl_steps(path)]

    return GivenActions(path.name, actions)


def policy_of(given: Any, limits: Limits | None = None) -> EpisodePolicy:
    """Return the policy that a user names.

    Args:
        given: `random`, `plan`, a method of `relgym.solve`, a file of a plan or policy, a policy of `relgym.solve`, a
            function of the state, or the actions of a plan.
        limits: The limits of each call of a planner, and of policies.

    Raises:
        RelgymError: There is no such policy.
    """
    match given:
        case EpisodePolicy():
            return given
        case "random":
            return RandomActions()
        case "plan":
            return PlannedActions(limits)
        case str() if given in METHODS:
            return SolvedPolicy(given, limits)
        case os.PathLike():
            return policy_file(Path(given))
        case str() if Path(given).is_file():
            return policy_file(Path(given))
        case str() | bytes() | Mapping():
            pass
        case Policy():
            return OwnPolicy(given.method, lambda core: given)
        case Callable():
            return FunctionPolicy(getattr(given, "__name__", type(given).__name__), given)
        case Sequence():
            return GivenActions("actions", lambda core: given)
    raise RelgymError(
        f"there is no policy {reprlib.repr(given)}",
        expected=f"{', '.join(map(repr, NAMED))}, a file, a function of the state, or a list of actions",
        hint=did_you_mean(given, NAMED) if isinstance(given, str) else None,
    )
