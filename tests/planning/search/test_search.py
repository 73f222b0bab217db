"""The planner `search` beside a naive search that knows nothing but `outcomes`, and at its edges."""

from __future__ import annotations

import warnings
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count

import pytest
from fuzz.strategies import Kinds, cases
from fuzz.test_fuzz import examples, read
from hypothesis import assume, given

import relgym
from relgym import Text
from relgym.catalogue.domains import spec
from relgym.envs.pddl.problems import Problems
from relgym.errors import RelgymError, RelgymWarning
from relgym.planning.validation import cost_of

STATES = 400


def naive(reasoner):
    """The cost of a cheapest plan, by a search over whole states; None without a plan."""
    order = count()
    start = reasoner.initial_state
    queue, done = [(cost_of(reasoner, start, 0), next(order), 0, start)], set()
    while queue:
        cost, _, steps, state = heappop(queue)
        if state in done:
            continue
        if reasoner.goal(state):
            return cost
        done.add(state)
        if len(done) > STATES:
            raise OverflowError
        for action in reasoner.valid_actions(state):
            [outcome] = reasoner.outcomes(state, action)
            after = cost_of(reasoner, outcome.state, steps + 1)
            if after is None or after < cost:
                raise OverflowError
            heappush(queue, (after, next(order), steps + 1, outcome.state))
    return None


@examples(60)
@given(cases(Kinds(numbers=True, bound=True)))
def test_costs_are_those_of_a_naive_search(case):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RelgymWarning)
        reasoner = relgym.Reasoner(read(case.task))
        try:
            expected = naive(reasoner)
        except (OverflowError, RelgymError):
            assume(False)
        best = relgym.plan(reasoner, "search", optimal=True)
        some = relgym.plan(reasoner, "search")
    if expected is None:
        assert (best.status, some.status) == ("unsolvable", "unsolvable")
    else:
        assert (best.status, best.cost, best.bound) == ("optimal", expected, expected)
        assert some.status == "solved"
        assert some.cost >= best.cost


TOLLS = """(define (domain tolls) (:predicates (at ?x) (road ?x ?y)) (:functions (total-cost) (toll ?x ?y) (steps))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
   :effect (and (not (at ?x)) (at ?y) (increase (total-cost) (toll ?x ?y)) (increase (steps) 1))))"""


def tolls(metric):
    return relgym.load(
        TOLLS,
        f"""(define (problem p) (:domain tolls) (:objects a b c)
          (:init (at a) (road a b) (road b c) (road a c) (road c a) (= (total-cost) 0) (= (steps) 0)
                 (= (toll a b) 1) (= (toll b c) 1/2) (= (toll a c) 2) (= (toll c a) 0))
          (:goal (at c)) {metric})""",
    )


@pytest.mark.parametrize(
    ("metric", "cost", "steps"),
    [
        ("", 1, 1),
        ("(:metric minimize (total-cost))", Fraction(3, 2), 2),
        ("(:metric minimize (+ (total-cost) (steps)))", 3, 1),
        ("(:metric minimize (* (total-cost) (steps)))", 2, 1),
    ],
)
def test_metrics(metric, cost, steps):
    plan = relgym.plan(tolls(metric), "search", optimal=True)
    assert (plan.status, plan.cost, len(plan)) == ("optimal", cost, steps)


def test_a_metric_that_is_maximized_has_no_optimal_plan():
    plan = relgym.plan(tolls("(:metric maximize (total-cost))"), "search", optimal=True)
    assert plan.status == "refused"
    assert "plans with the highest reward (<problem>:" in plan.reason
    assert relgym.plan(tolls("(:metric maximize (total-cost))"), "search").status == "solved"


def test_metrics_that_fall_are_refused():
    plan = relgym.plan(tolls("(:metric minimize (- (total-cost) (steps)))"), "search", optimal=True)
    assert plan.status == "refused"
    assert plan.reason.startswith(
        "the search for a cheapest plan does not support: an action that lowers the metric, (go"
    )
    assert relgym.plan(tolls("(:metric minimize (- (total-cost) (steps)))"), "search").cost == 1


def test_costs_make_no_states():
    """The roads lead around for ever, and the total grows; the search ends all the same."""
    task = relgym.load(
        TOLLS,
        """(define (problem p) (:domain tolls) (:objects a b c) (:init (at a) (road a b) (road b a) (= (total-cost) 0)
          (= (steps) 0) (= (toll a b) 1) (= (toll b a) 1)) (:goal (at c)) (:metric minimize (total-cost)))""",
    )
    for optimal in (True, False):
        plan = relgym.plan(task, "search", optimal=optimal)
        assert (plan.status, plan.claimed) == ("unsolvable", False)
        assert plan.reason == "the goal holds in no reachable state; 2 states expanded, 2 generated"


def test_limits_say_what_is_known():
    task = relgym.load(spec("slide-tile").domain, spec("slide-tile").problems("test")[-1])
    plan = relgym.plan(task, "search", optimal=True, limits={"seconds": 0.2})
    assert plan.status == "limit"
    assert plan.bound >= 1
    assert plan.reason.startswith("the search did not answer within 0.2 s; ")
    plan = relgym.plan(task, "search", optimal=True, limits={"memory": 1})
    assert (plan.status, plan.reason.split(";")[0]) == ("limit", "the search needs more than 1 MB for one call")


def test_goal_at_the_start():
    task = relgym.load(
        "(define (domain lamp) (:predicates (on)) (:action press :effect (on)))",
        "(define (problem lit) (:domain lamp) (:init (on)) (:goal (on)))",
    )
    for optimal in (True, False):
        plan = relgym.plan(task, "search", optimal=optimal)
        assert (plan.found, plan.actions, plan.cost) == (True, (), 0)
        assert str(plan) == f"; cost = 0 ({plan.status})"


def test_free_parameters_leave_one_binding():
    """An action that leaves two bindings is no step of a plan."""
    domain = """(define (domain d) (:predicates (at ?x) (way ?x ?w ?y))
      (:action go :parameters (?x ?w ?y) :precondition (and (way ?x ?w ?y) (at ?x))
       :effect (and (at ?y) (not (at ?x)))))"""
    problem = """(define (problem p) (:domain d) (:objects a b c up down)
      (:init (at a) (way a up b) (way a up c) (way a down b) (way b down c)) (:goal (at c)))"""
    task = Problems(Text(domain), Text(problem), free={"go": ["?w"]}).task(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RelgymWarning)
        plan = relgym.plan(task, "search", optimal=True)
    assert [str(action) for action in plan] == ["(go down)", "(go down)"]


def test_interrupted(monkeypatch):
    from relgym.planning.search.algorithms import Counted

    def interrupt(self, generated):
        raise KeyboardInterrupt

    monkeypatch.setattr(Counted, "expand", interrupt)
    plan = relgym.plan(relgym.load(spec("blocks").domain, spec("blocks").problems("train")[0]), "search")
    assert (plan.status, plan.reason.split(";")[0]) == ("limit", "the search was interrupted")
