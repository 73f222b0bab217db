"""Ctrl-C at any place of a call: the simulator then stands before the step or after it, and answers as ever."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from strikes import strike

import relgym
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.simulate.memo import Memo
from relgym.simulate.pddl import PDDLSimulator
from relgym.simulate.stepping import Stepping
from relgym.tuning.simulate import FIRST_STEPS

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


def lean(simulator: PDDLSimulator) -> None:
    """A walk begins with searches."""


def choosing(simulator: PDDLSimulator) -> None:
    """Its next steps choose a way."""
    go_on(simulator, FIRST_STEPS - 1)
    assert isinstance(simulator._mode, Stepping)


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
    """The simulator says of its state the same as a reasoner that nobody interrupts."""
    state, goal, numbers = simulator.look()
    own = reasoner.state_from_json(state.to_json())
    assert [str(simulator.action(number)) for number in numbers] == [*map(str, reasoner.valid_actions(own))]
    assert goal == reasoner.goal(own)
    derived = {f"({name} {' '.join(map(str, row))})" for name, rows in simulator.derived().items() for row in rows}
    assert len(derived) == len(reasoner.derived(own))


CALLS = {"apply": go_on, "step": step_on, "go_to": look_round}


@pytest.mark.parametrize("first", [True, False], ids=["first", "later"])
@pytest.mark.parametrize("walk", [lean, choosing, views, grounded, memo], ids=lambda walk: walk.__name__)
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
    place, count = 0, 0
    while strike(partial(work, simulator := walked(), 3), place):
        assert str(simulator.state) in passed
        go_on(simulator, 1)
        assert_right(simulator, reasoner)
        simulator.go_to(simulator.reasoner.initial_state)
        assert_right(simulator, reasoner)
        count += 1
        # Where functions are compiled, there are thousands of places.
        place += 1 + place // (3 if first else 9)
    assert count > 5
