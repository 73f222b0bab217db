"""Names that planners cannot read, or read as something else, survive the way to a planner and back."""

from __future__ import annotations

import pytest
from planning.installed import needs_downward

import relgym
from relgym.model.pddl.problem import Task
from relgym.model.terms import Object
from relgym.planning.planner import PlannerError
from relgym.planning.programs.naming import PlainNames
from relgym.planning.programs.types import without_types

HOSTILE = [
    "not", "and", "forall", "object", "number", "1", "3.5", "total-cost", "<none-of-those>", "atom", "p0", "o0-a",
    "new-axiom@0", "type@x", "x" * 300, "größe", "ω", "日本", "a,b", "a'b", '"a"', "a|b", "[x]", "{x}", "\\", "`ls`",
    "$reboot", "%s", "either",
    "init", "define", "none", "domain", "goal-reached", "i", "increase", "!", "&", "*", "#t",
]  # fmt: skip
"""Names that relgym reads; none of PDDL's keywords can be the name of a predicate."""


def hostile_task(name: str) -> Task:
    """A task in which a type, an object, a predicate, an action and a variable have the same name."""
    predicate = f"p{name}" if name in ("not", "and", "forall", "=", "either") else name
    kind = f"t{name}" if name in ("object", "either", "number") else name
    domain = f"""(define (domain d) (:requirements :adl)
      (:types {kind} - object)
      (:predicates ({predicate} ?{name} - {kind}) (done))
      (:action {name} :parameters (?{name} - {kind})
        :precondition (forall (?{name} - {kind}) (not ({predicate} ?{name})))
        :effect ({predicate} ?{name}))
      (:action finish :parameters () :precondition (exists (?{name} - {kind}) ({predicate} ?{name})) :effect (done)))"""
    problem = f"(define (problem p) (:domain d) (:objects {name} - {kind}) (:init) (:goal (done)))"
    return relgym.load(domain, problem)


@pytest.mark.parametrize("name", HOSTILE)
def test_new_names_are_plain_and_lead_back(name):
    task = hostile_task(name)
    names = PlainNames(without_types(task))
    first, second = names.task.domain.actions
    [item] = names.task.objects
    words = [first.name, second.name, item.name, *(each.name for each in names.task.domain.predicates)]
    assert all(word.isascii() and word.replace("-", "").isalnum() and len(word) < 30 for word in words)
    actions = names.plan([f"({first.name} {item.name})", "", "; a comment", f"({second.name.upper()} )"], "test")
    assert [(action.name, action.terms) for action in actions] == [(name, (Object(name),)), ("finish", ())]


def test_variables_do_not_hide_one_another():
    names = PlainNames(hostile_task("x"))
    action = names.task.domain.actions[0]
    assert str(action.precondition) == "(forall (?v1 - t1-x) (not (p0-x ?v1)))"
    assert [str(variable) for variable in action.parameters] == ["?v0"]


def test_stubs_of_equal_names_differ():
    domain = "(define (domain d) (:predicates (p-q) (p_q)) (:action a :effect (p-q)) (:action á :effect (p_q)))"
    names = PlainNames(relgym.load(domain, "(define (problem p) (:domain d) (:init) (:goal (p_q)))"))
    assert [each.name for each in names.task.domain.predicates] == ["p0-p-q", "p1-p-q"]
    assert [each.name for each in names.task.domain.actions] == ["a0-a", "a1"]


def test_steps_of_wrong_length_are_errors():
    names = PlainNames(hostile_task("x"))
    with pytest.raises(PlannerError, match="not an action of the task"):
        names.plan(["(a0-x)"], "test")


@needs_downward
@pytest.mark.parametrize("name", ["forall", "1", "größe", "new-axiom@0", "$reboot"])
def test_a_planner_plans_with_hostile_names(name):
    plan = relgym.plan(hostile_task(name), "fast-downward")
    assert list(map(str, plan)) == [f"({name} {name})", "(finish)"]
