"""Ctrl-C at any place of a call: the simulator then stands before the step or after it, and answers as ever."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import pytest

import relgym
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.simulate.memo import Memo
from relgym.simulate.pddl import PDDLSimulator

DOMAIN = """(define (domain d) (:requirements :fluents :derived-predicates :conditional-effects :negative-preconditions
  :existential-preconditions)
  (:predicates (at ?x) (road ?x ?y) (seen ?x) (near ?x) (even)) (:functions (level) (total-cost))
  (:derived (near ?x) (exists (?y) (and (at ?y) (road ?y ?x))))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y) (near ?y))
    :effect (and (not (at ?x)) (at ?y) (increase (total-cost) 3)))
  (:action look :parameters (?x) :precondition (and (at ?x) (not (seen ?x)) (< (level) 4))
    :effect (and (seen ?x) (increase (level) 1) (increase (total-cost) 1)))
  (:action flip :effect (and (when (even) (not (even))) (when (not (even)) (even))))
  (:action clear :parameters (?x) :precondition (seen ?x)
    :effect (and (not (seen ?x)) (decrease (level) 1) (increase (total-cost) (level)))))"""

PROBLEM = """(define (problem p) (:domain d) (:objects a b c) (:goal (seen c))
  (:init (at a) (road a b) (road b c) (road c a) (road b a) (= (level) 0) (= (total-cost) 0)))"""


def is_deletion(frame: FrameType | None) -> bool:
    """Tell whether an object is being deleted: Python drops what is raised there."""
    return frame is not None and (frame.f_code.co_name == "__del__" or is_deletion(frame.f_back))


def interrupted(work: Callable[[], object], place: int) -> bool:
    """Do work, with Ctrl-C at a place: the beginnings of functions and the ends of calls count. Tell if it came."""
    left = place

    def look(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal left
        if event in ("call", "c_return") and not is_deletion(frame):
            left -= 1
            if not left:
                # Python then calls this function no more.
                raise KeyboardInterrupt

    sys.setprofile(look)
    try:
        work()
    except KeyboardInterrupt:
        return True
    finally:
        sys.setprofile(None)
    return False


def lean(simulator: PDDLSimulator) -> None:
    """A walk begins with searches."""


def views(simulator: PDDLSimulator) -> None:
    simulator.forget()


def grounded(simulator: PDDLSimulator) -> None:
    simulator.forget()
    assert simulator.ground()


def memo(simulator: PDDLSimulator) -> None:
    for step in range(140):
        numbers = sorted(simulator.actions())
        simulator.apply(numbers[step * 7 % len(numbers)])
    assert isinstance(simulator._mode, Memo)


def go_on(simulator: PDDLSimulator, steps: int) -> None:
    for _ in range(steps):
        numbers = sorted(simulator.actions())
        simulator.apply(numbers[sum(numbers) % len(numbers)])


def step_on(simulator: PDDLSimulator, steps: int) -> None:
    for _ in range(steps):
        _, _, numbers = simulator.look()
        simulator.step(simulator.action(numbers[sum(numbers) % len(numbers)]))


def look_round(simulator: PDDLSimulator, steps: int) -> None:
    simulator.go_to(simulator.reasoner.initial_state)
    simulator.look()
    simulator.derived()
    simulator.successors()


def assert_right(simulator: PDDLSimulator, reasoner: PDDLReasoner) -> None:
    """What the simulator says of its state is what a reasoner says that nobody interrupts."""
    state, goal, numbers = simulator.look()
    own = reasoner.state_from_json(state.to_json())
    assert [str(simulator.action(number)) for number in numbers] == [*map(str, reasoner.valid_actions(own))]
    assert goal == reasoner.goal(own)
    derived = {f"({name} {' '.join(map(str, row))})" for name, rows in simulator.derived().items() for row in rows}
    assert len(derived) == len(reasoner.derived(own))


CALLS = {"apply": go_on, "step": step_on, "go_to": look_round}


@pytest.mark.parametrize("first", [True, False], ids=["first", "later"])
@pytest.mark.parametrize("walk", [lean, views, grounded, memo], ids=lambda walk: walk.__name__)
@pytest.mark.parametrize("call", CALLS)
def test_a_simulator_answers_as_ever_after_an_interrupt(
    walk: Callable[[PDDLSimulator], None], call: str, first: bool
) -> None:
    task = relgym.load(DOMAIN, PROBLEM)
    work, reasoner = CALLS[call], PDDLReasoner(task)

    def walked() -> PDDLSimulator:
        simulator = PDDLSimulator(task)
        walk(simulator)
        if not first:
            # Nothing needs to be compiled any longer.
            work(simulator, 3)
            simulator.go_to(simulator.reasoner.initial_state)
        return simulator

    simulator = walked()
    passed = [str(simulator.reasoner.initial_state), str(simulator.state)]
    for _ in range(3):
        work(simulator, 1)
        passed.append(str(simulator.state))
    place, count = 1, 0
    while interrupted(partial(work, simulator := walked(), 3), place):
        assert str(simulator.state) in passed
        go_on(simulator, 1)
        assert_right(simulator, reasoner)
        simulator.go_to(simulator.reasoner.initial_state)
        assert_right(simulator, reasoner)
        count += 1
        # Where functions are compiled, there are thousands of places.
        place += 1 + place // (3 if first else 9)
    assert count > 5
