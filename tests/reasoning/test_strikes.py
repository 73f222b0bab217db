"""A call that a signal breaks off, as Ctrl-C does, leaves a reasoner that answers as if the call had never been made.

The signal strikes at each place at the beginning of a call about another state, where the engine moves there, at some
of the later places, and at some places of a first call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from strikes import places, strike

import relgym
from relgym.reasoning.pddl.reasoner import PDDLReasoner
from relgym.reasoning.reasoner import Reasoner

DELIVERY = """(define (domain delivery) (:requirements :adl :derived-predicates :numeric-fluents)
  (:predicates (at ?x ?y) (road ?x ?y) (full ?x) (near ?x ?y) (lonely ?x)) (:functions (fuel))
  (:derived (near ?x ?y) (or (road ?x ?y) (exists (?z) (and (road ?x ?z) (not (full ?z)) (near ?z ?y)))))
  (:derived (lonely ?x) (not (exists (?y) (and (near ?y ?x) (exists (?z) (at ?z ?y))))))
  (:action go :parameters (?x ?y ?z) :precondition (and (at ?x ?y) (near ?y ?z) (> (fuel) 0))
   :effect (and (not (at ?x ?y)) (at ?x ?z) (decrease (fuel) 1) (when (lonely ?z) (full ?y))))
  (:action close :parameters (?x ?y) :precondition (and (road ?x ?y) (lonely ?y) (not (full ?y)))
   :effect (and (full ?y) (not (road ?x ?y)) (increase (fuel) 3))))"""

TOWN = """(define (problem town) (:domain delivery) (:objects v w a b c d)
  (:init (at v a) (at w b) (road a b) (road b c) (road c a) (road c d) (= (fuel) 4)) (:goal (and (at v d) (full a))))"""

LIFT = """domain lift { types { floor : object; };
  pvariables { above(floor, floor) : { non-fluent, bool, default = false };
    at(floor) : { state-fluent, bool, default = false }; waiting(floor) : { state-fluent, int, default = 2 };
    load : { interm-fluent, int }; go(floor) : { action-fluent, bool, default = false };
    take : { action-fluent, bool, default = false }; };
  cpfs { load = sum_{?f : floor} [at(?f) * waiting(?f)];
    at'(?f) = go(?f) | (at(?f) ^ ~exists_{?g : floor} go(?g));
    waiting'(?f) = if (take ^ at(?f)) then 0 else waiting(?f) + (load > 1); };
  reward = take * load - (sum_{?f : floor} waiting(?f));
  action-preconditions { forall_{?f : floor, ?g : floor} [(at(?f) ^ go(?g)) => (above(?f, ?g) | above(?g, ?f))];
    take => exists_{?f : floor} [at(?f) ^ (waiting(?f) > 0)]; };
  termination { forall_{?f : floor} [waiting(?f) == 0]; }; }"""

TOWER = """non-fluents shaft { domain = lift; objects { floor : {f1, f2, f3}; };
  non-fluents { above(f1, f2); above(f2, f3); }; }
  instance tower { domain = lift; non-fluents = shaft; init-state { at(f1); }; max-nondef-actions = 2; horizon = 9; }"""

MODELS = {"pddl": (DELIVERY, TOWN), "rddl": (LIFT, TOWER)}

QUESTIONS = {
    "pddl": lambda number: f"(or (full {'abcd'[number % 4]}) (exists (?x) (near ?x {'abcd'[number // 4 % 4]})))",
    "rddl": lambda number: f"exists_{{?f : floor}} [at(?f) ^ waiting(?f) > {number}]",
}
"""Formulas that nobody has asked for before, by a number."""

BEGINNING, LATER, FIRST = 90, 40, 20
"""How many places are tried at the beginning of a call, later in it, and in a first call, which has thousands."""


def told(reasoner: Reasoner, state: Any) -> list[str]:
    actions = reasoner.valid_actions(state)
    return [*map(str, actions), str(reasoner.goal(state)), *(str(reasoner.successor(state, a)) for a in actions[:2])]


@pytest.fixture(scope="module", params=MODELS)
def language(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def reasoners(language: str, backend: str) -> Iterator[Callable[[], Reasoner]]:
    """Makes reasoners that are closed when the test ends."""
    task, made = relgym.load(*MODELS[language]), []

    def make() -> Reasoner:
        made.append(relgym.Reasoner(task, backend))
        return made[-1]

    yield make
    for reasoner in made:
        reasoner.close()


def walk(reasoner: Reasoner) -> list[Any]:
    """Some states, one after the other."""
    rng, states = Random(3), [reasoner.initial_state]
    for _ in range(6):
        states.append(reasoner.successor(states[-1], rng.choice(reasoner.valid_actions(states[-1]))))
    return states


def test_every_place_of_a_call(reasoners: Callable[[], Reasoner]) -> None:
    reasoner, other = reasoners(), reasoners()
    states = walk(other)
    truth = [told(other, state) for state in states]
    # A state of another reasoner would have to be read first.
    states = [reasoner.own(state) if isinstance(reasoner, PDDLReasoner) else state for state in states]
    for _ in range(4):
        assert [told(reasoner, state) for state in states] == truth
    number = max(places(lambda state=state: told(reasoner, state)) for state in states)
    struck = 0
    for turn, place in enumerate([*range(BEGINNING), *range(BEGINNING, number, max(1, number // LATER))]):
        here, there, later = (states[(turn + step) % len(states)] for step in (0, 2, 5))
        reasoner.goal(here)
        struck += strike(lambda there=there: told(reasoner, there), place)
        for state in (later, there) if turn % 2 else (there, later):
            assert told(reasoner, state) == truth[states.index(state)], f"struck at place {place}"
    assert struck > 20


def test_some_places_of_a_first_call(reasoners: Callable[[], Reasoner]) -> None:
    other = reasoners()
    states = walk(other)
    truth = [told(other, state) for state in states]
    start, later = states[0], states[3]
    first = reasoners()
    number = places(lambda: told(first, start))
    for place in range(7, number, number // FIRST):
        reasoner = reasoners()
        strike(lambda reasoner=reasoner: told(reasoner, start), place)
        for state in (later, start):
            assert told(reasoner, state) == truth[states.index(state)], f"struck at place {place}"


def test_some_places_of_a_new_question(reasoners: Callable[[], Reasoner], language: str) -> None:
    reasoner, other = reasoners(), reasoners()
    states, asked = walk(other), QUESTIONS[language]
    truth = [told(other, state) for state in states]
    number = places(lambda: reasoner.holds(states[0], asked(0)))
    for place in range(1, number, number // FIRST):
        strike(lambda place=place: reasoner.holds(states[1], asked(place)), place)
        for state in (states[4], states[1]):
            assert reasoner.holds(state, asked(place)) == other.holds(state, asked(place)), f"struck at place {place}"
            assert told(reasoner, state) == truth[states.index(state)], f"struck at place {place}"
