"""The methods among which one was chosen, and how good each of them was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Tried:
    """A method that was tried.

    Attributes:
        method: The name of the method.
        mean: The mean return of its episodes; `None` if it does not support the instance.
        reason: Why it does not; `None` if it does.
    """

    method: str
    mean: float | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class MethodChoice:
    """The methods among which one was chosen.

    Attributes:
        tried: The methods, the chosen one first.
        episodes: The number of episodes of each.
        steps: The number of steps of an episode.
    """

    tried: tuple[Tried, ...]
    episodes: int
    steps: int

    def __str__(self) -> str:
        means = (f"{each.method} {each.mean:.6g}" for each in self.tried if each.mean is not None)
        refused = (f"; {each.method}: {each.reason}" for each in self.tried if each.mean is None)
        episodes = "1 episode" if self.episodes == 1 else f"{self.episodes} episodes"
        return f"mean return of {episodes} of {self.steps} steps: {', '.join(means)}{''.join(refused)}"

    @classmethod
    def of_json(cls, data: Mapping[str, Any] | None) -> MethodChoice | None:
        """Return the choice of plain data.

        Args:
            data: What `to_json` has returned, or `None` where nothing was chosen.
        """
        if data is None:
            return None
        return cls(tuple(Tried(**each) for each in data["tried"]), data["episodes"], data["steps"])

    def to_json(self) -> dict[str, Any]:
        """Return the choice as plain data."""
        tried = [{"method": each.method, "mean": each.mean, "reason": each.reason} for each in self.tried]
        return {"tried": tried, "episodes": self.episodes, "steps": self.steps}
