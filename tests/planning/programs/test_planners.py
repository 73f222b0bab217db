"""Planners of others on small tasks: plans, costs, proofs, several plans, other starts."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest
from planning.installed import needs_downward, needs_kstar, needs_pyperplan, needs_symk

import relgym
from relgym.model.pddl.problem import Task
from relgym.planning.planner import MissingPlanner, PlannerError
from relgym.planning.programs import installed, pyperplan
from relgym.processes.programs import Ended

DOWNWARD = pytest.param("fast-downward", marks=needs_downward)
SYMK = pytest.param("symk", marks=needs_symk)
KSTAR = pytest.param("kstar", marks=needs_kstar)
PYPERPLAN = pytest.param("pyperplan", marks=needs_pyperplan)

SHOP = """(define (domain shop) (:requirements :adl :numeric-fluents)
  (:predicates (have ?x) (open)) (:functions (spent) (price ?x))
  (:action enter :parameters () :effect (and (open) (increase (spent) 0.5)))
  (:action buy :parameters (?x) :precondition (open) :effect (and (have ?x) (increase (spent) (price ?x))))
  (:action order :parameters (?x) :effect (and (have ?x) (increase (spent) 1))))"""
SHOPPING = """(define (problem p) (:domain shop) (:objects nut bolt)
  (:init (= (spent) 2) (= (price nut) (/ 1 3)) (= (price bolt) 0.25))
  (:goal (forall (?x) (have ?x))) (:metric minimize (spent)))"""

DARK = """(define (domain dark) (:requirements :adl :derived-predicates)
  (:predicates (lit ?x) (near ?x ?y) (bright))
  (:derived (bright) (forall (?x) (lit ?x)))
  (:action flash :parameters (?x) :effect (forall (?y) (when (near ?x ?y) (lit ?y)))))"""
LAMPS = """(define (problem p) (:domain dark) (:objects a b c d)
  (:init (near a a) (near a b) (near b b) (near c c) (near c d) (near d d)) (:goal (bright)))"""


def shopping() -> Task:
    return relgym.load(SHOP, SHOPPING.replace("(/ 1 3)", "0.3"))


def blocks(number: int = 5) -> Task:
    return relgym.load("domains/blocks/domain.pddl", f"domains/blocks/problems/train/p0{number}.pddl")


@pytest.mark.parametrize("planner", [DOWNWARD, SYMK, KSTAR, PYPERPLAN])
def test_shortest_plans(planner):
    plan = relgym.plan(blocks(), planner, optimal=True)
    assert (plan.status, plan.claimed, plan.cost, plan.bound, len(plan)) == ("optimal", True, 6, 6, 6)
    assert plan.version
    assert plan.log


@pytest.mark.parametrize("planner", [DOWNWARD, SYMK, KSTAR])
def test_cheapest_plans_with_fractions(planner):
    plan = relgym.plan(shopping(), planner, optimal=True)
    cheapest = Fraction(2) + Fraction(1, 2) + Fraction(3, 10) + Fraction(1, 4)
    assert (plan.status, plan.cost, plan.bound, len(plan)) == ("optimal", cheapest, cheapest, 3)


@pytest.mark.parametrize("planner", [DOWNWARD, SYMK, KSTAR])
def test_axioms_quantifiers_and_conditional_effects(planner):
    plan = relgym.plan(relgym.load(DARK, LAMPS), planner, optimal=True)
    assert (plan.status, plan.cost, sorted(map(str, plan))) == ("optimal", 2, ["(flash a)", "(flash c)"])


@pytest.mark.parametrize("planner", [DOWNWARD, SYMK, KSTAR, PYPERPLAN])
def test_no_plan(planner):
    domain = """(define (domain d) (:predicates (p) (q) (r) (s))
      (:action a :precondition (p) :effect (and (q) (not (p))))
      (:action b :precondition (q) :effect (and (p) (not (q))))
      (:action c :precondition (and (p) (q)) :effect (r)))"""
    plan = relgym.plan(relgym.load(domain, "(define (problem x) (:domain d) (:init (p)) (:goal (r)))"), planner)
    assert (plan.status, plan.claimed, plan.cost) == ("unsolvable", True, None)


@pytest.mark.parametrize("planner", [DOWNWARD, PYPERPLAN])
def test_a_plan_from_another_state(planner):
    reasoner = relgym.Reasoner(blocks())
    start = reasoner.initial_state
    state = reasoner.successor(start, reasoner.valid_actions(start)[0])
    plan = relgym.plan(reasoner, planner, state=state)
    assert plan.found
    assert relgym.validate(reasoner, plan, state=state).valid
    assert not relgym.validate(reasoner, plan).valid


@needs_downward
def test_the_goal_may_hold_at_the_start():
    domain, problem = (
        "(define (domain d) (:predicates (p)))",
        "(define (problem x) (:domain d) (:init (p)) (:goal (p)))",
    )
    plan = relgym.plan(relgym.load(domain, problem), "fast-downward")
    assert (plan.status, plan.found, len(plan), plan.cost) == ("solved", True, 0, 0)


@pytest.mark.parametrize("planner", [SYMK, KSTAR])
def test_the_cheapest_plans(planner):
    plan = relgym.plan(shopping(), planner, k=4)
    plans = [plan, *plan.alternatives]
    # Two orders of what is needed; then, one thing is bought twice.
    assert [each.cost for each in plans] == [Fraction(61, 20), Fraction(61, 20), Fraction(33, 10), Fraction(33, 10)]
    assert len({tuple(map(str, each)) for each in plans}) == 4


@pytest.mark.parametrize("planner", [SYMK, KSTAR])
def test_fewer_plans_than_asked_for(planner):
    domain = """(define (domain d) (:predicates (p) (q))
      (:action a :precondition (q) :effect (and (p) (not (q)))))"""
    plan = relgym.plan(relgym.load(domain, "(define (problem x) (:domain d) (:init (q)) (:goal (p)))"), planner, k=3)
    assert (plan.status, plan.cost, plan.alternatives) == ("optimal", 1, ())
    assert plan.reason == f"the planner '{planner}' has found 1 of 3 plans"


def test_one_planner_of_several_plans_says_which_do():
    plan = relgym.plan(blocks(), "fast-downward", k=2)
    assert plan.status == "refused"
    assert plan.reason.endswith("several plans; planners that do: symk, kstar")


@pytest.mark.parametrize("planner", [DOWNWARD, SYMK])
def test_costs_that_depend_on_the_state(planner):
    domain = """(define (domain d) (:requirements :adl :numeric-fluents) (:predicates (p) (q)) (:functions (c))
      (:action a :effect (and (p) (when (q) (increase (c) 1)))))"""
    task = relgym.load(domain, "(define (problem x) (:domain d) (:init (= (c) 0)) (:goal (p)) (:metric minimize (c)))")
    refused = relgym.plan(task, planner, optimal=True)
    assert refused.status == "refused"
    assert f"the planner '{planner}' does not support: costs that depend on the state" in refused.reason
    assert relgym.plan(task, planner).status == "solved"


def test_numbers_that_are_tested_are_refused():
    task = relgym.load("domains/zenotravel/domain.pddl", "domains/zenotravel/problems/train/p01.pddl")
    plan = relgym.plan(task, "fast-downward")
    assert plan.status == "refused"
    assert "comparisons of numbers that actions change" in plan.reason


def test_planners_import_no_packages_of_others():
    code = """
