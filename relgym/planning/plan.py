"""The result of a planner: a plan, its cost, and how sure that is.

>>> plan = Plan("solved", ("(go a b)",), cost=1, planner="search")
>>> plan.found, len(plan), plan.to_json()["plan"]
(True, 1, ['(go a b)'])
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from relgym.model.numeric import Value
from relgym.model.pddl.action import Action

Status = Literal["solved", "optimal", "unsolvable", "limit", "refused"]
"""The ways in which a call of a planner ends:

- `solved`: there is a plan; it need not be the best one.
- `optimal`: there is a plan, and none costs less.
- `unsolvable`: there is no plan.
- `limit`: the planner has passed a limit, or was interrupted.
- `refused`: the planner does not support the task, or what was asked of it.
"""


FOUND = frozenset({"solved", "optimal"})


@dataclass(frozen=True, slots=True)
class Plan:
    """The result of `relgym.plan`.

    Attributes:
        status: How the call has ended.
        actions: The actions of the plan, the first one first; empty if there is none.
        cost: The value of a `:metric` that is to be minimized in the last state, else the number of actions; `None`
            without a plan. `relgym.plan` computes it by replay.
        bound: The planner's lower bound of the cost of all plans; `None` if it gives none.
        claimed: True if the status depends on the planner's word: `optimal` or `unsolvable` from a program that is not
            relgym's own. Actions are never claimed: a reasoner has replayed them.
        planner: The name of the planner.
        version: Its version.
        seconds: The wall-clock time of the call, replay included.
        reason: A sentence that says why there is no plan, or that a status is claimed; `None` otherwise.
        log: What the planner printed.
        alternatives: Further plans, the cheapest first, if several were asked for.
        interrupted: True if an interrupt (Ctrl-C) has ended the search.
    """

    status: Status
    actions: Sequence[Action | str] = ()
    cost: Value | None = None
    bound: Value | None = None
    claimed: bool = False
    planner: str = ""
    version: str = ""
    seconds: float = 0.0
    reason: str | None = None
    log: str = ""
    alternatives: tuple[Plan, ...] = ()
    interrupted: bool = False

    @property
    def found(self) -> bool:
        """True if there is a plan; it has no actions if the goal holds at the start."""
        return self.status in FOUND

    def __iter__(self) -> Iterator[Action | str]:
        return iter(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def __bool__(self) -> bool:
        return self.found

    def __str__(self) -> str:
        if not self.found:
            return f"; {self.status}: {self.reason}" if self.reason else f"; {self.status}"
        return "\n".join([*map(str, self.actions), f"; cost = {self.cost} ({self.status})"])

    def to_json(self) -> dict[str, Any]:
        """Return the plan as plain data, as `relgym plan --json` prints it.

        Returns:
            A dictionary of `status`, `plan` (the texts of the actions, or `None`), `cost`, `bound`, `claimed`,
            `planner`, `version`, `seconds` and `reason`; and `alternatives` if there are some.
        """
        form: dict[str, Any] = {
            "status": self.status,
            "plan": [str(action) for action in self.actions] if self.found else None,
            "cost": _number(self.cost),
            "bound": _number(self.bound),
            "claimed": self.claimed,
            "planner": self.planner,
            "version": self.version,
            "seconds": round(self.seconds, 3),
            "reason": self.reason,
        }
        if self.alternatives:
            form["alternatives"] = [plan.to_json() for plan in self.alternatives]
        return form


def _number(value: Value | None) -> int | float | None:
    return float(value) if isinstance(value, Fraction) else value
