"""The planner `fast-downward`: Fast Downward (Helmert, 2006), from the package up-fast-downward."""

from __future__ import annotations

from typing import ClassVar

from relgym.features import Feature
from relgym.planning.planner import Finding, Request
from relgym.planning.programs.downward import INCOMPLETE, Downward, Translated, best_plans, solved_by
from relgym.planning.programs.installed import PackagedPlanner, package_folder, program

_ANY_PLAN = (
    "let(hlm, eval_modify_costs(landmark_sum(lm_factory=lm_reasonable_orders_hps(lm_rhw()),pref=false),cost_type=one),"
    "let(hff, eval_modify_costs(ff(),cost_type=one),"
    "lazy_greedy([hff,hlm],preferred=[hff,hlm],cost_type=one,reopen_closed=false)))"
)
"""The first iteration of LAMA (Richter and Westphal, 2010)."""

_LANDMARK_CUT = "astar(lmcut())"
"""A* with LM-cut (Helmert and Domshlak, 2009): admissible, without conditional effects and axioms."""

_MERGE_AND_SHRINK = (
    "astar(merge_and_shrink(shrink_strategy=shrink_bisimulation(greedy=false),"
    "merge_strategy=merge_sccs(order_of_sccs=topological,merge_selector=score_based_filtering("
    "scoring_functions=[goal_relevance(),dfp(),total_order()])),"
    "label_reduction=exact(before_shrinking=true,before_merging=false),max_states=50k,threshold_before_merge=1))"
)
"""A* with merge-and-shrink (Helmert, Haslum, Hoffmann and Nissim, 2014): admissible with conditional effects."""

_BLIND = "astar(blind())"
"""A* without a heuristic: admissible for everything, axioms too."""


class FastDownward(PackagedPlanner):
    """Fast Downward: LAMA's first iteration for any plan, A* for a cheapest one."""

    name = "fast-downward"
    package = "up-fast-downward"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - {Feature.PROBABILISTIC}
    optimal = True

    def solve(self, request: Request) -> Finding:
        """Translate the task and search it."""
        folder = package_folder(self.name, "up_fast_downward", "downward", "builds", "release", "bin")
        search = program(self.name, folder / "downward")
        translator = ("-m", "fast_downward.translate")
        work = _cheapest if request.optimal else _any
        return solved_by(self.name, request, search, translator, {"PYTHONPATH": str(folder)}, work)


def _any(call: Downward, translated: Translated) -> Finding:
    ended = call.run_search(_ANY_PLAN)
    if ended.passed is None and ended.code == INCOMPLETE:
        # The heuristics are not safe for this task; a blind search is complete.
        ended = call.run_search(_BLIND)
    return call.finding(ended)


def _cheapest(call: Downward, translated: Translated) -> Finding:
    search = _BLIND if translated.axioms else _MERGE_AND_SHRINK if translated.conditional else _LANDMARK_CUT
    return best_plans(call, call.run_search(search))
