"""Policies: what to do in each state, and what that is worth.

>>> class Stay(Policy):
...     method = "stay"
...     def __call__(self, state, step=0):
...         return None
>>> print(Stay().value("anywhere"), Stay().convergence)
None None
"""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from relgym.errors import RelgymError
from relgym.planning.stochastic.criterion import Criterion
from relgym.write.files import whole_file

ValueIs = Literal["exact", "at least", "at most", "estimate"]
"""What a value says of the best policy: the value itself up to the residual, a bound, or an estimate without one."""


@dataclass(frozen=True, slots=True)
class Convergence:
    """The progress of a method: its status, residual and work.

    Attributes:
        status: `solved` if the values are exact up to the residual, `limit` if a limit or an interrupt came first.
        residual: The largest difference between the value of a state and its backup by Bellman's equation, over the
            states that the policy can reach; `None` if it is not known.
        states: The number of states that were met.
        iterations: The number of sweeps or trials.
        seconds: The wall-clock time.
        reason: Why the method has stopped early; `None` if it has not.
        bound: What the values of states are then, in the unit of the criterion: `at least` if those of the best policy
            are not lower, `at most` if they are not higher, `None` if nothing is known.
    """

    status: Literal["solved", "limit"]
    residual: float | None
    states: int
    iterations: int
    seconds: float
    reason: str | None = None
    bound: Literal["at least", "at most"] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "status": self.status,
            "residual": self.residual,
            "states": self.states,
            "iterations": self.iterations,
            "seconds": round(self.seconds, 3),
            "reason": self.reason,
            "bound": self.bound,
        }


class Policy(ABC):
    """A policy of one task or instance: call it with a state for an action.

    Attributes:
        method: The name of the method that has made it.
        criterion: What it optimises; `None` if it optimises nothing, as `random` does.
        convergence: How far the method has come; `None` for policies that decide when they are asked.
    """

    method: str
    criterion: Criterion | None = None
    convergence: Convergence | None = None

    @abstractmethod
    def __call__(self, state: Any, step: int = 0) -> Any:
        """Choose an action.

        Args:
            state: A `State` of the task, or an `RDDLState` of the instance.
            step: The number of steps taken before, which matters where there is a horizon.

        Returns:
            An `Action` for PDDL, a dictionary of the action cells that differ from their defaults for RDDL; `None`
            where the policy has no action: at the goal, in a dead end, and in states that it does not know.
        """

    def value(self, state: Any, step: int = 0) -> float | None:
        """Return the value of a state in the unit of the criterion, `None` if the policy does not know it.

        Where the method has stopped early, it may be a bound: `value_is` says so.

        Args:
            state: A state.
            step: The number of steps taken before.
        """
        return None

    @property
    def value_is(self) -> ValueIs:
        """What values are: `exact`, a bound (`at least`, `at most`), or an `estimate`."""
        if self.convergence is None:
            return "estimate"
        return "exact" if self.convergence.status == "solved" else self.convergence.bound or "estimate"

    def to_json(self) -> dict[str, Any]:
        """Return the policy as plain data.

        Raises:
            RelgymError: It is no table: it decides when it is asked.
        """
        raise RelgymError(
            f"a policy of the method '{self.method}' cannot be written: it decides when it is asked",
            hint="value_iteration and lrtdp make tables",
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the policy to a file as JSON; the file is whole or not there.

        Args:
            path: The file.

        Raises:
            RelgymError: It is no table.
        """
        text = json.dumps(self.to_json(), separators=(",", ":")) + "\n"
        with whole_file(path) as part:
            part.write_text(text, encoding="utf-8")

    def begin(self, seed: int) -> None:  # noqa: B027  # most policies have nothing to do
        """Begin an episode: forget the one before, and draw from the seed from now on.

        Args:
            seed: A whole number, 0 or more.
        """


class CallablePolicy(Policy):
    """A policy made of a function of states.

    Args:
        function: Returns an action of a state, or `None`.
    """

    method = "function"

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self._function = function

    def __call__(self, state: Any, step: int = 0) -> Any:
        return self._function(state)
