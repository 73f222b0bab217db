"""Mutex groups of several problems: lifted groups prove that one binding is left of what the agent does not choose."""

from __future__ import annotations

import pytest

import relgym
from relgym.model.pddl.grounded import BatchTask
from relgym.model.pddl.problem import Task
from relgym.read.pddl.free import with_free
from relgym.reasoning.pddl.reachability import reached
from relgym.translate.ground.batch import grounded
from relgym.translate.program.task import Translation

DOMAIN = """(define (domain post) (:predicates (at ?p ?x) (in ?p ?t) (truck ?t) (place ?x))
  (:action load :parameters (?p ?x ?t) :precondition (and (at ?p ?x) (truck ?t))
    :effect (and (not (at ?p ?x)) (in ?p ?t)))
  (:action unload :parameters (?p ?t ?x) :precondition (and (in ?p ?t) (place ?x))
    :effect (and (not (in ?p ?t)) (at ?p ?x))))"""


def problem(init: str) -> str:
    return f"""(define (problem p) (:domain post) (:objects p q s t x y) (:init {init}
      (truck s) (truck t) (place x) (place y)) (:goal (at p y)))"""


def batch_task(*inits: str) -> BatchTask:
    tasks = [relgym.load(DOMAIN, problem(init)) for init in inits]
    domain = with_free(tasks[0].domain, {"load": ["p", "t"], "unload": ["p", "x"]})
    translations = [Translation(Task(domain, task.problem)) for task in tasks]
    return grounded(translations, [reached(each) for each in translations])


@pytest.mark.parametrize("inits", [("(at p x) (at q y)",), ("(at p x) (at q y)", "(in p s) (at q x)")])
def test_a_package_is_in_one_place_or_truck(inits: tuple[str, ...]) -> None:
    task = batch_task(*inits)
    assert len(task.ambiguous_actions) == 0
    # The places and trucks of each package.
    assert sorted(len(group) for group in task.exclusive) == [4, 4]


def test_a_group_must_hold_in_the_start_of_each_problem() -> None:
    task = batch_task("(at p x) (at q y)", "(in p s) (in p t) (at q x)")
    assert len(task.ambiguous_actions) == 8
    assert len(task.exclusive) == 0
