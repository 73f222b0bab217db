"""The planner `clingo`: plans with the fewest actions, by answer set programming with a growing horizon.

>>> import relgym
>>> domain, problem = roads("a b c", "a b, b c, a c", goal="c")
>>> plan = relgym.plan(relgym.load(domain, problem), "clingo", optimal=True)
>>> plan.status, plan.bound, [str(action) for action in plan]
('optimal', 1, ['(go a c)'])
"""

from __future__ import annotations

from typing import ClassVar

from relgym.backends.clingo.library import library
from relgym.errors import MissingEngine, UnsupportedFeature
from relgym.features import Feature
from relgym.planning.clingo.horizons import Horizons, Unsolvable
from relgym.planning.clingo.process import ClingoProcess, PassedLimit
from relgym.planning.planner import Finding, MissingPlanner, Planner, Request
from relgym.progress import counting
from relgym.translate.asp.plans import PlanWriter


class ClingoPlanner(Planner):
    """Plans with the fewest actions: each number of actions is tried, and proved to be too small, one after another."""

    name = "clingo"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - {Feature.PROBABILISTIC, Feature.FRACTIONS}
    optimal = True
    own = True

    @classmethod
    def version(cls) -> str:
        """Return the version of the package clingo."""
        try:
            return str(library().__version__)
        except MissingEngine as error:
            raise MissingPlanner(error.message.replace("engine", "planner"), hint=error.hint) from error

    def solve(self, request: Request) -> Finding:
        """Look for a shortest plan; clingo runs in a process of its own, which is killed at a limit."""
        metric = request.task.problem.metric
        has_costs = metric is not None and metric.direction == "minimize"
        if request.optimal and has_costs:
            return Finding("refused", reason="the planner 'clingo' does not minimize a metric")
        try:
            writer = PlanWriter(request.reasoner.translation)
        except UnsupportedFeature as error:
            return Finding("refused", reason=f"the planner 'clingo' does not support this task: {error.message}")
        bound = 0
        try:
            with counting("planning with clingo", "seconds") as show, ClingoProcess(request.limits, show) as process:
                horizons = Horizons(request, writer, process)
                try:
                    plan = horizons.shortest()
                finally:
                    bound = horizons.bound
        except Unsolvable as proof:
            return Finding("unsolvable", reason=str(proof))
        except PassedLimit as passed:
            reason = request.limits.passed(str(passed), "the planner 'clingo'").message
        except KeyboardInterrupt:
            reason = "the planner 'clingo' was interrupted"
        else:
            return Finding("solved" if has_costs else "optimal", [plan], bound=None if has_costs else len(plan))
        return Finding(
            "limit", reason=f"{reason}; no plan has fewer than {bound} actions", bound=None if has_costs else bound
        )
