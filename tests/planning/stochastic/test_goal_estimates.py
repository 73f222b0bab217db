"""Estimates of goal tasks by relaxed plans."""

from __future__ import annotations

from math import inf

import pytest
from planning.stochastic.problems import crossing, reachable, small

import relgym
from relgym.planning.stochastic.criterion import SURE_PLAN_COST, Criterion
from relgym.planning.stochastic.goal_estimates import GoalEstimates, goal_estimates
from relgym.planning.stochastic.process import TaskProcess

COST = Criterion("cost")


def estimates_of(task: relgym.Task, criterion: Criterion = COST) -> tuple[relgym.Reasoner, GoalEstimates]:
    reasoner = relgym.Reasoner(task)
    found = goal_estimates(TaskProcess(reasoner, criterion))
    assert found is not None
    return reasoner, found


def task_with(actions: str, init: str, goal: str, metric: str = "") -> relgym.Task:
    domain = f"""(define (domain d) (:requirements :adl :action-costs :probabilistic-effects :derived-predicates)
      (:predicates (a) (b) (c) (e)) (:functions (total-cost)) {actions})"""
    return relgym.load(domain, f"(define (problem p) (:domain d) (:init {init}) (:goal {goal}) {metric})")


def worth(task: relgym.Task, criterion: Criterion = COST) -> float:
    reasoner, estimates = estimates_of(task, criterion)
    return estimates.worth(reasoner.initial_state)[0]


def test_what_changes_nothing_is_tried_again() -> None:
    """A jump succeeds with probability 2/3 at last, after 4/3 tries; wading takes 10 steps, but nothing can happen."""
    assert worth(crossing(), Criterion("cost", penalty=9.0)) == pytest.approx(-(2 / 3 * 4 / 3 + 1 / 3 * 9))
    # The effect on `wet` hides that wading is tried again: its estimate is too low.
    assert worth(crossing(), Criterion("probability")) == pytest.approx(2 / 3 - SURE_PLAN_COST * 4 / 3)
    assert worth(crossing(), Criterion("discounted", discount=0.9)) == pytest.approx(2 / 3 * 0.9 ** (1 / 3))


@pytest.mark.parametrize(
    ("actions", "goal", "cost"),
    [
        ("(:action x :precondition (not (a)) :effect (b)) (:action y :effect (not (a)))", "(b)", 2.0),
        ("(:action x :effect (and (when (a) (b)) (when (b) (c))))", "(c)", 1.0),
        ("(:action x :precondition (or (b) (a)) :effect (c))", "(c)", 1.0),
        ("(:action x :precondition (not (and (a) (b))) :effect (c))", "(c)", 1.0),
        ("(:action x :precondition (not (or (a) (b))) :effect (c)) (:action y :effect (not (a)))", "(c)", 2.0),
        ("(:derived (e) (or (b) (c))) (:action x :effect (c))", "(and (e) (a))", 1.0),
        ("(:derived (e) (not (a))) (:action x :precondition (not (e)) :effect (c))", "(c)", 1.0),
        ("(:action x :effect (b))", "(and (b) (c))", inf),
    ],
)
def test_relaxed_plans_of_each_feature(actions: str, goal: str, cost: float) -> None:
    reasoner, estimates = estimates_of(task_with(actions, "(a)", goal))
    expected = (-500.0, True) if cost == inf else (-cost, False)
    assert estimates.worth(reasoner.initial_state) == expected


def test_costs_are_those_of_the_metric() -> None:
    actions = """(:action x :effect (and (b) (increase (total-cost) 7)))
      (:action y :effect (and (c) (increase (total-cost) 2)))
      (:action z :precondition (c) :effect (and (b) (increase (total-cost) 3)))"""
    assert worth(task_with(actions, "(= (total-cost) 0)", "(b)", "(:metric minimize (total-cost))")) == -5.0
    assert worth(task_with(actions, "(= (total-cost) 0)", "(b)")) == -1.0


def test_costs_that_depend_on_the_state_have_no_estimates() -> None:
    actions = "(:action x :effect (and (b) (when (a) (increase (total-cost) 7))))"
    task = task_with(actions, "(= (total-cost) 0)", "(b)", "(:metric minimize (total-cost))")
    assert goal_estimates(TaskProcess(relgym.Reasoner(task), Criterion("cost"))) is None
    assert str(relgym.solve(task, "uct", trials=3)(relgym.Reasoner(task).initial_state)) == "(x)"


@pytest.mark.parametrize(("name", "problem"), [("tireworld", 0), ("river", 6), ("exploding-blocks", 0)])
def test_only_states_without_a_way_to_the_goal_are_called_dead(name: str, problem: int) -> None:
    reasoner, estimates = estimates_of(small(name, problem))
    space = reachable(reasoner)
    alive = {state for state in space if reasoner.goal(state)}
    grown = True
    while grown:
        more = {
            state
            for state, actions in space.items()
            if state not in alive and any(after in alive for outcomes in actions.values() for _, after in outcomes)
        }
        alive |= more
        grown = bool(more)
    exact = {state: estimates.worth(state)[1] for state in space if not reasoner.goal(state)}
    assert not any(dead and state in alive for state, dead in exact.items())
    if name != "exploding-blocks":
        assert any(exact.values())


def test_states_with_atoms_out_of_reach_are_not_known() -> None:
    actions = """(:action x :precondition (a) :effect (and (c) (not (a))))
      (:action y :precondition (b) :effect (and (c) (not (b))))"""
    reasoner, estimates = estimates_of(task_with(actions, "(a)", "(c)"))
    other = reasoner.state(["(b)"])
    assert estimates.knows(reasoner.initial_state) and not estimates.knows(other)
    # Such a state has random rollouts.
    assert str(relgym.solve(reasoner, "uct", trials=3)(other)) == "(y)"
