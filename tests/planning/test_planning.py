"""`relgym.plan`: choice, refusal, replay of what planners say, and claims."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import relgym
from relgym.errors import RelgymError
from relgym.features import Feature
from relgym.planning import registry
from relgym.planning.choice import ANY_PLAN, CHEAPEST, SEVERAL
from relgym.planning.planner import Finding, MissingPlanner, Planner, PlannerError, Request

ROOT = Path(__file__).parents[2]
ROADS = """(define (domain roads) (:predicates (at ?x) (road ?x ?y))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y)) :effect (and (not (at ?x)) (at ?y))))"""
WAY = """(define (problem way) (:domain roads) (:objects a b c)
  (:init (at a) (road a b) (road b c) (road a c)) (:goal (at c)))"""
DICE = """(define (domain dice) (:requirements :probabilistic-effects) (:predicates (six))
  (:action throw :effect (probabilistic 1/6 (six))))"""
THROW = "(define (problem throw) (:domain dice) (:init) (:goal (six)))"


class Told(Planner):
    """A planner that answers what a test tells it."""

    name = "told"
    features = frozenset(Feature) - {Feature.PROBABILISTIC}
    optimal = True
    several = True
    finding = Finding("limit")
    requests: Sequence[Request] = ()

    @classmethod
    def version(cls) -> str:
        return "1"

    def solve(self, request: Request) -> Finding:
        type(self).requests = [*self.requests, request]
        return self.finding


class Absent(Told):
    name = "absent"

    @classmethod
    def version(cls) -> str:
        raise MissingPlanner("the planner 'absent' is not installed", hint="pip install absent")


@pytest.fixture
def told(monkeypatch):
    for name, kind in {"told": "Told", "absent": "Absent"}.items():
        monkeypatch.setitem(registry.OWN, name, EntryPoint(name, f"{__name__}:{kind}", registry.GROUP))
    monkeypatch.setattr(EntryPoint, "load", lambda self: globals().get(self.attr) or _load(self))
    monkeypatch.setattr(Told, "requests", ())

    def tell(status, *plans, **others):
        monkeypatch.setattr(
            Told, "finding", Finding(status, [plan.split(", ") if plan else [] for plan in plans], **others)
        )

    return tell


_load = EntryPoint.load


def test_plans_are_replayed_and_costed(told):
    told("solved", "(go a b), (go b c)", bound=1)
    plan = relgym.plan(relgym.load(ROADS, WAY), "told")
    assert (plan.status, plan.cost, plan.bound, plan.claimed, plan.reason) == ("solved", 2, 1, False, None)
    assert all(isinstance(action, relgym.Action) for action in plan)
    assert str(plan) == "(go a b)\n(go b c)\n; cost = 2 (solved)"
    assert relgym.validate(relgym.load(ROADS, WAY), plan).valid


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        ("(go b c)", "step 1 cannot be taken: (go b c) is not applicable"),
        ("(go a b)", "the goal does not hold after step 1"),
        ("(fly a b)", "step 1 cannot be taken: "),
    ],
)
def test_wrong_plans_are_refused(told, plan, reason):
    told("solved", plan)
    with pytest.raises(PlannerError, match="gave a plan that is not valid") as caught:
        relgym.plan(relgym.load(ROADS, WAY), "told")
    assert reason in str(caught.value)


def test_what_others_say_is_a_claim(told):
    task = relgym.load(ROADS, WAY)
    told("optimal", "(go a b), (go b c)")
    plan = relgym.plan(task, "told", optimal=True)
    assert (plan.status, plan.claimed, plan.cost) == ("optimal", True, 2)
    assert plan.reason == "'told' claims that no plan costs less; relgym has replayed the plan, not proved this"
    told("unsolvable")
    plan = relgym.plan(task, "told")
    assert (plan.status, plan.claimed, plan.found, bool(plan), len(plan), plan.cost) == (
        "unsolvable",
        True,
        False,
        False,
        0,
        None,
    )
    assert plan.reason == "'told' claims that the task is unsolvable; relgym has not proved it"
    assert str(plan) == f"; unsolvable: {plan.reason}"


def test_several_plans(told):
    told("solved", "(go a c)", "(go a b), (go b c)")
    plan = relgym.plan(relgym.load(ROADS, WAY), "told", k=2)
    assert (plan.cost, [other.cost for other in plan.alternatives]) == (1, [2])
    assert [form["plan"] for form in plan.to_json()["alternatives"]] == [["(go a b)", "(go b c)"]]
    assert Told.requests[0].count == 2


def test_plans_from_other_states(told):
    told("solved", "(go b c)")
    reasoner = relgym.Reasoner(relgym.load(ROADS, WAY), backend="sld")
    start = reasoner.successor(reasoner.initial_state, "(go a b)")
    plan = relgym.plan(reasoner, "told", state=start, limits={"seconds": 3})
    assert (plan.cost, Told.requests[0].start, Told.requests[0].limits.seconds) == (1, start, 3)


def test_refusals_name_features_places_and_planners(told):
    plan = relgym.plan(relgym.load(DICE, THROW), "told")
    assert (plan.status, plan.found) == ("refused", False)
    assert plan.reason.startswith("the planner 'told' does not support: probabilistic effects (<domain>:2:26); ")
    assert Told.requests == ()
    plan = relgym.plan(relgym.load(ROADS, WAY), "search", k=2)
    assert plan.reason.startswith("the planner 'search' does not support: several plans; planners that do: ")
    assert "told" in plan.reason


def test_unknown_missing_and_broken_planners(told):
    task = relgym.load(ROADS, WAY)
    with pytest.raises(RelgymError, match="there is no planner 'serach'") as caught:
        relgym.plan(task, "serach")
    assert caught.value.hint == "did you mean 'search'?"
    with pytest.raises(MissingPlanner, match="pip install absent"):
        relgym.plan(task, "absent")
    assert registry.available()["absent"].startswith("the planner 'absent' is not installed")
    assert not registry.is_installed("absent")
    for wrong in ({"optimal": 1}, {"k": 0}, {"k": "2"}, {"limits": 3}, {"limits": {"time": 3}}, {"planner": 3}):
        with pytest.raises(RelgymError):
            relgym.plan(task, **wrong)
    with pytest.raises(RelgymError, match="the task cannot be None"):
        relgym.plan(None)


@pytest.mark.parametrize(
    ("finding", "message"),
    [
        (None, "the answer of the planner 'told' cannot be None"),
        (Finding("perhaps"), "the answer of the planner 'told' cannot be Finding"),  # type: ignore[arg-type]
        (Finding("solved"), "says 'solved', but gave no plan"),
        (Finding("solved", [["((("]]), "gave a plan that cannot be read"),
        (Finding("solved", [[3]]), "3 is not an action"),  # type: ignore[list-item]
        (Finding("solved", ["(go a c)"]), "the plan cannot be '"),
        (ValueError("no luck"), "the planner 'told' failed: ValueError: no luck"),
    ],
    ids=str,
)
def test_nonsense_of_planners_is_one_error(told, monkeypatch, finding, message):
    def solve(self: Told, request: Request) -> Finding:
        if isinstance(finding, Exception):
            raise finding
        return finding  # type: ignore[no-any-return]

    monkeypatch.setattr(Told, "solve", solve)
    with pytest.raises(PlannerError, match=message):
        relgym.plan(relgym.load(ROADS, WAY), "told")


def test_a_step_that_an_agent_cannot_choose_is_explained(told):
    """Both ways are open, and `go` chooses nothing: what another planner takes for a step means two."""
    told("solved", "(go)")
    task = relgym.load(ROADS, WAY)
    go = replace(task.domain.actions[0], free=())
    task = relgym.Task(replace(task.domain, actions=(go,)), task.problem)
    with pytest.raises(PlannerError, match=r"\(go\) is ambiguous") as caught:
        relgym.plan(task, "told")
    assert "'search' and 'clingo' choose as the agent does" in str(caught.value.hint)


def test_plans_that_are_no_sequence():
    task = relgym.load(ROADS, WAY)
    for wrong in (None, "(go a c)", 3):
        with pytest.raises(RelgymError, match="the plan cannot be"):
            relgym.validate(task, wrong)


@pytest.mark.parametrize("method", ["uct", "lrtdp"])
def test_states_of_another_task(method):
    task, other = relgym.load(ROADS, WAY), relgym.load(ROADS.replace("(at", "(in"), WAY.replace("(at", "(in"))
    state = relgym.Reasoner(other).initial_state
    for call in (lambda: relgym.plan(task, state=state), lambda: relgym.solve(task, method)(state)):
        with pytest.raises(RelgymError, match="the state is of another task: no action of this one changes 'in'"):
            call()


def test_all_preferred_planners_exist():
    assert {turn.planner for turn in (*ANY_PLAN, *CHEAPEST, *SEVERAL)} <= {*registry.names()}


def test_json_has_plain_numbers():
    domain = """(define (domain tolls) (:predicates (at ?x)) (:functions (total-cost))
      (:action go :parameters (?x ?y) :precondition (at ?x)
       :effect (and (not (at ?x)) (at ?y) (increase (total-cost) 3/2))))"""
    problem = """(define (problem p) (:domain tolls) (:objects a b) (:init (at a) (= (total-cost) 0)) (:goal (at b))
      (:metric minimize (total-cost)))"""
    plan = relgym.plan(relgym.load(domain, problem), "search", optimal=True)
    assert json.loads(json.dumps(plan.to_json()))["cost"] == 1.5
    assert plan.to_json().keys() == {
        "status", "plan", "cost", "bound", "claimed", "planner", "version", "seconds", "reason",
    }  # fmt: skip


TWO_STEPS = """(define (domain dice) (:requirements :probabilistic-effects)
  (:predicates (six) (tired)) (:functions (cost))
  (:action throw :effect (and (probabilistic 1/4 (six) 1/4 (tired)) (increase (cost) 1)))
  (:action rest :precondition (tired) :effect (and (not (tired)) (increase (cost) 1)))
  (:action turn :effect (and (six) (probabilistic 1/2 (increase (cost) 3)))))"""
AT = "(define (problem p) (:domain dice) (:init (= (cost) 0)) (:goal (six)) (:metric minimize (cost)))"


@pytest.mark.parametrize(
    ("plan", "valid", "probability", "cost", "steps"),
    [
        (["(throw)"], False, 0.25, None, 1),
        (["(throw)", "(throw)"], False, 1 - 0.75**2, None, 2),
        (["(throw)", "(rest)"], False, 0.0, None, 1),
        (["(turn)"], True, 1.0, 1.5, 1),
        (["(throw)", "(turn)"], True, 1.0, 2.5, 2),
        ([], False, 0.0, None, 0),
    ],
)
def test_all_outcomes_are_followed(plan, valid, probability, cost, steps):
    found = relgym.validate(relgym.load(TWO_STEPS, AT), plan)
    assert (found.valid, found.cost, found.steps) == (valid, cost, steps)
    assert found.probability == pytest.approx(probability)


def test_random_starts_are_followed():
    problem = (
        "(define (problem p) (:domain dice) (:init (= (cost) 0) (probabilistic 1/3 (tired))) (:goal (not (tired))))"
    )
    found = relgym.validate(relgym.load(TWO_STEPS, problem), ["(rest)"])
    assert (found.valid, found.probability) == (False, pytest.approx(1 / 3))
    assert found.reason.startswith(
        "it reaches the goal with probability 0.3333 alone; else step 1 cannot be taken: (rest)"
    )


def test_our_planners_are_those_of_the_package():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]
    assert declared[registry.GROUP] == {name: entry.value for name, entry in registry.OWN.items()}
