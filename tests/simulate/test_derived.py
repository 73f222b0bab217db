"""Derived atoms that follow a walk, where that is not easy: recursion, negation of what is derived, nested formulas."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from simulate.walks import compared, walk, walk_through

import relgym
from relgym.backends.base import Limits
from relgym.errors import BackendError
from relgym.model.pddl.state import State
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate.pddl import PDDLSimulator
from relgym.simulate.views import derived
from relgym.translate.plans import maintenance

DOORS = """(define (domain doors) (:requirements :adl :derived-predicates) (:types room)
  (:predicates (door ?x ?y - room) (open ?x ?y - room) (dark ?x - room)
    (reaches ?x ?y - room) (even ?x ?y - room) (odd ?x ?y - room) (cut-off ?x - room) (bright ?x - room)
    (round ?x - room) (calm))
  (:derived (reaches ?x ?y) (or (open ?x ?y) (exists (?z - room) (and (open ?x ?z) (reaches ?z ?y)))))
  (:derived (odd ?x ?y) (or (open ?x ?y) (exists (?z - room) (and (open ?x ?z) (even ?z ?y)))))
  (:derived (even ?x ?y) (exists (?z - room) (and (open ?x ?z) (odd ?z ?y))))
  (:derived (cut-off ?x) (forall (?y - room) (or (= ?x ?y) (not (reaches ?y ?x)))))
  (:derived (bright ?x) (and (not (dark ?x)) (or (cut-off ?x) (exists (?y - room) (and (even ?x ?y) (dark ?y))))))
  (:derived (round ?x) (exists (?y ?z - room) (and (open ?x ?y) (open ?y ?z) (open ?z ?x))))
  (:derived (calm) (not (exists (?x - room) (bright ?x))))
  (:action unlock :parameters (?x ?y - room)
    :precondition (and (door ?x ?y) (not (open ?x ?y))) :effect (open ?x ?y))
  (:action lock :parameters (?x ?y - room) :precondition (and (open ?x ?y) (not (calm))) :effect (not (open ?x ?y)))
  (:action flip :parameters (?x - room) :precondition (exists (?y - room) (cut-off ?y))
    :effect (and (when (dark ?x) (not (dark ?x))) (when (not (dark ?x)) (dark ?x))))
  (:action dim :parameters (?x - room) :precondition (not (dark ?x)) :effect (dark ?x))
  (:action light :parameters (?x - room) :precondition (dark ?x) :effect (not (dark ?x)))
  (:action storm :precondition (calm)
    :effect (forall (?x ?y - room) (when (reaches ?x ?y) (not (open ?x ?y))))))"""

HOUSE = """(define (problem house) (:domain doors) (:objects a b c d e - room)
  (:init (door a b) (door b c) (door c a) (door c d) (door d e) (door e e) (open a b) (open b c) (open c a) (dark c))
  (:goal (and (reaches a e) (calm))))"""


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("keeps", [True, False], ids=["kept", "anew"])
def test_doors(keeps: bool, seed: int):
    walk_through(keeps, DOORS, HOUSE, seed)


WIRES = """(define (domain wires) (:requirements :adl :derived-predicates) (:types post colour)
  (:constants red blue - colour a b - post)
  (:predicates (wire ?x ?y - post) (on ?x - post)
    (feeds ?x - post ?c - colour ?y - post) (through ?x ?y - post) (reaches ?x ?y - post) (ring ?x - post)
    (odd ?x - post) (never ?x - post) (beside ?x ?y - post) (all-on) (mesh))
  (:derived (feeds ?x ?c ?y) (or (and (on ?x) (= ?c red) (wire ?x ?y)) (and (on ?x) (= ?c blue) (wire ?y ?x))
    (exists (?z - post) (and (on ?x) (on ?z) (feeds ?x ?c ?z) (wire ?z ?y)))))
  (:derived (reaches ?x ?y) (or (wire ?x ?y) (exists (?z - post) (and (on ?x) (reaches ?x ?z) (wire ?z ?y)))))
  (:derived (through ?x ?y) (exists (?z - post) (and (wire ?x ?z) (wire ?z ?y) (on ?z))))
  (:derived (ring ?x) (and (feeds ?x red ?x) (feeds ?x blue ?x) (through ?x ?x)))
  (:derived (odd ?x) (exists (?y ?z - post)
    (and (through ?x ?y) (feeds ?y red ?z) (on ?z) (not (through ?z ?x)) (not (ring ?y)))))
  (:derived (never ?x) (or (and (on ?x) (or)) (and (on ?x) (= ?x a) (= ?x b)) (and (on ?x) (wire ?x ?x) (= ?x a))))
  (:derived (beside ?x ?y) (or (wire ?x ?y) (and (on ?x) (= ?x a) (= ?y a))))
  (:derived (all-on) (forall (?x - post) (on ?x)))
  (:derived (mesh) (and (not (all-on)) (exists (?x - post) (and (ring ?x) (not (odd ?x)))) (not (never a))))
  (:action switch :parameters (?x - post)
    :effect (and (when (on ?x) (not (on ?x))) (when (not (on ?x)) (on ?x))))
  (:action join :parameters (?x ?y - post) :precondition (not (wire ?x ?y)) :effect (wire ?x ?y))
  (:action cut :parameters (?x ?y ?z - post) :precondition (and (wire ?x ?y) (wire ?y ?z) (on ?y))
    :effect (and (not (wire ?x ?y)) (not (wire ?y ?z)) (not (on ?y)) (wire ?x ?z)))
  (:action storm :precondition (mesh) :effect (forall (?x ?y - post) (when (reaches ?x ?y) (not (wire ?x ?y)))))
  (:action mend :precondition (not (mesh)) :effect (forall (?x ?y - post) (when (odd ?y) (wire ?x ?y)))))"""

YARD = """(define (problem yard) (:domain wires) (:objects c d - post)
  (:init (wire a b) (wire b a) (wire b c) (wire c d) (wire d d) (on a) (on b) (on d)) (:goal (and (mesh) (ring a))))"""


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("keeps", [True, False], ids=["kept", "anew"])
def test_what_rests_on_several_atoms_that_change_at_once(keeps: bool, seed: int):
    # The builtin engine answers by some of the same code.
    walk_through(keeps, WIRES, YARD, seed, "sld")


@pytest.mark.parametrize("many", [0, 10**9], ids=["watched", "unwatched"])
def test_rules_with_more_loops_than_fit_into_a_function(monkeypatch: pytest.MonkeyPatch, many: int):
    monkeypatch.setattr(maintenance, "UNCLOCKED_ROWS_LIMIT", many)
    variables = [f"?v{number}" for number in range(19)]
    chain = " ".join(f"(tied {one} {other})" for one, other in pairwise(variables))
    domain = f"""(define (domain ropes) (:requirements :adl :derived-predicates)
      (:predicates (tied ?x ?y) (far ?x ?y) (out ?x))
      (:derived (far {variables[0]} {variables[-1]}) (exists ({" ".join(variables[1:-1])}) (and {chain})))
      (:derived (out ?x) (exists (?y) (and (far ?y ?x) (not (tied ?y ?x)))))
      (:action tie :parameters (?x ?y) :precondition (and (out ?x) (not (tied ?x ?y))) :effect (tied ?x ?y))
      (:action loose :parameters (?x ?y) :precondition (tied ?x ?y) :effect (not (tied ?x ?y))))"""
    names = [f"o{number}" for number in range(4)]
    tied = " ".join(f"(tied {one} {other})" for one, other in pairwise([*names, names[0]]))
    problem = f"(define (problem p) (:domain ropes) (:objects {' '.join(names)}) (:init {tied}) (:goal (out o1)))"
    with Reasoner(relgym.load(domain, problem)) as reasoner:
        walker, rng, state = PDDLSimulator(reasoner), random.Random(1), reasoner.initial_state
        walker.forget()
        for _ in range(30):
            compared(walker, reasoner, state)
            # With few ropes there are few ways along them.
            state = rng.choice([each for each in around(reasoner, state) if len(each.atoms) < 7])
            walker.go_to(state)


def test_what_is_looked_into_later_is_kept_up_to_date_too():
    with Reasoner(relgym.load(WIRES, YARD)) as reasoner:
        walker, rng = PDDLSimulator(reasoner), random.Random(1)
        walker.forget()
        walk(reasoner, walker, 10, 1)
        compiler = walker._system.views.engine.compiler
        [feeds] = [symbol for symbol in reasoner.translation.derived if symbol.name == "feeds"]
        indexes = compiler.indexes
        used = {access.known for access in indexes.chosen if access.symbol == feeds}
        column = next(column for column in range(3) if (column,) not in used)
        name = compiler.printer.names.container(indexes.access(feeds, (column,)))
        compiler.define()
        for _ in range(30):
            walker.apply(rng.choice(sorted(walker.actions())))
            rows = walker.derived()["feeds"]
            found = [(number, *rest) for number, others in enumerate(compiler.scope[name]) for rest in others]
            assert sorted(found) == sorted((row[column], *row[:column], *row[column + 1 :]) for row in rows)


def around(reasoner: Reasoner, state: State) -> list[State]:
    return [reasoner.successor(state, action) for action in reasoner.valid_actions(state)] or [reasoner.initial_state]


def test_to_follow_is_given_up_where_it_takes_too_long():
    names = " ".join(f"o{number}" for number in range(60))
    domain = """(define (domain d) (:requirements :derived-predicates) (:predicates (p ?x) (q) (far ?x)
        (five ?a ?b ?c ?d ?e))
      (:derived (five ?a ?b ?c ?d ?e) (and (q) (p ?a) (p ?b) (p ?c) (p ?d) (p ?e)))
      (:derived (far ?x) (p ?x))
      (:action on :parameters () :effect (q)) (:action off :parameters () :effect (not (q))))"""
    marks = " ".join(f"(p o{number})" for number in range(60))
    task = relgym.load(domain, f"(define (problem q) (:domain d) (:objects {names}) (:init {marks}) (:goal (q)))")
    with Reasoner(task, limits=Limits(seconds=0.2)) as reasoner:
        walker = PDDLSimulator(reasoner)
        walker.forget()
        compared(walker, reasoner, reasoner.initial_state)
        walker.apply(walker.number("(on)"))
        for _ in range(2):
            with pytest.raises(BackendError, match="did not answer within"):
                walker.derived()
        walker.apply(walker.number("(off)"))
        compared(walker, reasoner, walker.state)


def test_derived_atoms_that_nobody_asked_for_long():
    with Reasoner(relgym.load(DOORS, HOUSE)) as reasoner:
        walker, state = PDDLSimulator(reasoner), reasoner.initial_state
        walker.forget()
        compared(walker, reasoner, state)
        for number in range(30_000):
            walker.apply(walker.number("(light c)" if number % 2 == 0 else "(dim c)"))
            if number in (1, 2, 9, 12_000, 29_998):
                compared(walker, reasoner, walker.state)


@pytest.mark.parametrize("told", [9, 12, 40])
def test_only_so_many_changes_are_remembered(told: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(derived, "CHANGE_LOG_LIMIT", told)
    rng = random.Random(told)
    with Reasoner(relgym.load(DOORS, HOUSE)) as reasoner:
        walker = PDDLSimulator(reasoner, keeps=lambda action: True)
        walker.forget()
        for _ in range(12):
            compared(walker, reasoner, walker.state)
            for _ in range(rng.randrange(3 * told)):
                room = rng.choice("abcde")
                dark = f"(dark {room})" in map(str, walker.state.atoms)
                walker.apply(walker.number(f"({'light' if dark else 'dim'} {room})"))


@pytest.mark.parametrize("seed", range(4))
def test_recursion_through_rows_that_share_nothing(seed: int):
    domain = """(define (domain pairs) (:requirements :adl :derived-predicates)
      (:predicates (on ?x) (off ?x) (next ?x ?y) (both ?x ?y))
      (:derived (next ?x ?y) (exists (?z) (and (on ?x) (next ?y ?z))))
      (:derived (next ?x ?y) (on ?x))
      (:derived (both ?x ?y) (exists (?z ?w) (and (both ?x ?z) (both ?y ?w))))
      (:derived (both ?x ?y) (and (on ?x) (off ?y)))
      (:action press :parameters (?x) :effect (on ?x))
      (:action free :parameters (?x) :precondition (on ?x) :effect (and (not (on ?x)) (off ?x)))
      (:action clear :parameters (?x) :precondition (off ?x) :effect (not (off ?x))))"""
    problem = "(define (problem p) (:domain pairs) (:objects a b c d) (:init) (:goal (both a b)))"
    walk_through(True, domain, problem, seed)
