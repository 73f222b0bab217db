"""The simulator of either language: it stands in a state and goes on from there.

>>> from relgym.read.loading import load
>>> domain = '''domain lamp {
...   pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
...   cpfs { lit' = lit | press; }; reward = lit'; termination { lit; };
... }'''
>>> simulator = Simulator(load(domain, "instance dark { domain = lamp; horizon = 5; }"))
>>> simulator
Simulator(Instance(dark of lamp), builtin)
>>> simulator.actions()
[{}, {'press': True}]
>>> simulator.apply({"press": True})
1.0
>>> simulator.state, simulator.goal()
(RDDLState(lit), True)
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, overload

from relgym.backends.base import Limits
from relgym.errors import RelgymError
from relgym.locking import Lock, synchronized
from relgym.model.pddl.problem import Task
from relgym.model.rddl.domain import Instance
from relgym.model.rddl.equations import Shown
from relgym.model.rddl.state import RDDLState
from relgym.reasoning.randomness import Generator
from relgym.reasoning.reasoner import Reasoner

if TYPE_CHECKING:
    from relgym.reasoning.rddl.reasoner import RDDLReasoner
    from relgym.simulate.pddl import PDDLSimulator


class Simulator:
    """Stands in a state of a task or an instance, at first its initial one, and applies actions.

    `Simulator(model)` gives the `PDDLSimulator` of a `Task`, which maintains the valid actions as the state changes, or
    the `RDDLSimulator` of an `Instance`.

    Args:
        model: The task or instance, from `relgym.load`, or a reasoner of it, whose engine and lock are used then.
        backend: The name of an engine. Only builtin maintains the valid actions of PDDL.
        limits: Limits of each call, as `Limits` or a mapping such as `{"seconds": 5}`.
        functions: RDDL only. Python functions for the names that the domain calls as `$NAME`.

    Attributes:
        reasoner: The reasoner of the model.
        backend: The name of the engine.
        lock: The lock that calls hold.

    Raises:
        UnsupportedFeature: The engine cannot simulate the model.
        MissingEngine: The engine is not installed.
        RelgymError: An argument is not a model, an engine or limits.
    """

    reasoner: Reasoner
    backend: str
    lock: Lock

    @overload
    def __new__(
        cls, model: Task, backend: str = ..., limits: Limits | Mapping[str, float] | None = ...
    ) -> PDDLSimulator: ...
    @overload
    def __new__(
        cls,
        model: Instance,
        backend: str = ...,
        limits: Limits | Mapping[str, float] | None = ...,
        functions: Mapping[str, Callable[..., Any]] | None = ...,
    ) -> RDDLSimulator: ...
    @overload
    def __new__(cls, model: Reasoner) -> Any: ...
    def __new__(cls, model: Task | Instance | Reasoner | None = None, *args: Any, **options: Any) -> Any:
        """Make the simulator of the model's language; its `__init__` takes the same arguments."""
        if cls is not Simulator:
            return super().__new__(cls)
        match model.model if isinstance(model, Reasoner) else model:
            case Task():
                return super().__new__(import_module("relgym.simulate.pddl").PDDLSimulator)
            case Instance():
                return super().__new__(RDDLSimulator)
            case _:
                raise RelgymError(
                    f"{reprlib.repr(model)} is not a task, an instance or a reasoner",
                    expected="what relgym.load(domain, problem) gives",
                )

    def __repr__(self) -> str:
        return f"Simulator({self.reasoner.model!r}, {self.backend})"

    @property
    def state(self) -> Any:
        """The state in which it stands."""
        raise NotImplementedError

    def actions(self) -> Sequence[Any]:
        """Return the valid actions, as `apply` takes them: ids for PDDL, dictionaries for RDDL.

        Returns:
            The actions, in no particular order.
        """
        raise NotImplementedError

    apply: Callable[..., Any]
    """Carry out a valid action, `apply(action, rng=None)`; `rng` draws random outcomes.

    It returns the ids of the actions that are valid then (PDDL), or the reward of the step (RDDL).
    """

    def goal(self) -> bool:
        """Return True if the goal (PDDL) or a termination condition (RDDL) holds."""
        raise NotImplementedError

    def derived(self) -> Any:
        """Return the rows of derived predicates that hold (PDDL), or the values of derived-fluents (RDDL)."""
        raise NotImplementedError

    def go_to(self, state: Any) -> Any:
        """Stand in another state.

        Args:
            state: A state of the model.

        Returns:
            What can be seen there (PDDL: a `Look`), or None (RDDL).

        Raises:
            ModelError: The state is of another model.
        """
        raise NotImplementedError


class RDDLSimulator(Simulator):
    """Stands in a state of an RDDL instance; any engine computes its steps.

    Actions are dictionaries of the action cells that differ from their defaults, as `RDDLReasoner` has them.
    """

    reasoner: RDDLReasoner

    def __init__(
        self,
        model: Instance | RDDLReasoner,
        backend: str = "builtin",
        limits: Limits | Mapping[str, float] | None = None,
        functions: Mapping[str, Callable[..., Any]] | None = None,
    ) -> None:
        # Its grammar and arrays take a while to import.
        from relgym.reasoning.rddl.reasoner import RDDLReasoner

        if not isinstance(model, RDDLReasoner):
            model = RDDLReasoner(model, backend, limits, functions)
        self.reasoner = reasoner = model
        self.lock, self.backend = reasoner.lock, reasoner.engine.name
        self._values = reasoner.dynamics.start

    @property
    def state(self) -> RDDLState:
        """The state in which it stands."""
        return self.reasoner.dynamics.state(self._values)

    @synchronized
    def actions(self) -> list[dict[str, Shown]]:
        """Return the valid actions, the smallest first.

        Raises:
            ModelError: As for `RDDLReasoner.valid_actions`.
        """
        return self.reasoner.valid_actions(self.state)

    @synchronized
    def apply(self, action: Mapping[str, Any], rng: Generator | None = None) -> float:
        """Carry out an action.

        Args:
            action: The action cells that differ from their defaults.
            rng: Draws the random values: a `numpy.random.Generator` or `random.Random`.

        Returns:
            The reward of the step.

        Raises:
            InvalidAction: The action is not valid.
            RandomOutcome: The domain has random values, and there is no generator.
        """
        reasoner, state = self.reasoner, self._values
        step = reasoner.results.step(state, reasoner.action_values.valid_values(state, action), rng)
        self._values = step.state
        return step.reward

    @synchronized
    def goal(self) -> bool:
        """Return True if a termination condition holds."""
        return self.reasoner.dynamics.ended(self._values) is not None

    @synchronized
    def derived(self) -> dict[str, Shown]:
        """Return the values of the derived-fluents that no draw decides, by the names of cells."""
        return self.reasoner.derived(self.state)

    @synchronized
    def go_to(self, state: RDDLState) -> None:
        """Stand in another state.

        Args:
            state: A state of the instance.

        Raises:
            ModelError: The state is of another instance.
        """
        self._values = self.reasoner.dynamics.own(state)
