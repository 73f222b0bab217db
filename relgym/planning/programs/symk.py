"""The planner `symk`: SymK (Speck, Mattmüller and Nebel, 2020), from the package up-symk."""

from __future__ import annotations

from typing import ClassVar

from relgym.features import Feature
from relgym.planning.planner import Finding, Request
from relgym.planning.programs.downward import Downward, Translated, best_plans, solved_by
from relgym.planning.programs.installed import PackagedPlanner, package_folder, program

_CHEAPEST = "sym_bd()"
"""Bidirectional symbolic blind search: states are sets, as binary decision diagrams."""

_SEVERAL = "symk_bd(simple=false,plan_selection=top_k(num_plans={count},dump_plans=false))"
"""The same, until that many plans are reconstructed; plans may visit a state again."""


class SymK(PackagedPlanner):
    """SymK: cheapest plans, and the k cheapest ones, by symbolic search."""

    name = "symk"
    package = "up-symk"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - {Feature.PROBABILISTIC}
    optimal = True
    several = True

    def solve(self, request: Request) -> Finding:
        """Translate the task and search it."""
        folder = package_folder(self.name, "up_symk", "symk", "builds", "release", "bin")
        search = program(self.name, folder / "downward")
        return solved_by(self.name, request, search, ("-m", "translate"), {"PYTHONPATH": str(folder)}, _work)


def _work(call: Downward, translated: Translated) -> Finding:
    count = call.request.count
    return best_plans(call, call.run_search(_CHEAPEST if count == 1 else _SEVERAL.format(count=count)))
