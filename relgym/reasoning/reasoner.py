"""The reasoner of either language: questions about a task or an instance, answered by any engine.

>>> from relgym.read.loading import load
>>> domain = '''domain lamp {
...   pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
...   cpfs { lit' = lit | press; };
... }'''
>>> with Reasoner(load(domain, "instance dark { domain = lamp; horizon = 5; }")) as reasoner:
...     state = reasoner.initial_state
...     for action in reasoner.valid_actions(state):
...         print(action, "leads to", reasoner.successor(state, action))
{} leads to RDDLState(~lit)
{'press': True} leads to RDDLState(lit)
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, overload

from relgym.backends.base import Backend, Engine, Limits
from relgym.backends.evaluator import Evaluator
from relgym.errors import RelgymError
from relgym.explain.tree import Explanation
from relgym.locking import Lock, synchronized
from relgym.model.pddl.problem import Task
from relgym.model.rddl.domain import Instance
from relgym.reasoning.randomness import Generator
from relgym.reasoning.results import Answers, Outcome

if TYPE_CHECKING:
    from relgym.reasoning.pddl.reasoner import PDDLReasoner
    from relgym.reasoning.rddl.reasoner import RDDLReasoner

_REASONERS = {Task: "pddl.reasoner.PDDLReasoner", Instance: "rddl.reasoner.RDDLReasoner"}
"""The reasoner of each model. Modules are imported when needed: those of RDDL take a while."""


class Reasoner:
    """Answers questions about one task or instance with one engine.

    `Reasoner(model)` gives the `PDDLReasoner` of a `Task` or the `RDDLReasoner` of an `Instance`; both say
    what their language adds. Threads may share a reasoner: each call holds `lock`, so calls from several threads run
    one after the other.

    Args:
        model: The task or the instance, from `relgym.load`.
        backend: The name of an engine, or an instance of one that nobody else uses.
        limits: Limits of each call, as `Limits` or a mapping such as `{"seconds": 5}`; only for an engine given by
            name.
        functions: RDDL only. Python functions for the names that the domain calls as `$NAME`; they take arrays (as
            lists) and return an array.

    Attributes:
        model: The task or the instance.
        engine: The engine.
        lock: The lock that every call holds.

    Raises:
        UnsupportedFeature: The engine lacks the language, or a feature that the model needs.
        MissingEngine: The engine is not installed.
        RelgymError: An argument is not a model, an engine or limits.
    """

    model: Task | Instance
    engine: Engine
    lock: Lock

    @overload
    def __new__(
        cls, model: Task, backend: str | Backend = ..., limits: Limits | Mapping[str, float] | None = ...
    ) -> PDDLReasoner: ...
    @overload
    def __new__(
        cls,
        model: Instance,
        backend: str | Evaluator = ...,
        limits: Limits | Mapping[str, float] | None = ...,
        functions: Mapping[str, Callable[..., Any]] | None = ...,
    ) -> RDDLReasoner: ...
    def __new__(cls, model: Task | Instance, *args: Any, **options: Any) -> Any:
        """Make the reasoner of the model's language; its `__init__` takes the same arguments."""
        if cls is not Reasoner:
            return super().__new__(cls)
        home = next((home for kind, home in _REASONERS.items() if isinstance(model, kind)), None)
        if home is None:
            raise RelgymError(
                f"{reprlib.repr(model)} is neither a task nor an instance",
                expected="what relgym.load(domain, problem) gives",
            )
        module, _, name = home.rpartition(".")
        return super().__new__(getattr(import_module(f"relgym.reasoning.{module}"), name))

    @synchronized
    def close(self) -> None:
        """Close the engine. The reasoner answers no questions afterwards."""
        self.engine.close()

    def __repr__(self) -> str:
        return f"Reasoner({self.model!r}, {self.engine.name})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def initial_state(self) -> Any:
        """The start state; if the start is random, the one with the likeliest outcome of each draw."""
        raise NotImplementedError

    def start(self, rng: Generator) -> Any:
        """Draw a start state; without a random start it is always `initial_state`.

        Args:
            rng: A `numpy.random.Generator` or `random.Random`.

        Returns:
            The state.
        """
        raise NotImplementedError

    def state_from_json(self, data: Mapping[str, Any]) -> Any:
        """Read a state from the form of its `to_json`, written in any process.

        Args:
            data: The form, as `json.loads` returns it. Further keys, such as those that the command line prints beside
                it, are ignored.

        Returns:
            The state.

        Raises:
            ModelError: `data` has another form, or is not a state of this model.
        """
        raise NotImplementedError

    def goal(self, state: Any) -> bool:
        """Test the goal (PDDL) or the termination conditions (RDDL) in a state.

        Args:
            state: A state.

        Returns:
            True if the goal, or one of the conditions, holds.

        Raises:
            ModelError: The state is of another model.
        """
        raise NotImplementedError

    def holds(self, state: Any, formula: str) -> bool:
        """Test a formula in a state.

        Args:
            state: A state.
            formula: A formula in the language of the files.

        Returns:
            True if the formula holds; with free variables, if it has an answer.

        Raises:
            RelgymError: The formula cannot be read, or is not about this model.
        """
        raise NotImplementedError

    def answers(self, state: Any, formula: str) -> Answers[Any]:
        """Find the bindings of a formula's free variables that make it true.

        Args:
            state: A state.
            formula: A formula in the language of the files.

        Returns:
            The answers; a formula without free variables that holds has one empty row.

        Raises:
            RelgymError: The formula cannot be read, or is not about this model.
        """
        raise NotImplementedError

    def valid_actions(self, state: Any) -> Sequence[Any]:
        """Return the valid actions of a state in a fixed order, the same on every engine.

        Args:
            state: A state.

        Returns:
            A new list of actions.

        Raises:
            ModelError: The state is of another model.
        """
        raise NotImplementedError

    def is_valid(self, state: Any, action: Any) -> bool:
        """Return True if an action is valid in a state.

        Args:
            state: A state.
            action: An action.

        Returns:
            True if it is valid; False also for an action that the model does not have.
        """
        raise NotImplementedError

    def successor(self, state: Any, action: Any, rng: Generator | None = None) -> Any:
        """Return the state after an action.

        Args:
            state: A state.
            action: Any valid action.
            rng: Draws among random outcomes: a `numpy.random.Generator` or `random.Random`.

        Returns:
            The next state.

        Raises:
            InvalidAction: The action is not valid.
            RandomOutcome: The outcome is random, and there is no generator.
        """
        raise NotImplementedError

    def outcomes(self, state: Any, action: Any) -> Sequence[Outcome[Any]]:
        """Return every possible next state of an action with its probability, the most probable first.

        Args:
            state: A state.
            action: Any valid action.

        Returns:
            The outcomes; equal states (RDDL: with equal rewards) are one outcome, whose probability is their sum.

        Raises:
            InvalidAction: The action is not valid.
            BackendError: There are more than `Limits.outcomes` states.
        """
        raise NotImplementedError

    def successors(self, state: Any) -> Sequence[tuple[Any, Any]]:
        """Expand a state: return every valid action with the state after it, in the order of `valid_actions`.

        Args:
            state: The state to expand.

        Returns:
            A new list of pairs (action, next state).

        Raises:
            RandomOutcome: An outcome is random; `outcomes` returns them all.
        """
        raise NotImplementedError

    def derived(self, state: Any) -> Any:
        """Return what is derived in a state: the true atoms (PDDL), or the values of derived-fluents (RDDL).

        Args:
            state: A state.
        """
        raise NotImplementedError

    def explain(self, state: Any, subject: Any) -> Explanation:
        """Explain why an action is or is not valid, or why a formula is or is not true.

        Args:
            state: A state.
            subject: An action, or a formula.

        Returns:
            A tree of reasons; `str` prints it, `to_json` gives it as data.

        Raises:
            RelgymError: The subject is not of this model.
            BackendError: The explanation would pass a limit.
        """
        raise NotImplementedError
