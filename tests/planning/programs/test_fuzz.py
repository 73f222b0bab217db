"""Random tasks: planners of others find plans as cheap as those of relgym's search over all states."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fuzz.strategies import Kinds, Source
from fuzz.test_fuzz import examples, read
from hypothesis import event, given
from hypothesis import strategies as st
from planning.installed import needs_downward, needs_kstar, needs_symk

import relgym
from relgym import Task
from relgym.model.numeric import FluentValue
from relgym.model.pddl.problem import Metric
from relgym.planning.planner import PlannerError


@st.composite
def tasks(draw: st.DrawFn) -> Task:
    """A task without chance; the parameters that an agent does not choose, and a metric where there are functions."""
    task = Source(draw, Kinds(bound=draw(st.booleans()), numbers=draw(st.booleans()))).task()
    metric = None
    plain = [function for function in task.domain.functions if not function.parameters]
    if plain:
        metric = Metric("minimize", FluentValue(draw(st.sampled_from(plain)).name))
    return Task(task.domain, replace(task.problem, chances=(), metric=metric))


@pytest.mark.parametrize(
    "planner",
    [
        pytest.param("fast-downward", marks=needs_downward),
        pytest.param("symk", marks=needs_symk),
        pytest.param("kstar", marks=needs_kstar),
    ],
)
@pytest.mark.filterwarnings("ignore::relgym.errors.RelgymWarning")
@given(task=tasks())
@examples(4)
def test_cheapest_plans_cost_as_much_as_those_of_the_search(planner: str, task: Task) -> None:
    task = read(task)
    try:
        plan = relgym.plan(task, planner, optimal=True, limits={"seconds": 10})
    except PlannerError as error:
        # Planners of others choose what an agent does not: such a plan is refused when it is replayed.
        assert "is ambiguous" in error.message
        assert any(set(action.free) < {each.name for each in action.parameters} for action in task.domain.actions)
        event("ambiguous")
        return
    event(plan.status)
    if plan.status != "refused":
        found = relgym.plan(task, "search", optimal=True, limits={"seconds": 1})
        if found.status in ("optimal", "unsolvable"):
            assert (plan.status, plan.cost, plan.bound) == (found.status, found.cost, found.cost)
