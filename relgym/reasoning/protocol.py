"""The methods that reasoners of both languages share, and `reason`, which finds the language of a file.

>>> domain = '''domain lamp {
...   pvariables { lit : { state-fluent, bool, default = false }; press : { action-fluent, bool, default = false }; };
...   cpfs { lit' = lit | press; };
... }'''
>>> with reason(domain, "instance dark { domain = lamp; horizon = 5; }") as reasoner:
...     state = reasoner.initial_state
...     for action in reasoner.valid_actions(state):
...         print(action, "leads to", reasoner.successor(state, action))
{} leads to ProcessState(~lit)
{'press': True} leads to ProcessState(lit)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, Self, TypeVar

from relgym.backends.base import Limits
from relgym.read.language import is_rddl
from relgym.read.pddl.loading import load
from relgym.read.source import PathOrText, first_of, listed
from relgym.reasoning.pddl.reasoner import Reasoner
from relgym.reasoning.randomness import Generator

S = TypeVar("S")
A_contra = TypeVar("A_contra", contravariant=True)
S_co = TypeVar("S_co", covariant=True)


class Follows(Protocol[S_co]):
    """A possible next state with its probability."""

    @property
    def probability(self) -> float:
        """The probability of the state, in (0, 1]."""

    @property
    def state(self) -> S_co:
        """The next state."""


class Reasoning(Protocol[S, A_contra]):
    """The shared methods of `Reasoner` and `ProcessReasoner`: `S` are the states, `A` the actions.

    The two classes describe the arguments, and the errors that the methods raise.
    """

    @property
    def initial_state(self) -> S:
        """The start state."""

    def start(self, rng: Generator) -> S:
        """Draw a start state.

        Args:
            rng: A `numpy.random.Generator` or `random.Random`.
        """

    def state_from_json(self, data: Mapping[str, Any]) -> S:
        """Read a state from the form of its `to_json`.

        Args:
            data: The form, as `json.loads` returns it.
        """

    def holds(self, state: S, formula: str) -> bool:
        """Return True if a formula holds in a state.

        Args:
            state: A state.
            formula: A formula in the language of the files.
        """

    def valid_actions(self, state: S) -> Sequence[Any]:
        """Return the valid actions of a state in a fixed order.

        Args:
            state: A state.
        """

    def is_valid(self, state: S, action: A_contra) -> bool:
        """Return True if an action is valid in a state.

        Args:
            state: A state.
            action: An action.
        """

    def successor(self, state: S, action: A_contra, rng: Generator | None = None) -> S:
        """Return the state after an action.

        Args:
            state: A state.
            action: A valid action.
            rng: Draws among random outcomes.
        """

    def outcomes(self, state: S, action: A_contra) -> Sequence[Follows[S]]:
        """Return every possible next state of an action with its probability.

        Args:
            state: A state.
            action: A valid action.
        """

    def close(self) -> None:
        """Close the engine."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: Any) -> None: ...


def reason(
    domain: PathOrText,
    problem: PathOrText | Iterable[PathOrText],
    *,
    backend: str = "builtin",
    limits: Limits | Mapping[str, float] | None = None,
    axioms: Sequence[PathOrText] = (),
    functions: Mapping[str, Callable[..., Any]] | None = None,
) -> Reasoning[Any, Any]:
    """Make the reasoner of a domain and a problem, in the language of their files.

    Args:
        domain: The path or text of a PDDL or RDDL domain.
        problem: The path or text of a PDDL problem or an RDDL instance; for RDDL also a list of these with the
            non-fluents in further files.
        backend: The name of an engine.
        limits: Limits of each call, as `Limits` or a mapping such as `{"seconds": 5}`.
        axioms: Paths or texts of further axioms, for PDDL.
        functions: Python functions for the names that an RDDL domain calls as `$NAME`.

    Returns:
        A `Reasoner` for PDDL, a `ProcessReasoner` for RDDL.

    Raises:
        RelgymError: A file is wrong, as for `relgym.load`.
        UnsupportedFeature: The engine lacks a feature that the task needs.
        MissingEngine: The engine is not installed.
    """
    files = listed(problem)
    first, further = first_of(files, "problem"), files[1:]
    if is_rddl(domain):
        # The grammar and all that is made of it take a while to import.
        from relgym.read.rddl.loading import read_instance, read_process
        from relgym.reasoning.rddl.reasoner import ProcessReasoner

        process = read_process(domain)
        return ProcessReasoner(process, read_instance(first, process, further), backend, limits, functions)
    return Reasoner(load(domain, first, axioms, limits=limits), backend, limits)
