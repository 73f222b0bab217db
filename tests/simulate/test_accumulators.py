"""Walks through problems with numbers that nothing reads, such as action costs."""

from __future__ import annotations

import random

import numpy as np
import pytest
from simulate.choices import let_walkers_choose, mode_of
from simulate.walks import walk

import relgym
from relgym.model.pddl.state import State
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate import grounded, memo, stepping
from relgym.simulate.pddl import PDDLSimulator
from relgym.simulate.views import current
from relgym.translate.program.accumulators import accumulators

DOMAIN = """(define (domain d) (:requirements :adl :numeric-fluents)
  (:predicates (at ?x) (lit ?x) (open))
  (:functions (total-cost) (saved) (length ?x ?y) (fuel) (toll ?x))
  (:action go :parameters (?x ?y) :precondition (at ?x)
   :effect (and (not (at ?x)) (at ?y) (increase (total-cost) (length ?x ?y)) (decrease (saved) 1/4)))
  (:action pay :parameters (?x) :precondition (at ?x) :effect (and (open) (increase (total-cost) (* 2 (toll ?x)))))
  (:action burn :parameters (?x) :precondition (and (open) (>= (fuel) 1))
   :effect (and (decrease (fuel) 1) (lit ?x) (increase (total-cost) 1)))
  (:action douse :parameters (?x) :precondition (lit ?x)
   :effect (and (forall (?y) (when (at ?y) (not (lit ?y)))) (increase (saved) 2.5)))
  (:action wait :parameters () :effect (increase (total-cost) 10000000000000000000000)))"""

VARYING = f"""{DOMAIN[:-1]}
  (:action drift :parameters () :precondition (>= (fuel) 0)
   :effect (and (increase (total-cost) (/ (fuel) 4)) (decrease (saved) 2)))
  (:action refill :parameters () :precondition (< (fuel) 2) :effect (increase (fuel) (* 1.5 (- 2 (fuel))))))"""
"""The costs of `drift` rest on a number that others change."""

PROBLEM = """(define (problem p) (:domain d) (:objects a b c)
  (:init (at a) (= (total-cost) 1) (= (saved) 0) (= (fuel) 3) (= (length a b) 3) (= (length b c) 4) (= (length c a) 5/2)
   (= (toll a) 1) (= (toll b) 0.5) (= (toll c) 7))
  (:goal (and (lit a) (lit b))) (:metric minimize (total-cost)))"""


def test_what_nothing_reads_is_an_accumulator() -> None:
    with Reasoner(relgym.load(DOMAIN, PROBLEM)) as reasoner:
        assert accumulators(reasoner.translation) == {"total-cost", "saved"}


@pytest.mark.parametrize(
    "reads",
    [
        "(:action a :precondition (< (total-cost) 9))",
        "(:action a :effect (when (< (total-cost) 9) (open)))",
        "(:action a :effect (increase (fuel) (total-cost)))",
        "(:action a :effect (assign (total-cost) 0))",
        "(:action a :effect (scale-up (total-cost) 2))",
        "(:action a :effect (when (open) (increase (total-cost) 1)))",
        "(:action a :effect (increase (total-cost) (* 2 (total-cost))))",
        "(:action a :effect (probabilistic 1/2 (increase (total-cost) 1)))",
    ],
)
def test_what_is_read_or_rests_on_the_state_is_none(reads: str) -> None:
    with Reasoner(relgym.load(f"{DOMAIN[:-1]} {reads})", PROBLEM)) as reasoner:
        assert accumulators(reasoner.translation) == {"saved"}


def test_what_the_goal_reads_is_none() -> None:
    problem = PROBLEM.replace("(lit a)", "(< (total-cost) 50)")
    with Reasoner(relgym.load(DOMAIN, problem)) as reasoner:
        assert accumulators(reasoner.translation) == {"saved"}


def test_amounts_may_rest_on_the_state() -> None:
    with Reasoner(relgym.load(VARYING, PROBLEM)) as reasoner:
        assert accumulators(reasoner.translation) == {"total-cost", "saved"}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("keeps", [True, False], ids=["kept", "anew"])
@pytest.mark.parametrize("domain", [DOMAIN, VARYING], ids=["fixed", "varying"])
def test_walks(domain: str, keeps: bool, seed: int) -> None:
    with Reasoner(relgym.load(domain, PROBLEM)) as reasoner:
        walker = PDDLSimulator(reasoner, keeps=lambda action: keeps)
        if seed % 3 == 1:
            walker.forget()
        elif seed % 3 == 2:
            assert walker.ground()
        walk(reasoner, walker, 150, seed)


