"""The planner `clingo`: plans with the fewest actions, by answer set programming with a growing horizon.

>>> import relgym
>>> domain, problem = roads("a b c", "a b, b c, a c", goal="c")
>>> plan = relgym.plan(relgym.load(domain, problem), "clingo", optimal=True)
>>> plan.status, plan.bound, [str(action) for action in plan]
('optimal', 1, ['(go a c)'])
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from relgym.backends.clingo.library import library
from relgym.errors import MissingEngine, UnsupportedFeature
from relgym.features import Feature
from relgym.planning.clingo.cheapest import Cheapest
from relgym.planning.clingo.horizons import Horizons, Unsolvable
from relgym.planning.clingo.process import ClingoProcess, PassedLimit
from relgym.planning.planner import Finding, MissingPlanner, Planner, Request
from relgym.progress import counting
from relgym.translate.asp.plans import PlanWriter
from relgym.translate.program.costs import Costs


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
        """Look for a shortest plan, or for a cheapest one; clingo runs in a process of its own.

        Returns:
            A plan with the fewest actions; if it must be optimal and the task has a metric, a plan of lowest cost.
        """
        try:
            search = _search(request)
        except UnsupportedFeature as error:
            return Finding("refused", reason=f"the planner 'clingo' does not support this task: {error.message}")
        reason = None
        try:
            with counting("planning with clingo", "seconds") as show, ClingoProcess(request.limits, show) as process:
                search.run(process)
        except Unsolvable as proof:
            return Finding("unsolvable", reason=str(proof))
        except PassedLimit as passed:
            reason = request.limits.passed(str(passed), "the planner 'clingo'").message
        except KeyboardInterrupt:
            return replace(search.finding("the planner 'clingo' was interrupted"), interrupted=True)
        return search.finding(reason)


def _search(request: Request) -> Horizons | Cheapest:
    """The search for what is asked; raises `UnsupportedFeature`."""
    translation, metric = request.reasoner.translation, request.task.problem.metric
    if not request.optimal or metric is None or metric.direction != "minimize":
        return Horizons(request, PlanWriter(translation))
    costs = Costs(translation)
    base = request.reasoner.evaluate(request.start, metric.expression)
    if base is None:
        raise UnsupportedFeature(f"the metric {metric.expression} has no value at the start")
    return Cheapest(Horizons(request, PlanWriter(translation, costs)), costs, base)
