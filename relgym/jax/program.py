"""Steps of one copy of a ground task, over packed facts: the interface of all programs."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from relgym.batched.arrays import Array


class StateReport(NamedTuple):
    """A state: whether the goal holds, the valid actions as words, and whether a number is too large."""

    goal: Array
    valid: Array
    untrusted: Array


class After(NamedTuple):
    """The facts and values after an action, whether it was carried out, and whether its effects are contradictory."""

    facts: Array
    values: Array
    done: Array
    contradictory: Array


class StepProgram(Protocol):
    """The functions of a ground task.

    Attributes:
        draws: The number of uniform numbers that a step takes.
    """

    draws: int

    def report(self, facts: Array, values: Array) -> StateReport:
        """Return what holds in a state."""

    def stepped(self, facts: Array, values: Array, action: Array, numbers: Array) -> After:
        """Carry out an action; an invalid one changes nothing."""
