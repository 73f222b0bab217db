"""A walker relies on mutex groups until it is sent to a state that breaks one."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import reduce
from operator import or_
from random import Random

import pytest
from simulate.walks import compared, walk

import relgym
from relgym.catalogue.domains import EnvSpec, catalogue
from relgym.envs.pddl import stepping as pace
from relgym.envs.pddl.env import PDDLEnv
from relgym.model.bits import bits_of, mask_of
from relgym.model.pddl.state import State
from relgym.read.loading import load
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate.pddl import PDDLSimulator
from relgym.simulate.views import jumps

BLOCKS = """(define (domain blocks) (:predicates (on ?x ?y) (ontable ?x) (clear ?x) (handempty) (holding ?x))
  (:action pick :parameters (?x) :precondition (and (clear ?x) (ontable ?x) (handempty))
   :effect (and (not (ontable ?x)) (not (clear ?x)) (not (handempty)) (holding ?x)))
  (:action put :parameters (?x) :precondition (holding ?x)
   :effect (and (not (holding ?x)) (clear ?x) (handempty) (ontable ?x)))
  (:action stack :parameters (?x ?y) :precondition (and (holding ?x) (clear ?y))
   :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (handempty) (on ?x ?y)))
  (:action unstack :parameters (?x ?y) :precondition (and (on ?x ?y) (clear ?x) (handempty))
   :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (handempty)) (not (on ?x ?y)))))"""

TABLE = """(define (problem table) (:domain blocks) (:objects a b c d)
  (:init (on a b) (ontable b) (ontable c) (ontable d) (clear a) (clear c) (clear d) (handempty)) (:goal (on d a)))"""

BREAKS = {
    "on two": "on a b, on a c, ontable b, ontable c, ontable d, clear a, clear d, handempty",
    "under two": "on a b, on c b, ontable b, ontable d, clear a, clear c, clear d, handempty",
    "on a block and the table": "on a b, ontable a, ontable b, ontable c, clear a, clear c, handempty",
    "on itself": "on a a, clear a, ontable b, clear b, ontable c, clear c, handempty",
    "clear below": "on a b, ontable b, ontable c, ontable d, clear a, clear b, clear c, clear d, handempty",
    "two held": "holding a, holding b, ontable c, ontable d, clear c, clear d",
    "held by an empty hand": "holding a, handempty, ontable b, clear b, ontable c, clear c",
    "all at once": "on a b, on a c, on b a, ontable a, clear a, clear b, holding a, holding c, handempty",
}


def state_of(reasoner: Reasoner, text: str) -> State:
    return reasoner.state([f"({atom.strip()})" for atom in text.split(",")])


def relies(walker: PDDLSimulator) -> bool:
    """Whether a walker still relies on groups."""
    return bool(walker._system.views.engine.compiler.indexes.groups)


@pytest.mark.parametrize("patience", [0, 60], ids=["atom by atom", "all anew"])
@pytest.mark.parametrize("keeps", [True, False], ids=["kept", "found"])
@pytest.mark.parametrize("broken", BREAKS)
def test_states_that_break_a_group(broken: str, keeps: bool, patience: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(jumps, "FIRST_FILLS", patience)
    with Reasoner(relgym.load(BLOCKS, TABLE)) as reasoner:
        state = state_of(reasoner, BREAKS[broken])
        for way in ("remember", "forget", "ground"):
            walker = PDDLSimulator(reasoner, keeps=lambda action: keeps)
            if way == "forget":
                walker.forget()
            elif way == "ground":
                assert walker.ground()
            walk(reasoner, walker, 20, 0)
            assert relies(walker)
            walker.go_to(state)
            assert not relies(walker)
            compared(walker, reasoner, state)
            for seed in range(3):
                walk(reasoner, walker, 20, seed, state)


def test_what_a_group_allows_one_row_of_is_known_to_be_small():
    with Reasoner(relgym.load(BLOCKS, TABLE)) as reasoner:
        system = PDDLSimulator(reasoner)._system
        rows = {symbol.name: size.rows for symbol, size in system.views.rules.sizes.items()}
        assert rows["holding"] <= 1 < rows["clear"]


def test_states_that_keep_all_groups():
    with Reasoner(relgym.load(BLOCKS, TABLE)) as reasoner:
        walker = PDDLSimulator(reasoner)
        walker.forget()
        for text in ("ontable a, clear a", "holding a, clear b", "on a b, clear a, on c d, clear c, handempty"):
            walk(reasoner, walker, 20, 1, state_of(reasoner, text))
        assert relies(walker)


@pytest.mark.parametrize("own", catalogue("pddl"), ids=lambda own: own.name)
def test_domains(own: EnvSpec):
    """The groups of a domain hold wherever a walk leads, and what breaks one of them is walked through without them."""
    rng = Random(0)
    with Reasoner(load(own.domain, own.problems("train")[3])) as reasoner:
        walker = PDDLSimulator(reasoner)
        mutex = walker._system.jumps.mutex
        state, met = reasoner.initial_state, [reasoner.initial_state]
        for _ in range(40):
            actions = reasoner.valid_actions(state)
            state = reasoner.successor(state, rng.choice(actions), rng) if actions else reasoner.initial_state
            assert mutex.holds(state.bits)
            met.append(state)
        members: dict[int, list[int]] = {}
        for number in bits_of(reduce(or_, (state.bits for state in met))):
            for instance in mutex._find(number):
                members.setdefault(instance, []).append(number)
        together = [atoms for atoms in members.values() if len(atoms) > 1]
        for atoms in rng.sample(together, min(3, len(together))):
            two = mask_of(rng.sample(atoms, 2))
            broken = rng.choice(met)
            broken = State(broken.vocabulary, broken.bits | two, broken.values)
            walker = PDDLSimulator(reasoner)
            walker.forget()
            walk(reasoner, walker, 5, 0)
            assert relies(walker)
            walk(reasoner, walker, 8, 0, broken, broken)
            walker.go_to(broken)
            assert not relies(walker)


@pytest.mark.parametrize("copied", [lambda env: env, lambda env: env.clone(), deepcopy], ids=["same", "clone", "copy"])
def test_environments(copied: Callable[[PDDLEnv], PDDLEnv], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pace, "WARMUP_SECONDS", 0)
    env = relgym.make(BLOCKS, TABLE).unwrapped
    rng = Random(0)
    for broken in BREAKS.values():
        env.reset(seed=0)
        env.step(env.valid_actions()[0])
        own = copied(env)
        own.set_state(state_of(own.reasoner, broken))
        for _ in range(10):
            state = own.get_state()
            valid = own.valid_actions()
            assert valid == own.reasoner.valid_actions(state)
            if valid:
                action = rng.choice(valid)
                seen, _, done, *_ = own.step(action)
                assert seen == own.get_state() == own.reasoner.successor(state, action)
                assert done == own.reasoner.goal(seen)
    assert isinstance(own._now.strategy, PDDLSimulator)
    assert not relies(own._now.strategy)


COINS = """(define (domain coins) (:requirements :adl) (:predicates (heads ?x) (tails ?x) (seen ?x))
  (:action turn :parameters (?x ?y) :precondition (and (heads ?x) (heads ?y))
   :effect (and (not (heads ?x)) (not (heads ?y)) (tails ?y) (tails ?x)))
  (:action back :parameters (?x) :precondition (tails ?x) :effect (and (not (tails ?x)) (heads ?x)))
  (:action look :parameters (?x) :precondition (not (tails ?x)) :effect (seen ?x)))"""

THREE = "(define (problem p) (:domain coins) (:objects a b c) (:init (heads a) (heads b) (tails c)) (:goal (seen a)))"

BALLS = """(define (domain balls) (:requirements :adl) (:predicates (at ?b ?r) (held ?b) (seen ?r) (ball ?b) (room ?r))
  (:action go :parameters (?b ?r ?s) :precondition (and (at ?b ?r) (room ?s) (not (seen ?s)))
   :effect (and (not (at ?b ?r)) (at ?b ?s)))
  (:action lift :parameters (?b ?c ?r ?s) :precondition (and (at ?b ?r) (at ?c ?s))
   :effect (and (not (at ?b ?r)) (not (at ?c ?s)) (held ?b) (held ?c)))
  (:action drop :parameters (?b ?r) :precondition (and (held ?b) (room ?r)) :effect (and (not (held ?b)) (at ?b ?r)))
  (:action leave :parameters (?r) :precondition (seen ?r) :effect (not (seen ?r)))
  (:action look :parameters (?b ?r) :precondition (and (ball ?b) (room ?r) (not (at ?b ?r))) :effect (seen ?r)))"""

ROOMS = """(define (problem rooms) (:domain balls) (:objects a b c r s)
  (:init (ball a) (ball b) (ball c) (room r) (room s) (at a r) (at b r) (at c s)) (:goal (held a)))"""


@pytest.mark.parametrize(("domain", "problem"), [(COINS, THREE), (BALLS, ROOMS)], ids=["coins", "balls"])
def test_arguments_that_may_be_the_same(domain: str, problem: str):
    with Reasoner(relgym.load(domain, problem)) as reasoner:
        walker = PDDLSimulator(reasoner, keeps=lambda action: True)
        walker.forget()
        walk(reasoner, walker, 200, 0)
        assert relies(walker)


def test_the_start_is_remembered():
    rng = Random(0)
    with Reasoner(relgym.load(BLOCKS, TABLE)) as reasoner:
        walker = PDDLSimulator(reasoner, keeps=lambda action: True)
        walker.forget()
        for _ in range(10):
            for _ in range(30):
                walker.apply(rng.choice(sorted(walker.actions())))
                compared(walker, reasoner, walker.state)
            walker.go_to(reasoner.initial_state)
        assert walker._system.jumps.snapshot
        assert relies(walker)
