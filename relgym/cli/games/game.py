"""A problem as a game: what a player sees, what can be done, and what has happened, in words.

>>> matching([ListedAction("(stack b1 b2)"), ListedAction("(put-down b1)")], "b1 st")
[ListedAction(text='(stack b1 b2)', complete=True)]
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from relgym.reasoning.results import Outcome

SAME = 1e-9
"""A probability so close to 1 leaves nothing to chance."""


@dataclass(frozen=True, slots=True)
class ListedAction:
    """An action that a player may choose; one that is not `complete` lacks a value that the player has to type."""

    text: str
    complete: bool = True


class Check(NamedTuple):
    """A condition of the goal, and whether it is met."""

    words: str
    met: bool


class Game(ABC):
    """A walk as a player sees it. The walk takes the steps and answers the questions; a game puts them into words.

    Attributes:
        title: The names of the problem and of its domain.
        about: What the game is about, in a sentence or two.
        example: An action, a formula or a value that a player may ask about.
    """

    title: str
    about: str
    example: str

    @property
    @abstractmethod
    def steps(self) -> int:
        """The number of steps that have been taken."""

    @abstractmethod
    def picture(self, width: int) -> str:
        """Draw the state in text, `width` columns wide where that is possible."""

    @abstractmethod
    def status(self) -> str:
        """Say how many steps have been taken, and what they have brought."""

    @abstractmethod
    def aim(self) -> str:
        """Say what the player is to reach."""

    @abstractmethod
    def checks(self) -> Sequence[Check]:
        """Return the conditions of the goal; none where only rewards count."""

    @abstractmethod
    def choices(self, typed: str) -> Sequence[ListedAction]:
        """Return the actions to choose from, for one who has typed the beginning of an action."""

    @abstractmethod
    def take(self, action: str) -> None:
        """Take a step; raises `InvalidAction` with an explanation if the action is not valid."""

    @abstractmethod
    def happened(self, width: int) -> list[str]:
        """Say what the last step has changed, and what chance had to do with it."""

    @abstractmethod
    def end(self) -> str | None:
        """Say why the game is over, or cannot be won from here; `None` if it goes on."""

    @abstractmethod
    def undo(self) -> None:
        """Take back the last step; at the start there is none."""

    @abstractmethod
    def hint(self) -> str:
        """Return a line that names a good action, or says that none was found."""

    @abstractmethod
    def why(self, subject: str) -> list[str]:
        """Explain why an action is valid or not, or why a formula holds or not; raises `RelgymError`."""

    def reset(self) -> None:
        """Go back to the start."""
        while self.steps:
            self.undo()


def matching(choices: Iterable[ListedAction], typed: str) -> list[ListedAction]:
    """Return the choices that have all words that a player has typed; their parentheses do not count."""
    words = typed.lower().replace("(", " ").replace(")", " ").replace(",", " ").split()
    return [choice for choice in choices if all(word in choice.text.lower() for word in words)]


def chance_line(outcomes: Iterable[Outcome[Any]], state: Any) -> str | None:
    """Return a line that says how likely the present state was; `None` if it was certain."""
    listed = list(outcomes)
    likely = sum(outcome.probability for outcome in listed if outcome.state == state)
    if likely <= 0 or likely >= 1 - SAME:
        return None
    return f"by chance, {100 * likely:.3g} % ({len({each.state for each in listed})} outcomes)"