import sys, relgym
task = relgym.load("domains/blocks/domain.pddl", "domains/blocks/problems/train/p01.pddl")
from relgym.planning.registry import available
available()
assert not {"unified_planning", "up_fast_downward", "up_symk", "kstar_planner", "pyperplan"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True)


@pytest.mark.parametrize("planner", ["fast-downward", "symk", "kstar", "pyperplan"])
def test_a_package_that_is_not_installed(planner, monkeypatch):
    def missing(package: str) -> str:
        from importlib.metadata import PackageNotFoundError

        raise PackageNotFoundError(package)

    monkeypatch.setattr("relgym.planning.programs.installed.version_of", missing)
    with pytest.raises(MissingPlanner, match=f"the planner '{planner}' is not installed: the package") as error:
        relgym.plan(blocks(), planner)
    assert error.value.hint == "pip install 'relgym[planners]'"


@pytest.mark.parametrize(
    ("ended", "outcome"),
    [
        (Ended(0, "No solution could be found"), "unsolvable"),
        (Ended(1, "Traceback\nMemoryError"), "limit"),
        (Ended(-9, "", "seconds"), "limit"),
        (Ended(0, "who knows"), "failed with exit code 0; the last line is: who knows"),
        (Ended(2, ""), "failed with exit code 2; it printed nothing"),
    ],
)
@needs_pyperplan
def test_the_ends_of_pyperplan(ended, outcome, monkeypatch):
    monkeypatch.setattr(pyperplan, "run", lambda *arguments: ended)
    if "failed" in outcome:
        with pytest.raises(PlannerError, match=outcome):
            relgym.plan(blocks(), "pyperplan")
    else:
        assert relgym.plan(blocks(), "pyperplan").status == outcome


def test_an_interrupt_is_a_limit(monkeypatch):
    monkeypatch.setattr(pyperplan, "run", lambda *arguments: Ended(-9, "", "interrupted"))
    monkeypatch.setattr(pyperplan, "package_folder", lambda *names: None)
    monkeypatch.setattr(installed, "version_of", lambda package: "1")
    plan = relgym.plan(blocks(), "pyperplan")
    assert (plan.status, plan.reason) == ("limit", "the planner 'pyperplan' was interrupted")
