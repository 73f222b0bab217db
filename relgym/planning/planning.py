"""`relgym.plan`: choose a planner, refuse what it lacks, and replay each plan that it finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import monotonic
from typing import get_args

from relgym.arguments import check_flags, check_whole, wrong
from relgym.errors import BackendError, RelgymError
from relgym.limits import Limits
from relgym.model.pddl.action import Action
from relgym.model.pddl.problem import Task
from relgym.model.pddl.state import State
from relgym.planning.choice import turns
from relgym.planning.improvement import improved
from relgym.planning.plan import FOUND, Plan, Status
from relgym.planning.planner import Finding, Planner, PlannerError, Request
from relgym.planning.registry import planner_class, refusal
from relgym.planning.validation import validate
from relgym.processes.programs import ProgramError
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.pddl.rewards import is_rewarded


def plan(
    model: Task | PDDLReasoner,
    planner: str | None = None,
    *,
    optimal: bool = False,
    improve: bool = False,
    k: int = 1,
    state: State | None = None,
    limits: Limits | Mapping[str, float] | None = None,
) -> Plan:
    """Find a plan from a state to the goal.

    A reasoner replays each plan before it is returned. What a foreign planner says of optimality and unsolvability is
    marked as its claim.

    Args:
        model: The task, from `relgym.load`, or a reasoner of it.
        planner: The name of a planner; `relgym.planning.registry.names()` lists them. By default, those that are
            installed and support the task take turns (`relgym.planning.choice`).
        optimal: True for a plan of lowest cost: by the `:metric`, else by the number of actions.
        improve: True to go on to cheaper plans until a limit. The result is the best plan so far; its status is
            `optimal` if no plan costs less, else its `reason` says that this is not proved.
        k: The number of plans. Beyond the first, they are the `alternatives` of the result.
        state: The state to begin with; by default the initial state.
        limits: Seconds and megabytes for the planner, as `Limits` or a mapping.

    Returns:
        The plan, or a `Plan` whose `status` and `reason` say why there is none.

    Raises:
        RelgymError: There is no planner of this name, or an argument is wrong.
        MissingPlanner: The planner is not installed.
        PlannerError: The planner died, or gave a plan that the reasoner does not accept.
    """
    began = monotonic()
    check_flags(optimal=optimal, improve=improve)
    check_whole("k", k, 1)
    if improve and (optimal or k > 1):
        raise RelgymError(
            "a plan is improved where any plan was asked for", expected="improve without optimal, and with k = 1"
        )
    if not isinstance(model, Task | PDDLReasoner):
        raise wrong("the task", model, "a Task or PDDLReasoner, from relgym.load(domain, problem)")
    limits = Limits.of({} if limits is None else limits)
    reasoner = model if isinstance(model, PDDLReasoner) else PDDLReasoner(model)
    start = reasoner.initial_state if state is None else reasoner.own(state)
    # From a known state, draws of :init do not matter.
    asked = reasoner.task if state is None else _without_draws(reasoner.task)
    request = Request(reasoner, start, limits, optimal, k)
    if improve and is_rewarded(asked):
        # What is cheaper is not better there.
        request = replace(request, optimal=True)
    first = _chosen(asked, request, began) if planner is None else _tried(planner, asked, request, began)
    return improved(first, request, began) if improve and first.status == "solved" and not first.interrupted else first


_REPORT = "try another planner, and report this to the authors of the planner"
_AGENTS_CHOICE = (
    "the agent does not choose all parameters of the actions, but other planners do; 'search' and 'clingo' choose as "
    "the agent does"
)


def _without_draws(task: Task) -> Task:
    return Task(task.domain, replace(task.problem, chances=())) if task.problem.chances else task


def _chosen(asked: Task, request: Request, began: float) -> Plan:
    """Let planners take turns until one has found a plan, or has proved that there is none."""
    ended: list[Plan] = []
    errors: list[PlannerError] = []
    for turn in turns(asked, request.optimal, request.count):
        left = request.limits.seconds - (monotonic() - began)
        limits = replace(request.limits, seconds=max(0.0, turn.seconds(left)))
        try:
            attempt = _tried(turn.planner, asked, replace(request, limits=limits), began)
        except PlannerError as error:
            # Another planner may do better; the log keeps the error.
            errors.append(error)
            continue
        ended.append(attempt)
        if attempt.status not in ("limit", "refused") or attempt.interrupted:
            break
    if not ended:
        raise errors[0]
    return _summary(ended, errors)


def _summary(ended: list[Plan], errors: list[PlannerError]) -> Plan:
    """Return the result of the last turn; at a limit, with what all of them have found out."""
    last = ended[-1]
    log = "\n".join([*map(str, errors), last.log]) if errors else last.log
    limits = [plan for plan in ended if plan.status == "limit"]
    if last.status not in ("limit", "refused") or not limits:
        return replace(last, log=log)
    bounds = [plan.bound for plan in limits if plan.bound is not None]
    reason = "; ".join(dict.fromkeys(plan.reason for plan in ended if plan.reason))
    return replace(last, status="limit", bound=max(bounds, default=None), reason=reason, log=log)


def _tried(name: str, asked: Task, request: Request, began: float) -> Plan:
    """Ask one planner, if it has the features of `asked`; return its result."""
    chosen = planner_class(name)
    refused = refusal(chosen, asked, request.optimal, request.count)
    if refused is not None:
        return Plan("refused", planner=name, reason=refused, seconds=monotonic() - began)
    version = chosen.version()
    finding = _asked(chosen, request)
    return _replayed(chosen, version, request, finding, began)


def _asked(planner: type[Planner], request: Request) -> Finding:
    """Return the answer of a planner; raises `PlannerError` for one that is none."""
    try:
        finding: object = planner().solve(request)
    except KeyboardInterrupt:
        # It came while the planner read or wrote the task.
        return Finding("limit", reason=f"the planner '{planner.name}' was interrupted", interrupted=True)
    except ProgramError as error:
        raise PlannerError(error.message, hint=error.hint) from error
    except Exception as error:
        if planner.own or isinstance(error, RelgymError):
            raise
        raise PlannerError(
            f"the planner '{planner.name}' failed: {type(error).__name__}: {error}", hint=_REPORT
        ) from error
    statuses = get_args(Status)
    if not isinstance(finding, Finding) or finding.status not in statuses:
        expected = f"a {Finding.__module__}.Finding whose status is one of {', '.join(statuses)}"
        raise wrong(f"the answer of the planner '{planner.name}'", finding, expected, PlannerError)
    if finding.status in FOUND and not finding.plans:
        raise PlannerError(f"the planner '{planner.name}' says '{finding.status}', but gave no plan", hint=_REPORT)
    return finding


def _cost(planner: type[Planner], request: Request, actions: Sequence[Action | str]) -> object:
    """Return the cost of a plan; raises `PlannerError` if the reasoner does not accept it."""
    try:
        result = validate(request.reasoner, actions, state=request.start)
    except BackendError:
        raise
    except RelgymError as error:
        raise PlannerError(
            f"the planner '{planner.name}' gave a plan that cannot be read: {error.message}", hint=_REPORT
        ) from error
    if not result.valid:
        chooses = all(len(schema.free) == len(schema.parameters) for schema in request.task.actions.values())
        raise PlannerError(
            f"the planner '{planner.name}' gave a plan that is not valid: {result.reason}",
            hint=_REPORT if chooses else _AGENTS_CHOICE,
        )
    return result.cost


def _replayed(planner: type[Planner], version: str, request: Request, finding: Finding, began: float) -> Plan:
    """Make the result of a call; raises `PlannerError` if the reasoner does not accept a plan."""
    plans = [
        (_cost(planner, request, actions), [request.reasoner.action(action) for action in actions])
        for actions in finding.plans
    ]
    claimed = finding.status in ("optimal", "unsolvable") and not planner.own
    reason = finding.reason
    if claimed and reason is None:
        reason = f"'{planner.name}' claims that the task is unsolvable; relgym has not proved it"
        if finding.status == "optimal":
            reason = f"'{planner.name}' claims that no plan costs less; relgym has replayed the plan, not proved this"

    def made(cost: object, actions: Sequence[Action], alternatives: tuple[Plan, ...] = ()) -> Plan:
        return Plan(
            finding.status,
            tuple(actions),
            cost=cost,  # type: ignore[arg-type]  # a number of the model
            bound=finding.bound,
            claimed=claimed,
            planner=planner.name,
            version=version,
            seconds=monotonic() - began,
            reason=reason,
            log=finding.log,
            alternatives=alternatives,
            interrupted=finding.interrupted,
        )

    if finding.status not in FOUND:
        return made(None, ())
    return made(*plans[0], tuple(made(cost, actions) for cost, actions in plans[1:]))
