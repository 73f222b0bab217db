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
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from relgym.errors import RelgymError
from relgym.limits import Limits
from relgym.model.pddl.problem import Task
from relgym.model.rddl.domain import Instance
from relgym.planning.stochastic.criterion import Criterion
from relgym.planning.stochastic.method_choice import MethodChoice
from relgym.planning.stochastic.process import DecisionProcess
from relgym.write.files import whole_file

ValueIs = Literal["exact", "at least", "at most", "estimate"]
"""The relation of a value to that of the best policy: equal up to the residual, a bound, or an estimate without one."""


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

    @classmethod
    def of_json(cls, data: Mapping[str, Any] | None) -> Convergence | None:
        """Return the progress of plain data.

        Args:
            data: What `to_json` has returned, or `None` where there was none.
        """
        return None if data is None else cls(**data)

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


FORM = "relgym policy 1"
"""The name of the form of files of policies, with its version."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The call that makes a policy which decides when it is asked: such a policy is written as this call.

    Attributes:
        make: Makes the policy of an origin.
        process: The process.
        method: The name of the method.
        limits: The limits of each decision.
        seed: The seed.
        options: The options of the method.
    """

    make: Callable[[Origin], Policy]
    process: DecisionProcess
    method: str
    limits: Limits
    seed: int
    options: Mapping[str, Any]


class Policy(ABC):
    """A policy of one task or instance: call it with a state for an action.

    Attributes:
        method: The name of the method that has made it.
        criterion: What it optimises; `None` if it optimises nothing, as `random` does.
        convergence: How far the method has come; `None` for policies that decide when they are asked.
        origin: The call that has made it; `None` for tables, and for policies of the user.
        choice: The methods that were tried, where `relgym.solve` has chosen one; `None` where it was named, or there is
            nothing to choose.
    """

    method: str
    criterion: Criterion | None = None
    convergence: Convergence | None = None
    origin: Origin | None = None
    choice: MethodChoice | None = None

    def __reduce_ex__(self, protocol: Any) -> Any:
        if self.origin is None:
            return super().__reduce_ex__(protocol)
        # A copy, in this process or another one, begins anew; `begin` makes it equal to this one.
        return self.origin.make, (self.origin,)

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
        """The meaning of values: `exact`, a bound (`at least`, `at most`), or an `estimate`."""
        if self.convergence is None:
            return "estimate"
        return "exact" if self.convergence.status == "solved" else self.convergence.bound or "estimate"

    def to_json(self) -> dict[str, Any]:
        """Return the policy as plain data, which `load_policy` reads: a table, or the call that makes the policy.

        Raises:
            RelgymError: It is a function of the user.
        """
        origin = self.origin
        if origin is None:
            raise RelgymError(
                f"a policy of the method '{self.method}' cannot be written as data",
                hint="policies of relgym.solve and relgym.data.learn_policy can",
            )
        return {
            **self.heading(origin.process.reasoner.model),
            "method": origin.method,
            "seed": origin.seed,
            "limits": asdict(origin.limits),
            "options": dict(origin.options),
        }

    def heading(self, model: Task | Instance) -> dict[str, Any]:
        """Return what the data of all policies have in common.

        Args:
            model: The task or the instance.
        """
        return {
            "form": FORM,
            "model": names_of(model),
            "method": self.method,
            "criterion": None if self.criterion is None else self.criterion.to_json(),
            "convergence": None if self.convergence is None else self.convergence.to_json(),
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the policy to a file as JSON; the file is whole or not there.

        Args:
            path: The file.

        Raises:
            RelgymError: It is a function of the user.
        """
        text = json.dumps(self.to_json(), separators=(",", ":")) + "\n"
        with whole_file(path) as part:
            part.write_text(text, encoding="utf-8")

    def begin(self, seed: int) -> None:  # noqa: B027  # most policies have nothing to do
        """Begin an episode: forget the one before, and draw from the seed from now on.

        Args:
            seed: A whole number, 0 or more.
        """


def names_of(model: Task | Instance) -> dict[str, str]:
    """Return the names of a domain and of its problem or instance."""
    name = model.problem.name if isinstance(model, Task) else model.name
    return {"domain": model.domain.name, "problem": name}


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
