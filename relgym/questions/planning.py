"""Long questions: plans, policies and state spaces.

A service answers them in workers of their own, which may start the programs of planners (`Pool.call_apart`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from relgym.errors import RelgymError, WrongForm, did_you_mean
from relgym.features import Feature, needed
from relgym.limits import Limits
from relgym.model.pddl.problem import Task
from relgym.planning.plan import Plan
from relgym.planning.planner import MissingPlanner
from relgym.planning.planning import plan
from relgym.planning.registry import OWN, planner_class, refusal
from relgym.planning.search.lucky import SearchLimit, any_plan, shortest_plan
from relgym.questions.forms import TEXT_OR_NULL, WHOLE, ValueKind
from relgym.questions.plays import PDDLPlay, Play, RDDLPlay
from relgym.questions.question import BOOL, Answer, Asked, Field, Question, needs_packages, options
from relgym.reasoning.rddl.texts import written
from relgym.tuning.service import (
    PLAN_STATES_LIMIT,
    PLANNING_GRACE_SECONDS,
    PLANNING_SECONDS,
    PLANS_LIMIT,
    SPACE_STATES_LIMIT,
)

if TYPE_CHECKING:
    from relgym.exploration.small import SmallSpace

LUCK = "luck"
"""The planner of tasks with chance: its plan reaches the goal if every action has the outcome that helps."""

_SECONDS = ValueKind(
    "a number of seconds, more than 0",
    {"type": "number", "exclusiveMinimum": 0},
    lambda value: type(value) in (int, float) and 0 < value < float("inf"),
)


def described_planners(task: Task | None = None) -> Iterator[dict[str, Any]]:
    """Describe the planners that a service runs.

    Args:
        task: The task to solve; without one, nothing is said of what a planner lacks.

    Yields:
        For each planner its name and version, or what is `missing`; whether it finds cheapest plans and several ones;
        and why it cannot solve the task, if so (`refused`).
    """
    if task is None or Feature.PROBABILISTIC in needed(task):
        found = {"name": LUCK, "version": None, "missing": None, "optimal": False, "several": False}
        yield found if task is None else {**found, "refused": None}
    for name in OWN:
        try:
            planner = planner_class(name)
            version, missing = planner.version(), None
        except RelgymError as error:
            version, missing = None, error.message
            if isinstance(error, MissingPlanner) and error.hint:
                missing = f"{error.message}; {error.hint}"
        optimal, several = (False, False) if version is None else (planner.optimal, planner.several)
        found = {"name": name, "version": version, "missing": missing, "optimal": optimal, "several": several}
        if task is not None:
            found["refused"] = missing if version is None else refusal(planner, task, False, 1)
        yield found


def _planners(play: PDDLPlay, asked: Asked) -> Answer:
    return {"planners": [*described_planners(play.reasoner.task)]}


def _plan(play: PDDLPlay, asked: Asked) -> Answer:
    name, count, states = (asked.options[option] for option in ("planner", "count", "states"))
    if name is not None and name not in (LUCK, *OWN):
        hint = did_you_mean(name, (LUCK, *OWN))
        raise RelgymError(f"there is no planner '{name}'", expected=f"one of {', '.join((LUCK, *OWN))}", hint=hint)
    check(states, PLAN_STATES_LIMIT, "states")
    check(count, PLANS_LIMIT, "plans")
    if name == LUCK or (name is None and Feature.PROBABILISTIC in needed(play.reasoner.task)):
        return _lucky(play, asked, states).to_json()
    limits = _limits(play, asked)
    found = plan(play.reasoner, name, optimal=asked.options["optimal"], k=count, state=asked.state, limits=limits)
    return found.to_json()


def _lucky(play: PDDLPlay, asked: Asked, states: int) -> Plan:
    search = shortest_plan if asked.options["optimal"] else any_plan
    try:
        found = search(play.reasoner, asked.state, states)
    except SearchLimit as passed:
        return Plan("limit", planner=LUCK, reason=passed.message)
    if found is None:
        return Plan("unsolvable", planner=LUCK, reason="the goal holds in no reachable state")
    reason = "where chance decides, the plan needs the outcomes that help"
    return Plan("solved", found, cost=len(found), planner=LUCK, reason=reason)


@needs_packages
def _policy(play: Play, asked: Asked) -> Answer:
    # Imported late, as the other parts here: they need NumPy, and most workers answer no such question.
    from relgym.planning.stochastic.solving import default_method, solve

    assert isinstance(play, PDDLPlay | RDDLPlay)
    method, seed, step = (asked.options[name] for name in ("method", "seed", "step"))
    key = method, seed
    policy = play.policies.get(key)
    if policy is None:
        policy = solve(play.reasoner, method or default_method(play.reasoner), limits=_limits(play, asked), seed=seed)
        play.policies.clear()
        play.policies[key] = policy
    action = policy(asked.state, step)
    match play:
        case PDDLPlay():
            told: Any = None if action is None else str(action)
        case RDDLPlay():
            told = None if action is None else dict(written(play.reasoner.actions, action))
    convergence = None if policy.convergence is None else policy.convergence.to_json()
    value = policy.value(asked.state, step)
    return {
        "action": told,
        "value": value,
        "value_is": None if value is None else policy.value_is,
        "method": policy.method,
        "convergence": convergence,
    }


def _space(play: Play, asked: Asked) -> Answer:
    from relgym.exploration.pictures.svg import space_svg
    from relgym.exploration.small import small_space

    assert isinstance(play, PDDLPlay | RDDLPlay)
    states = asked.options["states"]
    check(states, SPACE_STATES_LIMIT, "states")
    space = small_space(play.reasoner, states, _limits(play, asked))
    dead, distances = space.dead_ends, space.distances
    nodes = [
        {
            "depth": space.depths[number],
            "goal": space.goals[number],
            "distance": distances[number] if distances[number] >= 0 else None,
            "dead_end": dead[number] if space.has_goal else None,
            "expanded": space.expanded[number],
            **({"state": space.state(number).to_json()} if asked.options["whole"] else {}),
        }
        for number in range(len(space))
    ]
    edges = [
        {"from": number, "to": target, "action": action, "probability": share}
        for number in range(len(space))
        for action, target, share in space.transitions_of(number)
    ]
    found = {**space.to_json(), "present": _place(space, asked.state), "nodes": nodes, "edges": edges}
    return {**found, "svg": space_svg(space)} if asked.options["picture"] else found


def _place(space: SmallSpace, state: Any) -> int | None:
    """Return the number of a state in a space, if it is there."""
    form = state.to_json()
    return next((number for number in range(len(space)) if space.state(number).to_json() == form), None)


def _limits(play: PDDLPlay | RDDLPlay, asked: Asked) -> Limits:
    """Return the limits of a long question: what is asked for, and what a call of this process may take."""
    most = play.reasoner.engine.limits
    seconds = min(asked.options["seconds"], max(most.seconds - PLANNING_GRACE_SECONDS, most.seconds / 2))
    return Limits(seconds=seconds, memory=most.memory)


def check(number: int, most: int, what: str) -> None:
    """Raise `WrongForm` unless a number is from 1 to the largest one."""
    if not 1 <= number <= most:
        raise WrongForm(f"{number:,} {what} are not possible", expected=f"a number from 1 to {most:,}")


def _seconds(what: str) -> Field:
    return Field("seconds", _SECONDS, f"The seconds that {what} may take.", PLANNING_SECONDS, 5)


SEED = Field("seed", WHOLE, "The seed of what is drawn.", 0, 7)

_PLAN_EXAMPLE: Mapping[str, Any] = {
    "status": "solved",
    "plan": ["(press)"],
    "cost": 1,
    "bound": 1,
    "claimed": False,
    "planner": "search",
    "version": "0.1",
    "seconds": 0.001,
    "reason": None,
}

LONG = (
    Question(
        "plan",
        "a way to the goal, which a reasoner has replayed; where chance decides, one that takes luck",
        "state",
        _plan,
        options=options(
            Field("planner", TEXT_OR_NULL, "The planner; by default, those that fit take turns.", None, "search"),
            Field("optimal", BOOL, "Whether no plan may cost less.", False, True),
            Field("count", WHOLE, "The number of plans; those beyond the first are `alternatives`.", 1, 1),
            _seconds("the search"),
            Field("states", WHOLE, "The largest number of states to expand, where chance decides.", PLAN_STATES_LIMIT),
        ),
        example=_PLAN_EXAMPLE,
        is_long=True,
    ),
    Question(
        "planners",
        "the planners, and why some of them cannot solve the task",
        "state",
        _planners,
        example={"planners": [{"name": "search", "version": "0.1", "missing": None, "refused": None}]},
        is_long=True,
    ),
    Question(
        "policy",
        "what to do next by a policy, and what the state is worth to it: a value, a bound, or an estimate",
        "state",
        _policy,
        _policy,
        options=options(
            Field("method", TEXT_OR_NULL, "The method; by default `lrtdp` for PDDL, `uct` for RDDL.", None, "lrtdp"),
            _seconds("the method, or each decision of one that makes no table,"),
            SEED,
            Field("step", WHOLE, "The steps taken before, which matter where there is a horizon.", 0, 0),
        ),
        example={"action": "(press)", "value": 1.0, "value_is": "exact", "method": "lrtdp", "convergence": None},
        is_long=True,
    ),
    Question(
        "space",
        "the states that are reachable from the start of the task, with the transitions between them",
        "state",
        _space,
        _space,
        options=options(
            Field("states", WHOLE, "The largest number of states.", SPACE_STATES_LIMIT, 100),
            Field("whole", BOOL, "Whether to list what is true in each of them.", False, False),
            Field("picture", BOOL, "Whether to draw them, as `svg`.", False, False),
            _seconds("the exploration"),
        ),
        example={"states": 2, "transitions": 1, "goal_states": 1, "dead_ends": 0, "depth": 1, "nodes": [], "edges": []},
        is_long=True,
    ),
)
