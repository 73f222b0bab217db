"""The planner `kstar`: K* (Lee, Katz and Sohrabi, 2023), from the package kstar-planner."""

from __future__ import annotations

from typing import ClassVar

from relgym.features import Feature
from relgym.planning.planner import Finding, Request
from relgym.planning.programs.downward import Downward, Translated, best_plans, solved_by
from relgym.planning.programs.installed import PackagedPlanner, package_folder, program

_SYMMETRIES = (
    "sym=structural_symmetries(time_bound=0,search_symmetries=oss,"
    "stabilize_initial_state=false,keep_operator_symmetries=true)"
)


class KStar(PackagedPlanner):
    """K*: the k cheapest plans, by A* and shortest paths over what it has searched."""

    name = "kstar"
    package = "kstar-planner"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - {Feature.PROBABILISTIC}
    optimal = True
    several = True

    def solve(self, request: Request) -> Finding:
        """Translate the task and search it."""
        folder = package_folder(self.name, "kstar_planner", "builds", "release", "bin")
        search = program(self.name, folder / "downward")
        translator = program(self.name, folder / "translate" / "translate.py", runs=False)
        return solved_by(self.name, request, search, (translator,), {}, _work)


def _work(call: Downward, translated: Translated) -> Finding:
    count = call.request.count
    (call.folder / "found_plans").mkdir()
    if translated.axioms or translated.conditional:
        # Neither LM-cut nor the symmetries know them.
        return best_plans(call, call.run_search(f"kstar(blind(),k={count})"))
    search = f"kstar(lmcut(transform=undo_to_origin()),k={count},symmetries=sym)"
    return best_plans(call, call.run_search(search, "--symmetries", _SYMMETRIES))
