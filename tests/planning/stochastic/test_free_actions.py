"""Actions that cost nothing: going round for ever is free, but never reaches the goal.

The oracle tries all policies of tiny processes, and computes what each is worth by linear equations.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import relgym

WAIT_OR_GO = """(define (domain d) (:requirements :action-costs) (:predicates (home)) (:functions (total-cost))
  (:action wait :effect (increase (total-cost) 0))
  (:action go :effect (and (home) (increase (total-cost) 1))))"""
GOAL = """(define (problem p) (:domain d) (:init {init} (= (total-cost) 0)) (:goal (home))
  (:metric minimize (total-cost)))"""

METHODS = ["value_iteration", "lrtdp", "uct"]


def costly(actions: str, places: int) -> str:
    predicates = " ".join(f"(at{place})" for place in range(places))
    return (
        "(define (domain d) (:requirements :action-costs :probabilistic-effects) "
        f"(:predicates (home) {predicates}) (:functions (total-cost)) {actions})"
    )


def move(name: str, here: int, cost: str, ends: list[tuple[str, str]]) -> str:
    """An action of one place; each outcome leads to a place, or home, or nowhere."""
    outcomes = " ".join(
        f"{probability} (and (not (at{here})) ({end}))" if end != f"at{here}" else f"{probability} (at{here})"
        for probability, end in ends
    )
    return (
        f"(:action {name} :precondition (at{here}) "
        f":effect (and (increase (total-cost) {cost}) (probabilistic {outcomes})))"
    )


def task_of(domain: str, init: str = "") -> relgym.Task:
    return relgym.load(domain, GOAL.format(init=init))


@pytest.mark.parametrize("method", METHODS)
def test_an_action_that_costs_nothing_and_leads_nowhere_is_not_chosen(method: str) -> None:
    reasoner = relgym.Reasoner(task_of(WAIT_OR_GO))
    policy = relgym.solve(reasoner, method)
    start = reasoner.initial_state
    assert (str(policy(start)), policy.value(start)) == ("(go)", 1.0)
    found = relgym.evaluate(reasoner, policy, episodes=3)
    assert (found.goals, found.mean) == (3, 1.0)


@pytest.mark.parametrize("method", METHODS)
def test_a_free_circle_of_several_places_is_left_where_that_is_cheapest(method: str) -> None:
    """The way out costs 7 here and 3 at the other end of the circle; to walk there is free."""
    ring = [move(f"a{n}", n, "0", [("1", f"at{(n + 1) % 4}")]) for n in range(4)]
    ways = [move("b-out", 0, "7", [("1", "home")]), move("c-out", 3, "3", [("1", "home")])]
    reasoner = relgym.Reasoner(task_of(costly(" ".join(ring + ways), 4), "(at0)"))
    policy = relgym.solve(reasoner, method)
    found = relgym.evaluate(reasoner, policy, episodes=2)
    assert (policy.value(reasoner.initial_state), found.goals, found.mean) == (3.0, 2, 3.0)


@pytest.mark.parametrize("method", METHODS)
def test_a_free_circle_that_chance_leaves_is_no_trap(method: str) -> None:
    """To try again and again costs nothing; the sure way costs 1."""
    actions = [move("a-sure", 0, "1", [("1", "home")]), move("b-try", 0, "0", [("1/4", "home")])]
    reasoner = relgym.Reasoner(task_of(costly(" ".join(actions), 1), "(at0)"))
    policy = relgym.solve(reasoner, method)
    start = reasoner.initial_state
    assert str(policy(start)) == "(b-try)"
    assert policy.value(start) == pytest.approx(0.0, abs=1e-6)
    assert relgym.evaluate(reasoner, policy, episodes=5).goals == 5


@pytest.mark.parametrize("method", METHODS)
def test_a_dead_end_in_which_waiting_is_free_costs_the_penalty(method: str) -> None:
    """The cheap way ends half of the time where one may wait for ever."""
    actions = [
        move("a-risk", 0, "1", [("1/2", "home"), ("1/2", "at1")]),
        move("b-sure", 0, "9", [("1", "home")]),
        move("c-wait", 1, "0", [("1", "at2")]),
        move("d-wait", 2, "0", [("1", "at1")]),
    ]
    reasoner = relgym.Reasoner(task_of(costly(" ".join(actions), 3), "(at0)"))
    for penalty, action, cost in ((500.0, "(b-sure)", 9.0), (10.0, "(a-risk)", 6.0)):
        policy = relgym.solve(reasoner, method, penalty=penalty)
        start, lost = reasoner.initial_state, reasoner.state(["(at1)"], {"(total-cost)": 0})
        assert str(policy(start)) == action
        assert policy.value(start) == pytest.approx(cost, abs=1e-6)
        if method == "value_iteration":
            assert (policy(lost), policy.value(lost)) == (None, penalty)


@pytest.mark.parametrize("method", METHODS)
def test_a_circle_that_costs_almost_nothing_is_left_too(method: str) -> None:
    actions = [move("a-wait", 0, "0.00000000001", [("1", "at0")]), move("b-go", 0, "1", [("1", "home")])]
    reasoner = relgym.Reasoner(task_of(costly(" ".join(actions), 1), "(at0)"))
    policy = relgym.solve(reasoner, method, limits={"seconds": 1})
    solved = policy.convergence is None or policy.convergence.status == "solved"
    assert str(policy(reasoner.initial_state)) == "(b-go)" or not solved


def test_random_rollouts_do_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in tasks that are too large for estimates."""
    monkeypatch.setattr("relgym.planning.stochastic.generative.goal_estimates", lambda process: None)
    reasoner = relgym.Reasoner(task_of(WAIT_OR_GO))
    policy = relgym.solve(reasoner, "uct", trials=200)
    assert str(policy(reasoner.initial_state)) == "(go)"
    assert relgym.evaluate(reasoner, policy, episodes=2).goals == 2