@pytest.mark.parametrize("limit", [0, 30], ids=["no room", "little room"])
def test_walks_with_little_room(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memo, "MEMO_EDGES_LIMIT", limit)
    with Reasoner(relgym.load(DOMAIN, PROBLEM)) as reasoner:
        walk(reasoner, PDDLSimulator(reasoner), 150, 3)


@pytest.mark.parametrize("domain", [DOMAIN, VARYING], ids=["fixed", "varying"])
@pytest.mark.parametrize("begin", ["views", "ground", "memo"])
def test_long_walks_on_which_nobody_looks(domain: str, begin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for part in (stepping, current, grounded, memo):
        monkeypatch.setattr(part, "TRAIL_STEPS_LIMIT", 7)
    with Reasoner(relgym.load(domain, PROBLEM)) as reasoner:
        walker = PDDLSimulator(reasoner)
        if begin != "memo":
            walker.forget()
            assert begin == "views" or walker.ground()
        draw = random.Random(4)
        state = reasoner.initial_state
        for _ in range(60):
            number = draw.choice(sorted(walker.actions()))
            state = reasoner.successor(state, walker.action(number))
            walker.apply(number)
        assert walker.state == state


def test_an_undefined_amount_makes_an_action_invalid() -> None:
    with Reasoner(relgym.load(DOMAIN, PROBLEM)) as reasoner:
        walker = PDDLSimulator(reasoner)
        assert [str(action) for action in walker.valid_actions() if action.name == "go"] == ["(go a b)"]


def test_states_that_differ_in_accumulators_alone_are_one_node() -> None:
    with Reasoner(relgym.load(DOMAIN, PROBLEM)) as reasoner:
        walker = PDDLSimulator(reasoner)
        [wait] = [number for number in walker.actions() if str(walker.action(number)) == "(wait)"]
        for _ in range(5000):
            walker.apply(wait)
        assert len(walker._mode.nodes) == 1
        assert str(walker.state.fluents) == str(_waited(reasoner, 5000).fluents)
        walker.go_to(reasoner.initial_state)
        assert walker.state == reasoner.initial_state


def test_chance_from_a_node_that_is_known() -> None:
    """Nodes have no accumulators, so that the engine has none when it follows to one."""
    domain = """(define (domain luck) (:requirements :probabilistic-effects :rewards) (:predicates (lit ?x))
      (:action press :parameters (?x) :effect (and (increase (reward) 2) (probabilistic 1/2 (lit ?x)))))"""
    problem = "(define (problem p) (:domain luck) (:objects a b) (:init) (:goal (lit a)))"
    with Reasoner(relgym.load(domain, problem)) as reasoner:
        assert accumulators(reasoner.translation) == {"reward"}
        walk(reasoner, PDDLSimulator(reasoner), 60, 1)
        walker, start = PDDLSimulator(reasoner), reasoner.initial_state
        for _ in range(4):
            walker.go_to(start)
            for paid in (2, 4):
                walker.apply(walker.number("(press a)"), np.random.default_rng(5))
                assert [*walker.state.fluents.values()] == [paid]


def _waited(reasoner: Reasoner, times: int) -> State:
    state = reasoner.initial_state
    for _ in range(times):
        state = reasoner.successor(state, "(wait)")
    return state


@pytest.mark.parametrize("grounds", [True, False], ids=["ground", "views"])
@pytest.mark.parametrize("domain", [DOMAIN, VARYING], ids=["fixed", "varying"])
def test_accumulators_go_on_when_ways_change(domain: str, grounds: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    let_walkers_choose(monkeypatch, grounds=grounds, share=0.52)
    with Reasoner(relgym.load(domain, PROBLEM)) as reasoner:
        walker, state, rng = PDDLSimulator(reasoner), reasoner.initial_state, random.Random(1)
        take, modes = walker.apply, set()
        for _ in range(200):
            action = rng.choice(reasoner.valid_actions(state))
            state = reasoner.successor(state, action)
            # A method that was taken from the walker at the beginning does the same to the end.
            (take if rng.random() < 0.5 else walker.apply)(walker.number(action))
            assert walker.state == state
            modes.add(mode_of(walker))
        assert modes == {"views", *(["memo, ground", "ground"] if grounds else ["memo, views"])}
