"""Cheapest plans: the cost is minimized for a growing number of actions, until no longer plan can cost less.

Two arguments prove that for all plans of more than `n` actions:

- So many actions cost too much, even if all were as cheap as the cheapest one.
- `n` actions and a relaxed plan from there to the goal cost too much (`relgym.translate.asp.plan_costs`).

A cheapest plan meets no state twice, for no action lowers the cost; so a finite number of actions is always enough.
"""

from __future__ import annotations

from fractions import Fraction

from relgym.model.numeric import Value, exact
from relgym.planning.clingo.horizons import Horizons, Plan
from relgym.planning.clingo.process import ClingoProcess, Solved
from relgym.planning.planner import Finding
from relgym.translate.asp.plan_costs import SUFFIX
from relgym.translate.asp.plans import ASKED, FULL, Grounding
from relgym.translate.program.costs import Costs


class Cheapest:
    """The search for a plan of least cost.

    Args:
        horizons: The search for the shortest plan, with which it begins.
        costs: The costs of the actions.
        base: The value of the metric at the start.

    Attributes:
        plan: The cheapest plan so far.
        cost: Its cost without that of the start, as a multiple of `1 / costs.scale`.
        bound: A proved lower bound of the cost of all plans, in the same form.
    """

    def __init__(self, horizons: Horizons, costs: Costs, base: Value) -> None:
        self._horizons = horizons
        self._costs = costs
        self._base = base
        self.plan: Plan | None = None
        self.cost = 0
        self.bound = 0

    def run(self, process: ClingoProcess) -> None:
        """Find a cheapest plan.

        Raises:
            Unsolvable: There is no plan.
            PassedLimit: A limit was passed; `plan` is the best one so far.
        """
        writer = self._horizons.writer
        try:
            self._horizons.run(process)
        finally:
            self.plan = self._horizons.plan
            self.bound = self._horizons.bound * self._costs.least
        time = self._horizons.bound
        parts: list[Grounding] = []
        asked = [(ASKED, (time,))]
        highest: int | None = None
        while True:
            try:
                self._take(process.solve(parts, asked, minimize=True, bound=highest))
            except BaseException:
                self._take(process.better)
                raise
            self.bound = min(self.cost, (time + 1) * self._costs.least)
            if self.bound == self.cost or not self._may_improve(process, time):
                self.bound = self.cost
                return
            for name in (ASKED, SUFFIX, FULL):
                process.release((name, (time,)), [])
            highest = self.cost - 1
            parts = writer.after(time)
            time += 1
            parts += writer.at_goal(time)
            asked = [(ASKED, (time,)), (FULL, (time,))]

    def finding(self, reason: str | None) -> Finding:
        """Return what was found.

        Args:
            reason: Why the search has not ended by itself; `None` if it has.
        """
        bound = exact(self._base + Fraction(self.bound, self._costs.scale))
        if reason is None and self.plan is not None:
            return Finding("optimal", [self.plan], bound=bound)
        if self.plan is not None:
            return Finding(
                "solved", [self.plan], bound=bound, reason=f"{reason}; it is not proved that no plan costs less"
            )
        reason = f"{reason}; no plan has fewer than {self._horizons.bound} actions"
        return Finding("limit", reason=reason, bound=bound)

    def _take(self, solved: Solved | None) -> None:
        if solved is not None and solved.shown is not None:
            self.plan, self.cost = self._horizons.actions(solved.shown), solved.cost

    def _may_improve(self, process: ClingoProcess, time: int) -> bool:
        """Return True if this number of actions and a relaxed plan may cost less than the best plan."""
        writer = self._horizons.writer
        parts = writer.before_relaxed(time)
        asked = [(SUFFIX, (time,)), (FULL, (time,))]
        while True:
            solved = process.solve(parts, asked, state=writer.state_names, bound=self.cost - 1)
            if solved.shown is None:
                return False
            if solved.repeated is None:
                return True
            parts = writer.distinct(*solved.repeated)
