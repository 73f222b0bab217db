"""Improvement of a plan: relgym's own search goes on to cheaper plans until a limit."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

from relgym.errors import BackendError, UnsupportedFeature
from relgym.limits import Budget
from relgym.planning.plan import Plan
from relgym.planning.planner import Request
from relgym.planning.search.algorithms import Counted
from relgym.planning.search.improving import cheaper_plans
from relgym.planning.search.space import Space
from relgym.planning.validation import validate
from relgym.progress import counting


def improved(plan: Plan, request: Request, began: float) -> Plan:
    """Return the cheapest plan that was found until a limit, or until it is proved that none costs less.

    Args:
        plan: A plan.
        request: The request, with the limits of the whole call.
        began: The time at which the call began.
    """
    reasoner, start = request.reasoner, request.start
    limits = replace(request.limits, seconds=max(0.0, request.limits.seconds - (monotonic() - began)))
    budget = Budget("improvement", limits, "the improvement of the plan")
    best, why, interrupted = plan, None, False
    with budget.call(), counting("improving", "states") as show:
        try:
            actions = [reasoner.action(action) for action in plan]
            for cheaper in cheaper_plans(Space(reasoner), start, actions, Counted(budget, show)):
                cost = validate(reasoner, cheaper, state=start).cost
                best = replace(best, actions=tuple(cheaper), cost=cost)
        except TimeoutError:
            why = budget.error().message
        except (BackendError, UnsupportedFeature) as error:
            why = error.message
        except KeyboardInterrupt:
            why, interrupted = "the improvement was interrupted", True
    seconds = monotonic() - began
    if why is None:
        return replace(best, status="optimal", claimed=False, bound=best.cost, reason=None, seconds=seconds)
    reason = f"{why}; the first plan cost {plan.cost}; it is not proved that no plan costs less than {best.cost}"
    return replace(best, reason=reason, seconds=seconds, interrupted=interrupted)
