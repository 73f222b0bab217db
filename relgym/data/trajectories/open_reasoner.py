"""The reasoner of the problem that is being replayed; at most one is open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from relgym.data.trajectories.lines import SourceText
from relgym.reasoning.reasoner import Reasoner

R = TypeVar("R", bound=Reasoner)


class OpenReasoner(Generic[R]):
    """Opens the reasoner of a problem, and closes that of the problem before.

    Args:
        make: Makes the reasoner of a problem.
    """

    def __init__(self, make: Callable[[SourceText], R]) -> None:
        self._make = make
        self._hash = ""
        self._reasoner: R | None = None

    def of(self, problem: SourceText) -> R:
        """Return the reasoner of a problem; that of another problem is closed."""
        if self._reasoner is None or self._hash != problem.sha256:
            self.close()
            self._reasoner = self._make(problem)
            self._hash = problem.sha256
        return self._reasoner

    def close(self) -> None:
        """Close the reasoner that is open."""
        if self._reasoner is not None:
            self._reasoner.close()
        self._reasoner = None
