"""Shortest plans by the planner `clingo`: their lengths, their bounds, and what it does at a limit."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import relgym
from relgym import Task
from relgym.catalogue.difficulty import difficulty
from relgym.catalogue.domains import spec
from relgym.limits import Limits
from relgym.planning.clingo.process import ClingoProcess, PassedLimit
from relgym.planning.planner import PlannerError
from relgym.read.pddl.free import with_free
from relgym.resources import domains
from relgym.translate.asp.unrolled import ProgramPart

PROBLEMS = (
    ("blocks-above", "p01"),
    ("elevator", "p01"),
    ("fridge", "p01"),
    ("power", "p01"),
    ("snake", "p01"),
    ("slide-tile", "p01"),
    ("blocks", "p12"),
    ("baking", "p13"),
)
"""Problems with derived predicates, disjunction, quantifiers, conditional effects, and long plans.

The last two were called unsolvable when clingo simplified atoms by what it had learned, and when atoms were taken for
possible that occur only in negations.
"""

FLIP = """(define (domain flip) (:requirements :adl) (:predicates (on ?x) (next ?x ?y) (done))
  (:action press :parameters (?x) :precondition (not (done))
    :effect (and (when (on ?x) (not (on ?x))) (when (not (on ?x)) (on ?x))
                 (forall (?y) (when (and (next ?x ?y) (on ?y)) (not (on ?y)))))))"""

FAR = """(define (domain far) (:requirements :adl) (:predicates (bit ?x) (below ?x ?y))
  (:action count :parameters (?x)
    :precondition (and (not (bit ?x)) (forall (?y) (imply (below ?y ?x) (bit ?y))))
    :effect (and (bit ?x) (forall (?y) (when (below ?y ?x) (not (bit ?y)))))))"""
"""A counter in binary: the only plan for `n` bits has 2^n - 1 actions."""


def far(bits: int) -> Task:
    names = [f"b{number}" for number in range(bits)]
    below = " ".join(f"(below {x} {y})" for place, y in enumerate(names) for x in names[:place])
    goal = " ".join(f"(bit {name})" for name in names)
    problem = f"(define (problem p) (:domain far) (:objects {' '.join(names)}) (:init {below}) (:goal (and {goal})))"
    return relgym.load(FAR, problem)


def train(name: str, problem: str) -> Task:
    folder = domains() / name
    return relgym.load(folder / "domain.pddl", folder / "problems" / "train" / f"{problem}.pddl")


@pytest.mark.parametrize(("name", "problem"), PROBLEMS)
def test_plans_are_as_short_as_the_catalogue_says(name: str, problem: str) -> None:
    plan = relgym.plan(train(name, problem), "clingo", optimal=True)
    known = difficulty(spec(name)).train[problem].shortest
    assert (plan.status, len(plan), plan.bound, plan.claimed) == ("optimal", known, known, False)


def test_conditional_and_universal_effects() -> None:
    problem = "(define (problem p) (:domain flip) (:objects a b) (:init (next a b) (on b)) (:goal (and (on a) (on b))))"
    plan = relgym.plan(relgym.load(FLIP, problem), "clingo")
    assert [*map(str, plan)] == ["(press a)", "(press b)"]


def test_the_goal_may_hold_at_the_start_and_the_start_may_be_any_state() -> None:
    reasoner = relgym.Reasoner(far(3))
    for count in (0, 3, 7):
        state = reasoner.state([f"(bit b{number})" for number in range(3) if count >> number & 1])
        plan = relgym.plan(reasoner, "clingo", state=state)
        assert (plan.status, len(plan), plan.bound) == ("optimal", 7 - count, 7 - count)


def test_a_start_may_break_the_invariants_of_the_task() -> None:
    domain = """(define (domain d) (:requirements :strips) (:predicates (at ?x) (way ?x ?y))
      (:action go :parameters (?x ?y) :precondition (and (at ?x) (way ?x ?y)) :effect (and (at ?y) (not (at ?x)))))"""
    problem = "(define (problem p) (:domain d) (:objects a b c) (:init (at a) (way a b) (way b c)) (:goal (at c)))"
    reasoner = relgym.Reasoner(relgym.load(domain, problem))
    plan = relgym.plan(reasoner, "clingo", state=reasoner.state(["(at a)", "(at b)", "(way a b)", "(way b c)"]))
    assert [*map(str, plan)] == ["(go b c)"]
    assert relgym.plan(reasoner, "clingo").cost == 2


def test_parameters_that_are_not_chosen_have_one_binding() -> None:
    domain = """(define (domain d) (:requirements :adl) (:predicates (near ?x ?y) (at ?x) (lit) (way ?x ?y))
      (:action move :parameters (?x ?y) :precondition (and (at ?x) (way ?x ?y)) :effect (and (at ?y) (not (at ?x))))
      (:action press :parameters (?x ?y) :precondition (and (at ?x) (near ?x ?y)) :effect (lit)))"""
    problem = """(define (problem p) (:domain d) (:objects a b c)
      (:init (at a) (near a b) (near a c) (near b c) (way a b)) (:goal (lit)))"""
    chosen = relgym.plan(relgym.load(domain, problem), "clingo")
    assert [*map(str, chosen)] in (["(press a b)"], ["(press a c)"])
    task = relgym.load(domain, problem)
    bound = relgym.plan(Task(with_free(task.domain, {"press": ["?x"]}), task.problem), "clingo")
    assert [*map(str, bound)] == ["(move a b)", "(press b)"]


def test_numbers_that_change_are_refused_where_something_tests_them() -> None:
    plan = relgym.plan(train("zenotravel", "p01"), "clingo")
    assert plan.status == "refused"
    assert "numbers that change: 'fuel', 'onboard'" in str(plan.reason)


def test_a_limit_of_time_returns_the_proved_bound() -> None:
    plan = relgym.plan(far(14), "clingo", limits={"seconds": 1})
    assert plan.status == "limit"
    assert isinstance(plan.bound, int)
    assert 1 < plan.bound < 2**14 - 1
    assert f"within 1 s; no plan has fewer than {plan.bound} actions" in str(plan.reason)


LARGE = ProgramPart("large", ("t",), "n(1..300). p(X,Y,Z,t) :- n(X), n(Y), n(Z).")


def test_grounding_stops_at_the_limit_of_time() -> None:
    began = time.monotonic()
    with ClingoProcess(Limits(seconds=0.5)) as process, pytest.raises(PassedLimit, match="seconds"):
        process.solve([(LARGE, (0,))])
    assert time.monotonic() - began < 10


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux bounds the address space of a process")
def test_grounding_stops_at_the_limit_of_memory() -> None:
    with ClingoProcess(Limits(seconds=60, memory=50)) as process, pytest.raises(PassedLimit, match="memory"):
        process.solve([(LARGE, (0,))])


def children() -> set[int]:
    listed = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(os.getpid())], capture_output=True, text=True)
    return {int(line.split()[0]) for line in listed.stdout.splitlines() if "clingo" in line}


@pytest.fixture
def interrupted() -> Iterator[None]:
    """Interrupt the main thread as Ctrl-C does, as soon as clingo runs."""

    def interrupt() -> None:
        while not children():
            time.sleep(0.05)
        time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    yield
    thread.join()


@pytest.mark.skipif(os.name != "posix", reason="signals and ps are those of POSIX")
@pytest.mark.usefixtures("interrupted")
@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_returns_the_bound_and_leaves_no_process() -> None:
    plan = relgym.plan(far(16), "clingo")
    assert plan.status == "limit"
    assert "was interrupted" in str(plan.reason)
    assert isinstance(plan.bound, int)
    assert not children()


def test_a_process_that_dies_is_an_error() -> None:
    broken = ProgramPart("broken", ("t",), "p(X,t) :- q(X")
    with ClingoProcess(Limits()) as process, pytest.raises(PlannerError, match="exit code 1"):
        process.solve([(broken, (0,))])


HELPERS = ("acts", "asked", "cost0", "differ", "do0", "do1", "full", "group0", "h0", "h1", "now", "r0", "suffix")


@pytest.mark.parametrize("optimal", [False, True])
@pytest.mark.parametrize("parameter", ["", " ?x"])
def test_predicates_that_are_called_as_the_planner_may_call_its_own(parameter: str, optimal: bool) -> None:
    """A chain: each action makes one predicate true, which the next action needs and makes false."""
    first, last = "(beginning)", f"({HELPERS[-1]}{' a' * bool(parameter)})"
    needed = [first, *(f"({name}{parameter})" for name in HELPERS)]
    actions = "".join(
        f"(:action to-{name} :parameters ({parameter}) :precondition {before}"
        f" :effect (and (not {before}) ({name}{parameter}) (increase (total-cost) 2)))"
        for name, before in zip(HELPERS, needed, strict=False)
    )
    declared = "".join(f"({name}{parameter})" for name in HELPERS)
    declared = f"(:requirements :adl :action-costs) (:predicates {first} {declared}) (:functions (total-cost))"
    domain = f"(define (domain d) {declared} {actions})"
    problem = (
        f"(define (problem p) (:domain d) (:objects a b) (:init {first} (= (total-cost) 0)) (:goal {last})"
        " (:metric minimize (total-cost)))"
    )
    found = relgym.plan(relgym.load(domain, problem), "clingo", optimal=optimal)
    assert found.actions is not None
    assert [str(action).split()[0].strip("()") for action in found.actions] == [f"to-{name}" for name in HELPERS]
