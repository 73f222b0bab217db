"""Tasks become problems of unified-planning and tasks again, with the same actions in the same states."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import relgym
from relgym.catalogue.domains import EnvSpec, catalogue, spec
from relgym.envs.pddl.problems import Problems
from relgym.errors import BackendError, RelgymError, UnsupportedFeature
from relgym.model.pddl.problem import Task
from relgym.planning.up import actions_of, conversion, from_up, to_up

shortcuts = pytest.importorskip(
    "unified_planning.shortcuts", reason="unified-planning is not installed: pip install 'relgym[up]'"
)
plans = pytest.importorskip("unified_planning.plans")

WITHOUT = {
    "blocks-above": "derived predicates",
    "power": "derived predicates",
    "exploding-blocks": "probabilistic effects",
    "navigation": "probabilistic effects",
    "river": "probabilistic effects",
    "search-and-rescue-partial": "probabilistic effects",
    "tireworld": "probabilistic effects",
}
"""The domains that unified-planning cannot express, and why."""


def first(domain: EnvSpec) -> Task:
    return relgym.load(domain.domain, domain.problems("train")[0])


def texts(reasoner: Any, state: Any, names: Any) -> list[str]:
    """The valid actions in the words of the task that was converted first."""
    found = []
    for action in reasoner.valid_actions(state):
        words = [action.name, *(term.name for term in action.terms)]
        found.append(f"({' '.join(names.get(word, word) for word in words)})")
    return sorted(found)


@pytest.mark.parametrize(
    "domain", [each for each in catalogue("pddl") if each.name not in WITHOUT], ids=lambda d: d.name
)
def test_round_trips_of_the_catalogue(domain):
    task = first(domain)
    there = to_up(task)
    assert there.lost == ()
    back = from_up(there.model)
    assert back.lost == ()
    old, new = relgym.Reasoner(task), relgym.Reasoner(back.model)
    before, after = old.initial_state, new.initial_state
    for step in range(6):
        valid = texts(old, before, {})
        assert texts(new, after, there.names) == valid
        assert old.goal(before) == new.goal(after)
        if not valid:
            break
        action = valid[step % len(valid)]
        renamed = {old_name: new_name for new_name, old_name in there.names.items()}
        words = [renamed.get(word, word) for word in action.strip("()").split()]
        before, after = old.successor(before, action), new.successor(after, f"({' '.join(words)})")


@pytest.mark.parametrize(("name", "feature"), WITHOUT.items())
def test_what_the_library_does_not_know_is_refused(name, feature):
    with pytest.raises(UnsupportedFeature, match=f"unified-planning does not support: {feature}") as error:
        to_up(first(spec(name)))
    assert error.value.span is not None


def test_losses_are_said():
    domain = """(define (domain d) (:requirements :adl :rewards) (:types a b) (:predicates (lit ?x))
      (:action light :parameters (?x - (either a b)) :effect (lit ?x)))"""
    problem = "(define (problem p) (:domain d) (:objects x - a y - b) (:init) (:goal (lit x)) (:goal-reward 5))"
    there = to_up(relgym.load(domain, problem))
    assert there.lost == (
        "types with several parents and 'either' are static predicates",
        "the reward of the goal is left out",
    )


def test_one_name_for_several_things():
    domain = """(define (domain d) (:requirements :typing) (:types on) (:predicates (on ?x - on))
      (:action on :parameters (?on - on) :effect (on ?on)))"""
    task = relgym.load(domain, "(define (problem p) (:domain d) (:objects on - on) (:init) (:goal (on on)))")
    there = to_up(task)
    [action] = there.model.actions
    plan = plans.SequentialPlan([plans.ActionInstance(action, there.model.all_objects)])
    assert list(map(str, actions_of(task, there, plan))) == ["(on on)"]
    assert relgym.validate(task, actions_of(task, there, plan)).valid


def test_plans_name_the_parameters_that_an_agent_chooses():
    domain = spec("casino")
    problems = Problems(domain.domain, [domain.problems("train")[0]], (), domain.free)
    task = problems.task(0)
    there = to_up(task)
    assert there.lost == ("the agent chooses all parameters of each action",)
    [move] = [action for action in there.model.actions if action.name == "move-to"]
    objects = there.model.all_objects[: len(move.parameters)]
    plan = plans.SequentialPlan([plans.ActionInstance(move, objects)])
    [action] = actions_of(task, there, plan)
    assert len(action.terms) == 1 < len(move.parameters)


def test_total_costs_are_costs_of_actions():
    domain = """(define (domain d) (:requirements :action-costs) (:predicates (p)) (:functions (total-cost) (price))
      (:action a :effect (and (p) (increase (total-cost) (price)))) (:action b :effect (p)))"""
    problem = """(define (problem x) (:domain d) (:init (= (total-cost) 0) (= (price) 2.5)) (:goal (p))
      (:metric minimize (total-cost)))"""
    task = relgym.load(domain, problem)
    there = to_up(task)
    [metric] = there.model.quality_metrics
    assert isinstance(metric, shortcuts.MinimizeActionCosts)
    assert not there.model.has_fluent("total-cost")
    back = from_up(there.model)
    assert relgym.validate(back.model, ["(a)"]).cost == Fraction(5, 2)
    assert relgym.validate(back.model, ["(b)"]).cost == 0


def made() -> Any:
    """A problem with what PDDL says in another way."""
    up = shortcuts
    problem = up.Problem("Two Words")
    room = up.UserType("Room")
    lit, locked = up.Fluent("Is Lit", up.BoolType(), r=room), up.Fluent("not", up.BoolType())
    count = up.Fluent("count", up.IntType(0, 9))
    problem.add_fluent(lit, default_initial_value=True)
    problem.add_fluent(locked, default_initial_value=False)
    problem.add_fluent(count, default_initial_value=3)
    rooms = [problem.add_object(name, room) for name in ("Hall", "hall", "a;b")]
    problem.set_initial_value(lit(rooms[0]), False)
    toggle = up.InstantaneousAction("toggle", r=room)
    toggle.add_precondition(up.Iff(locked, False))
    toggle.add_effect(lit(toggle.parameter("r")), up.Not(lit(toggle.parameter("r"))))
    toggle.add_decrease_effect(count, 1, up.GT(count, 1))
    problem.add_action(toggle)
    some = up.Variable("v", room)
    problem.add_goal(up.Forall(up.Not(lit(some)), some))
    problem.add_quality_metric(up.MinimizeSequentialPlanLength())
    problem.add_quality_metric(up.MinimizeExpressionOnFinalState(count))
    return problem


def test_other_problems():
    back = from_up(made())
    task = back.model
    assert [item.name for item in task.objects] == ["hall", "hall-2", "a-b"]
    assert back.names == {
        "room": "Room", "is-lit": "Is Lit", "not-fluent": "not", "hall": "Hall", "hall-2": "hall", "a-b": "a;b",
        "two-words": "Two Words",
    }  # fmt: skip
    assert back.lost == ("1 of 2 metrics are left out", "numbers have no bounds")
    plan = relgym.plan(task, "search", optimal=True)
    assert sorted(map(str, plan)) == ["(toggle a-b)", "(toggle hall-2)"]
    reasoner = relgym.Reasoner(task)
    after = reasoner.successor(reasoner.initial_state, "(toggle hall)")
    assert sorted(after.to_json()["atoms"]) == ["(is-lit a-b)", "(is-lit hall)", "(is-lit hall-2)"]
    assert after.to_json()["fluents"] == {"(count)": 2}


def test_time_is_refused():
    problem = shortcuts.Problem("timed")
    action = shortcuts.DurativeAction("wait")
    action.set_fixed_duration(3)
    problem.add_action(action)
    with pytest.raises(UnsupportedFeature, match="do not support: time"):
        from_up(problem)


def test_what_is_no_task_is_refused():
    with pytest.raises(RelgymError, match="the task cannot be 5"):
        to_up(5)


def test_what_is_no_problem_is_refused():
    with pytest.raises(RelgymError, match="is not a problem of unified-planning"):
        from_up("problem")


def test_the_library_may_be_missing(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "unified_planning.shortcuts", None)
    with pytest.raises(BackendError, match="unified-planning is not installed") as error:
        conversion.library()
    assert error.value.hint == "pip install 'relgym[up]'"
