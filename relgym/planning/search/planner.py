"""The planner `search`: best-first width search for any plan, uniform-cost search for a cheapest one.

>>> import relgym
>>> domain, problem = roads("a b c", "a b, b c, a c", goal="c")
>>> plan = relgym.plan(relgym.load(domain, problem), "search", optimal=True)
>>> plan.status, [str(action) for action in plan]
('optimal', ['(go a c)'])
"""

from __future__ import annotations

from typing import ClassVar

from relgym.errors import BackendError, UnsupportedFeature
from relgym.features import Feature
from relgym.limits import Budget
from relgym.model.pddl.action import Action
from relgym.planning.planner import Finding, Planner, Request
from relgym.planning.search.algorithms import Counted, cheapest, widest
from relgym.planning.search.space import Space
from relgym.progress import counting
from relgym.version import __version__


class SearchPlanner(Planner):
    """relgym's own search: exact, for small problems, for every feature of PDDL but chance."""

    name = "search"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - {Feature.PROBABILISTIC}
    optimal = True
    own = True

    @classmethod
    def version(cls) -> str:
        """Return the version of relgym."""
        return __version__

    def solve(self, request: Request) -> Finding:
        """Search the reachable states; every state is kept, up to the limit of memory."""
        budget = Budget(self.name, request.limits, "the search")
        with counting("searching", "states") as show:
            counted = Counted(budget, show)
            error: str | None = None
            interrupted = False
            plan: list[Action] | None = None
            with budget.call():
                try:
                    search = cheapest if request.optimal else widest
                    plan = search(Space(request.reasoner), request.start, counted)
                except TimeoutError:
                    error = budget.error().message
                except UnsupportedFeature as refused:
                    return Finding("refused", reason=refused.message)
                except BackendError as passed:
                    error = passed.message
                except KeyboardInterrupt:
                    error, interrupted = "the search was interrupted", True
        states = "state" if counted.expanded == 1 else "states"
        log = f"{counted.expanded} {states} expanded, {counted.generated} generated"
        if error is not None:
            reason = f"{error}; {log}"
            return Finding("limit", reason=reason, bound=counted.bound, log=log, interrupted=interrupted)
        if plan is None:
            return Finding("unsolvable", reason=f"the goal holds in no reachable state; {log}", log=log)
        return Finding("optimal" if request.optimal else "solved", [plan], bound=counted.bound, log=log)
