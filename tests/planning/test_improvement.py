"""Plans that become cheaper until a limit, or until that is proved to be impossible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from planning.stochastic.problems import small

import relgym
from relgym.errors import RelgymError
from relgym.planning.planner import Finding
from relgym.planning.search.planner import SearchPlanner

ROADS = """(define (domain roads) (:requirements :action-costs) (:predicates (at ?x) (road ?x ?y))
  (:functions (toll ?x ?y) (total-cost))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
    :effect (and (not (at ?x)) (at ?y) (increase (total-cost) (toll ?x ?y)))))"""
WAY = """(define (problem way) (:domain roads) (:objects a b c d)
  (:init (at a) (road a b) (road b c) (road c d) (road a c) (road a d) (road b a) (= (total-cost) 0)
    (= (toll a b) 1) (= (toll b c) 1) (= (toll c d) 1) (= (toll a c) 4) (= (toll a d) 9) (= (toll b a) 0))
  (:goal (at d)) {metric})"""
LONG = ["(go a b)", "(go b a)", "(go a b)", "(go b c)", "(go c d)"]


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the planner `search` give a plan with a detour."""
    monkeypatch.setattr(SearchPlanner, "solve", lambda self, request: Finding("solved", [LONG]))


@pytest.mark.parametrize(
    ("metric", "actions", "cost"),
    [("", ["(go a d)"], 1), ("(:metric minimize (total-cost))", ["(go a b)", "(go b c)", "(go c d)"], 3)],
)
def test_a_plan_becomes_the_cheapest_one(given: None, metric: str, actions: Sequence[str], cost: int) -> None:
    task = relgym.load(ROADS, WAY.format(metric=metric))
    assert len(relgym.plan(task, "search")) == 5
    found = relgym.plan(task, "search", improve=True)
    # All states were expanded, by relgym itself: that is a proof.
    assert (found.status, found.claimed, found.cost, found.bound) == ("optimal", False, cost, cost)
    assert [str(action) for action in found] == actions


def test_at_a_limit_the_best_plan_is_kept_and_said_not_to_be_proved(
    given: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from relgym.planning import improvement

    real, errors = improvement.cheaper_plans, [KeyboardInterrupt(), TimeoutError()]

    def stopped(*arguments: Any) -> Any:
        yield next(real(*arguments))
        raise errors.pop()

    monkeypatch.setattr(improvement, "cheaper_plans", stopped)
    task = relgym.load(ROADS, WAY.format(metric="(:metric minimize (total-cost))"))
    for interrupted in (False, True):
        found = relgym.plan(task, "search", improve=True)
        assert (found.status, found.cost, found.interrupted) == ("solved", 3, interrupted)
        assert found.reason is not None
        assert found.reason.endswith("the first plan cost 4; it is not proved that no plan costs less than 3")
    # Without any time, the first plan stays.
    found = relgym.plan(task, "search", improve=True, limits={"seconds": 0})
    assert (found.status, found.cost) == ("solved", 4)


@pytest.mark.parametrize(("name", "problem"), [("blocks", 2), ("ferry", 0), ("doors", 0)])
def test_improved_plans_cost_what_optimal_ones_do(name: str, problem: int) -> None:
    task = small(name, problem)
    found, best = relgym.plan(task, "search", improve=True), relgym.plan(task, "search", optimal=True)
    assert (found.status, found.cost) == ("optimal", best.cost)


def test_what_excludes_improvement() -> None:
    task = relgym.load(ROADS, WAY.format(metric=""))
    for options in ({"optimal": True}, {"k": 2}):
        with pytest.raises(RelgymError, match="a plan is improved where any plan was asked for"):
            relgym.plan(task, "search", improve=True, **options)  # type: ignore[arg-type]
    rewarded = relgym.load(ROADS, WAY.format(metric="(:metric maximize (total-cost))"))
    found = relgym.plan(rewarded, "search", improve=True)
    assert found.status == "refused" and "plans with the highest reward" in str(found.reason)