def test_a_plan_that_waits_is_not_followed_in_a_circle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planners of others may give a plan that meets a state twice."""
    from relgym.planning.planner import Finding
    from relgym.planning.search.planner import SearchPlanner

    monkeypatch.setattr(SearchPlanner, "solve", lambda self, request: Finding("solved", [["(wait)", "(go)"]]))
    reasoner = relgym.Reasoner(task_of(WAIT_OR_GO))
    policy = relgym.solve(reasoner, "replan", planner="search")
    assert relgym.evaluate(reasoner, policy, episodes=1, horizon=5).goals == 1


PLACES = 4

Step = tuple[int, str, list[tuple[str, str]]]
"""An action: its place, its cost, and the probability and place of each outcome."""


@st.composite
def processes(draw: Any, outcomes: int) -> list[Step]:
    """Places with up to three actions each, whose costs are often 0."""
    steps: list[Step] = []
    targets = [*(f"at{place}" for place in range(PLACES)), "home"]
    for here in range(PLACES):
        for _ in range(draw(st.integers(0, 2)) + (here == 0)):
            ends = draw(st.lists(st.sampled_from(targets), min_size=1, max_size=outcomes, unique=True))
            chances = ["1"] if len(ends) == 1 else draw(st.sampled_from([["1/2", "1/2"], ["1/4", "3/4"]]))
            cost = draw(st.sampled_from(["0", "0", "0", "1", "2.5", "30"]))
            steps.append((here, cost, [*zip(chances, ends, strict=True)]))
    return steps


def worth(chosen: dict[int, Step | None], penalty: float) -> list[float]:
    """The expected cost of each place under a policy; `None` gives up. To go on for ever costs the penalty besides."""
    matrix, costs = np.zeros((PLACES, PLACES)), np.full(PLACES, penalty)
    follows: dict[int, set[int]] = {}
    ends = set()
    for place in range(PLACES):
        step = chosen.get(place)
        if step is None:
            ends.add(place)
            continue
        costs[place] = float(step[1])
        follows[place] = {int(end[2:]) for _, end in step[2] if end != "home"}
        if any(end == "home" for _, end in step[2]):
            ends.add(place)
        for chance, end in step[2]:
            if end != "home":
                matrix[place, int(end[2:])] = float(Fraction(chance))
    while more := {place for place, following in follows.items() if following & ends} - ends:
        ends |= more
    for place in set(range(PLACES)) - ends:
        # From here no end is reached: free, or at an endless cost. A policy that gives up is no worse.
        matrix[place], costs[place] = 0.0, penalty
    found: list[float] = np.linalg.solve(np.eye(PLACES) - matrix, costs).tolist()
    return found


@pytest.mark.parametrize("penalty", [20.0, 500.0])
@settings(max_examples=25)
@given(steps=processes(2))
def test_values_are_those_of_the_best_of_all_policies(penalty: float, steps: list[Step]) -> None:
    for method in ("value_iteration", "lrtdp"):
        check_beside_all_policies(method, penalty, steps)


@settings(max_examples=12)
@given(steps=processes(1))
def test_tree_search_finds_the_best_policy_where_there_is_no_chance(steps: list[Step]) -> None:
    check_beside_all_policies("uct", 500.0, steps)


def check_beside_all_policies(method: str, penalty: float, steps: list[Step]) -> None:
    own = {place: [None, *(step for step in steps if step[0] == place)] for place in range(PLACES)}
    every = [worth(dict(enumerate(chosen)), penalty) for chosen in product(*own.values())]
    best = [min(values[place] for values in every) for place in range(PLACES)]
    named = {f"(go{number})": step for number, step in enumerate(steps)}
    actions = " ".join(move(name[1:-1], *step) for name, step in named.items())
    reasoner = relgym.Reasoner(task_of(costly(actions, PLACES), "(at0)"))
    met = {0, *(int(end[2:]) for _, _, ends in steps for _, end in ends if end != "home")}
    states = {place: reasoner.state([f"(at{place})"], {"(total-cost)": 0}) for place in sorted(met)}
    policy = relgym.solve(reasoner, method, penalty=penalty)
    assert policy.value(states[0]) == pytest.approx(best[0], abs=1e-5)
    # The policy is worth what it says. A table knows the states that it can meet.
    taken = {place: named.get(str(policy(state))) for place, state in states.items()}
    assert worth(taken, penalty)[0] == pytest.approx(best[0], abs=1e-5)
