"""Random tasks: the planner `clingo` finds plans as short as those of the search over all states."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fuzz.strategies import Kinds, Source
from fuzz.test_fuzz import examples, read
from hypothesis import event, given
from hypothesis import strategies as st

import relgym
from relgym import Task


@st.composite
def tasks(draw: st.DrawFn) -> Task:
    task = Source(draw, Kinds(bound=True)).task()
    return Task(task.domain, replace(task.problem, chances=()))


@pytest.mark.filterwarnings("ignore::relgym.errors.RelgymWarning")
@given(task=tasks())
@examples(40)
def test_plans_are_as_short_as_those_of_the_search(task: Task) -> None:
    task = read(task)
    found = relgym.plan(task, "search", optimal=True)
    event(found.status)
    plan = relgym.plan(task, "clingo", optimal=True)
    assert (plan.status, plan.cost, plan.bound) == (found.status, found.cost, found.cost)
