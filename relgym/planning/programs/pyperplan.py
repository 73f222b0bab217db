"""The planner `pyperplan`: pyperplan (Alkhazraji et al., 2020), plain STRIPS in Python."""

from __future__ import annotations

import sys
from typing import ClassVar

from relgym.errors import UnsupportedFeature
from relgym.features import Feature
from relgym.planning.planner import Finding, PlannerError, Request
from relgym.planning.programs.classical import classical
from relgym.planning.programs.downward import at_limit
from relgym.planning.programs.installed import PackagedPlanner, package_folder
from relgym.planning.programs.naming import PlainNames
from relgym.planning.programs.types import without_types
from relgym.processes.programs import Clock, run, scratch_folder
from relgym.write.pddl import write_domain, write_problem

_ANY_PLAN = ("-H", "hff", "-s", "gbf")
"""Greedy best-first search with the heuristic of FF (Hoffmann and Nebel, 2001)."""

_SHORTEST = ("-H", "lmcut", "-s", "astar")
"""A* with LM-cut (Helmert and Domshlak, 2009)."""

_NO_PLAN = "No solution could be found"


class Pyperplan(PackagedPlanner):
    """pyperplan: a small planner to learn from; A* for a shortest plan."""

    name = "pyperplan"
    package = "pyperplan"
    # Costs are left out: it counts actions.
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.NUMERIC})
    optimal = True

    def solve(self, request: Request) -> Finding:
        """Run it on the task's text."""
        package_folder(self.name, "pyperplan")
        clock = Clock(request.limits)
        metric = request.task.problem.metric
        if request.optimal and metric is not None and metric.direction == "minimize":
            return Finding("refused", reason=f"the planner '{self.name}' does not support: cheapest plans of a metric")
        try:
            names = PlainNames(without_types(classical(request.task, request.start, costs=False).task))
        except UnsupportedFeature as error:
            return Finding("refused", reason=f"the planner '{self.name}' does not support: {error.message}")
        with scratch_folder() as folder:
            domain, problem = folder / "domain.pddl", folder / "problem.pddl"
            domain.write_text(write_domain(names.task.domain), encoding="ascii")
            problem.write_text(write_problem(names.task.problem), encoding="ascii")
            options = _SHORTEST if request.optimal else _ANY_PLAN
            ended = run([sys.executable, "-m", "pyperplan", *options, domain, problem], folder, clock, self.name)
            solution = folder / "problem.pddl.soln"
            if ended.passed is None and "MemoryError" in ended.last_line:
                return at_limit("memory", self.name, request, ended.output)
            if ended.passed is not None:
                return at_limit(ended.passed, self.name, request, ended.output)
            if ended.code == 0 and solution.is_file():
                actions = names.plan(solution.read_text(encoding="utf-8", errors="replace").splitlines(), self.name)
                bound = len(actions) if request.optimal else None
                return Finding("optimal" if request.optimal else "solved", [actions], bound=bound, log=ended.output)
        if ended.code == 0 and _NO_PLAN in ended.output:
            return Finding("unsolvable", log=ended.output)
        raise PlannerError(
            f"the planner '{self.name}' failed with exit code {ended.code}; {ended.last_output}",
            hint="install its package again, try another planner, or report this to its authors",
        )
