"""The contract of planners, their requests and their answers.

A planner is a class with a name and the features that it supports. `relgym.plan` refuses what a planner lacks before
it starts, and replays each plan that it finds.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from relgym.errors import BackendError, MissingEngine
from relgym.features import Feature
from relgym.limits import Limits
from relgym.model.numeric import Value
from relgym.model.pddl.action import Action
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.planning.plan import Status
from relgym.reasoning.pddl.reasoner import PDDLReasoner


class PlannerError(BackendError):
    """A planner died, or printed what relgym cannot read."""


class MissingPlanner(PlannerError, MissingEngine):
    """The chosen planner is not installed; the hint says how to install it."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request to a planner.

    Attributes:
        reasoner: A reasoner of the task, for questions about states.
        start: The state to begin with.
        limits: Seconds and megabytes of the whole call.
        optimal: True if the plan must be a cheapest one.
        count: The number of plans that are wanted; more than 1 only of planners with `several`.
    """

    reasoner: PDDLReasoner
    start: State
    limits: Limits
    optimal: bool = False
    count: int = 1

    @property
    def task(self) -> Task:
        """The task."""
        return self.reasoner.task


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer of a planner.

    Attributes:
        status: How it has ended; `solved` or `optimal` with at least one plan.
        plans: The plans, the cheapest first; actions as `Action` or as text.
        bound: A lower bound of the cost of all plans.
        reason: A sentence that says why there is no plan.
        log: What the planner printed.
        interrupted: True if a person has ended the search (Ctrl-C): no other planner is tried then.
    """

    status: Status
    plans: Sequence[Sequence[Action | str]] = ()
    bound: Value | None = None
    reason: str | None = None
    log: str = ""
    interrupted: bool = False


class Planner(ABC):
    """A way to find plans.

    Attributes:
        name: The name by which `relgym.plan(task, planner=name)` finds it.
        features: The features of PDDL that it supports; a task that needs others is refused.
        optimal: True if it can prove that a plan is a cheapest one.
        several: True if it can find more than one plan.
        own: True if it is a part of relgym: what it says of optimality and unsolvability is no mere claim.
    """

    name: ClassVar[str]
    features: ClassVar[frozenset[Feature]]
    optimal: ClassVar[bool] = False
    several: ClassVar[bool] = False
    own: ClassVar[bool] = False

    @classmethod
    @abstractmethod
    def version(cls) -> str:
        """Return the version of the planner.

        Raises:
            MissingPlanner: It is not installed.
        """

    @abstractmethod
    def solve(self, request: Request) -> Finding:
        """Look for plans.

        It honours the limits of the request, ends what it has started, and leaves no files.

        Args:
            request: The request.

        Returns:
            What was found, also at a limit.

        Raises:
            PlannerError: The planner died, or its output is not what it should be.
            MissingPlanner: It is not installed.
        """
