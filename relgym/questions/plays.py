"""A task or an instance on an engine, whose steps and answers have the forms that clients see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

from relgym.caching import Cache
from relgym.errors import WrongForm
from relgym.reasoning.randomness import Generator
from relgym.reasoning.results import Outcome

if TYPE_CHECKING:
    from relgym.planning.stochastic.policy import Policy
    from relgym.render.svg import Drawing

Language = Literal["pddl", "rddl"]

Given = str | dict[str, Any]
"""An action as clients send it: a text, or for RDDL also the values of its cells."""


class Play(Protocol):
    """A task or an instance on an engine.

    Attributes:
        language: The language.
        reasoner: The reasoner.
        is_random: Whether steps or starts draw random numbers.
        policies: The policy that was asked for last, by method and seed.
    """

    language: Language
    reasoner: Any
    is_random: bool
    policies: Cache[tuple[str | None, int], Policy]

    def initial(self) -> Any:
        """Return the start state without chance."""

    def start(self, rng: Generator) -> Any:
        """Draw a start state."""

    def restored(self, form: Mapping[str, Any]) -> Any:
        """Read a state from its JSON form."""

    def step(self, state: Any, action: Given, rng: Generator | None) -> tuple[Any, float, Mapping[str, Any]]:
        """Carry out an action; returns the next state, the reward, and further members of the node."""

    def view(self, state: Any, steps: int) -> dict[str, Any]:
        """Return the state, the valid actions, and whether the episode ends after this many steps."""

    def actions(self, state: Any) -> list[Any] | None:
        """List the valid actions; `None` if there are too many combinations of values."""

    def action(self, given: Given) -> Any:
        """Return an action as the reasoner takes it."""

    def outcomes(self, state: Any, given: Given, samples: int | None = None, seed: int = 0) -> Sequence[Outcome[Any]]:
        """Return the outcomes of an action; RDDL: or of some draws, `samples`, which a seed decides."""

    def action_form(self, action: Any) -> Any:
        """Return an action of the reasoner as clients see it."""

    def drawing(self, state: Any, goal: bool, possible: Sequence[str] = ()) -> Drawing:
        """Return a picture of a state, with the goal or without it, and with ghosts of atoms that are held possible."""

    def close(self) -> None:
        """Close the engine."""


def text_of(given: Given) -> str:
    """Return a subject that must be a text; raises `WrongForm` for values of cells."""
    if not isinstance(given, str):
        raise WrongForm("PDDL takes texts, not values of cells", hint='"(press)"')
    return given
