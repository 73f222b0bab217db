"""Horizons: the number of actions grows by one until there is a plan, or until it is proved that there is none.

Three arguments prove that there is no plan:

- No action is applicable any more, whichever were taken.
- Grounding finds no action that may add a new atom, or delete one that was always true, and the goal is not possible
  with the atoms so far. Grounding keeps each atom that may have been true: this is the argument of delete relaxation.
- The goal does not hold after up to `n` actions, and no path of `n` actions meets a state only once. A shortest plan
  meets no state twice (Sheeran, Singh and Stålmarck, Checking safety properties using induction and a SAT-solver,
  2000).
"""

from __future__ import annotations

from typing import Any

from relgym.model.pddl.action import Action
from relgym.planning.clingo.process import ClingoProcess, ShownAtom
from relgym.planning.planner import Finding, Request
from relgym.translate.asp.plans import ASKED, FULL, Grounding, PlanWriter, done_name
from relgym.tuning.planning import PATH_SECONDS

Plan = list[Action]
"""The actions of a plan, the first one first."""


class Unsolvable(Exception):
    """There is no plan; the text says why."""


class Horizons:
    """The search for a plan with the fewest actions.

    Args:
        request: The request.
        writer: Writes the program.

    Attributes:
        writer: Writes the program.
        bound: The proved least number of actions of all plans.
        plan: A plan with the fewest actions; `None` if none was found yet.
    """

    def __init__(self, request: Request, writer: PlanWriter) -> None:
        self._request = request
        self.writer = writer
        self._schemas = {done_name(number): schema for number, schema in enumerate(writer.translation.schemas)}
        self._met: set[tuple[Any, ...]] = set()
        self._certain: set[tuple[Any, ...]] = set()
        self._is_possible = False
        self._next_path = 1
        self.bound = 0
        self.plan: Plan | None = None

    def run(self, process: ClingoProcess) -> None:
        """Find a plan with the fewest actions.

        Raises:
            Unsolvable: There is no plan.
            PassedLimit: A limit was passed.
        """
        writer = self.writer
        parts = writer.start(self._request.start.own_atoms())
        while True:
            time = self.bound
            solved = process.solve([*parts, *writer.at_goal(time)], [(ASKED, (time,))])
            if solved.shown is not None:
                self.plan = self.actions(solved.shown)
                return
            if solved.conflict:
                raise Unsolvable(
                    f"no sequence of valid actions has {time} actions, and no shorter one reaches the goal"
                )
            process.release((ASKED, (time,)), writer.missed(time))
            self._check_possible(process, time)
            self._check_paths(process, time)
            parts = writer.after(time)
            self.bound = time + 1

    def finding(self, reason: str | None) -> Finding:
        """Return what was found.

        Args:
            reason: Why the search has not ended by itself; `None` if it has.
        """
        metric = self._request.task.problem.metric
        has_costs = metric is not None and metric.direction == "minimize"
        bound = None if has_costs else self.bound
        if self.plan is None:
            return Finding("limit", reason=f"{reason}; no plan has fewer than {self.bound} actions", bound=bound)
        return Finding("solved" if has_costs else "optimal", [self.plan], bound=bound)

    def _check_possible(self, process: ClingoProcess, time: int) -> None:
        """Raise `Unsolvable` if the last action could make nothing new possible, and the goal is not possible.

        Grounding also lists atoms that occur only in negations, so atoms are possible if they were added.
        """
        if self._is_possible:
            return
        writer = self.writer
        fluents = process.possible([*writer.state_names, writer.goal_name], time)
        self._is_possible = any(name == writer.goal_name for name, _, _ in fluents)
        certain = {(name, *row) for name, row, is_fact in fluents if is_fact}
        if not time:
            self._met |= certain
        else:
            added = {(writer.added[name], *row) for name, row, _ in process.possible(writer.added, time - 1)}
            if added <= self._met and certain == self._certain and not self._is_possible:
                raise Unsolvable("the goal is out of reach even if all that was ever true stayed true")
            self._met |= added
        self._certain = certain

    def _check_paths(self, process: ClingoProcess, time: int) -> None:
        """Raise `Unsolvable` if each path of this length meets a state twice; the check may take too long."""
        if time != self._next_path:
            return
        self._next_path *= 2
        parts: list[Grounding] = []
        end = process.seconds + max(PATH_SECONDS, process.seconds)
        while (seconds := end - process.seconds) > 0:
            full = [] if self.writer.costs is None else [(FULL, (time,))]
            solved = process.solve(parts, full, seconds=seconds, state=self.writer.state_names)
            if solved.stopped:
                return
            if solved.shown is None:
                raise Unsolvable(f"every state that can be reached takes fewer than {time} actions; none has the goal")
            if solved.repeated is None:
                return
            parts = self.writer.distinct(*solved.repeated)

    def actions(self, shown: tuple[ShownAtom, ...]) -> Plan:
        """Return the actions of an answer set."""
        objects = self._request.task.objects
        plan: Plan = []
        for name, row in sorted(shown, key=lambda atom: atom[1][-1]):
            schema = self._schemas[name]
            plan.append(Action(schema.action.name, tuple(objects[number] for number in row[: schema.free])))
        return plan
