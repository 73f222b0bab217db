"""Random numbers that a client sends with a step."""

from __future__ import annotations

from collections.abc import Sequence

from relgym.service.problems import Refused


class Draws:
    """Random numbers that a client has sent with a step.

    Attributes:
        count: How many have been drawn.
    """

    def __init__(self, numbers: Sequence[float]) -> None:
        """Begin with the first number."""
        self._numbers = numbers
        self.count = 0

    def random(self) -> float:
        """Return the next number; raises `Refused` after the last one."""
        if self.count == len(self._numbers):
            refused = Refused(422, f"the action draws more than {self.count} random numbers", hint="send more `draws`")
            refused.problem["lacks"] = "draws"
            raise refused
        self.count += 1
        return self._numbers[self.count - 1]
