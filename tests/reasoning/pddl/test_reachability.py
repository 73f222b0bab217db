"""Grounding by relaxation misses nothing, and finds no more than it must."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import relgym
from relgym.catalogue.domains import SPLITS, catalogue
from relgym.envs.pddl.problems import Problems
from relgym.model.pddl.problem import Task
from relgym.reasoning.pddl.reachability import Reachable, reachable

FILES = [(spec.domain, path) for spec in catalogue("pddl") for split in SPLITS for path in spec.problems(split)[-2:]]

# Each line is what the grounding might get wrong.
HARD = """(define (domain hard) (:requirements :adl :derived-predicates :fluents :probabilistic-effects)
  (:types small big - thing)
  (:constants nil - small)
  (:predicates (p ?x - thing) (q ?x ?y - thing) (r ?x - thing) (s) (t ?x - thing) (u ?x - thing) (w ?x - thing)
    (link ?x ?y - thing) (linked ?x ?y - thing) (lonely ?x - thing) (either-way ?x - (either small big)))
  (:functions (level ?x - thing) (limit))
  (:derived (linked ?x ?y - thing)
    (or (link ?x ?y) (q ?x ?y) (exists (?z - thing) (and (linked ?x ?z) (linked ?z ?y)))))
  (:derived (lonely ?x - thing) (not (exists (?y - thing) (linked ?x ?y))))
  (:action same :parameters (?x - thing) :precondition (p ?x) :effect (and (q ?x ?x) (not (p ?x))))
  (:action constant :parameters (?x - thing) :precondition (q ?x ?x) :effect (and (q nil ?x) (q ?x nil)))
  (:action negative :parameters (?x - small) :precondition (and (not (p ?x)) (not (lonely ?x))) :effect (r ?x))
  (:action every :parameters () :precondition (forall (?x - big) (or (p ?x) (q ?x ?x))) :effect (s))
  (:action some :parameters (?x - thing) :precondition (exists (?y - thing) (and (linked ?x ?y) (r ?y))) :effect (t ?x))
  (:action way :parameters (?x ?y - thing)
    :precondition (or (and (t ?x) (not (= ?x ?y))) (imply (s) (r ?y))) :effect (u ?x))
  (:action when-so :parameters (?x - thing)
    :precondition (u ?x)
    :effect (forall (?y - thing) (when (and (linked ?x ?y) (not (t ?y))) (and (w ?y) (when (s) (either-way ?y))))))
  (:action count-up :parameters (?x - thing) :precondition (< (level ?x) (limit)) :effect (increase (level ?x) 1))
  (:action overflow :parameters (?x - thing) :precondition (>= (level ?x) 2) :effect (link ?x nil))
  (:action chance :parameters (?x - thing)
    :precondition (w ?x)
    :effect (probabilistic 1/3 (p ?x) 1/3 (and (r ?x) (probabilistic 1/2 (when (s) (link nil ?x)))))))"""
HARD_PROBLEM = """(define (problem hard) (:domain hard) (:objects a b - small c d - big)
  (:init (p a) (p c) (link c d) (= (level a) 0) (= (level c) 0) (= (limit) 3)
    (probabilistic 1/2 (p d) 1/4 (q d d)))
  (:goal (and (s) (w nil))))"""


def walk(task: Task, found: Reachable, steps: int, seed: int) -> set[str]:
    """A random walk on which everything is within reach; the atoms and actions that were met."""
    rng = random.Random(seed)
    with relgym.Reasoner(task) as reasoner:
        still = set(reasoner.vocabulary.static_atoms)
        state = reasoner.start(rng)
        met: set[str] = set()
        for _ in range(steps):
            every = {(a.predicate, tuple(task.number[t.name] for t in a.terms)): a for a in state.atoms}
            changing = {atom for key, atom in every.items() if key not in still}
            assert changing <= set(found.atoms)
            assert reasoner.derived(state) <= set(found.derived)
            actions = reasoner.valid_actions(state)
            assert set(actions) <= set(found.actions)
            met |= {str(item) for item in (*changing, *reasoner.derived(state), *actions)}
            if not actions:
                state = reasoner.start(rng)
                continue
            state = reasoner.successor(state, rng.choice(actions), rng)
        return met


@pytest.mark.parametrize(("domain", "problem"), FILES, ids=lambda path: f"{path.parents[2].name}-{path.stem}")
def test_random_walks_stay_within_reach(domain: Path, problem: Path) -> None:
    task = relgym.load(domain, problem)
    walk(task, reachable(task), 60, seed=1)


def test_walks_through_every_construct_stay_within_reach() -> None:
    task = relgym.load(HARD, HARD_PROBLEM)
    found = reachable(task)
    met: set[str] = set()
    for seed in range(20):
        met |= walk(task, found, 40, seed)
    everything = {str(item) for item in (*found.atoms, *found.derived, *found.actions)}
    assert met <= everything
    assert {"(q nil a)", "(r nil)", "(s)", "(t d)", "(either-way c)", "(overflow a)", "(link a nil)"} <= met
    # What no walk met although it is called within reach: a measure of how rough the relaxation is.
    assert len(everything - met) <= len(everything) / 3


def test_what_is_out_of_reach_is_left_out() -> None:
    domain = """(define (domain d) (:requirements :adl) (:predicates (at ?x) (road ?x ?y) (ferry ?x) (wet ?x) (odd ?x))
      (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y) (not (ferry ?y)) (not (= ?x ?y)))
        :effect (and (at ?y) (when (wet ?x) (wet ?y)) (when (not (odd ?x)) (odd ?y)))))"""
    problem = """(define (problem p) (:domain d) (:objects a b c d e) (:goal (at e))
      (:init (at a) (road a b) (road b b) (road b c) (road d e) (ferry c)))"""
    found = reachable(relgym.load(domain, problem))
    assert list(map(str, found.atoms)) == ["(at a)", "(at b)", "(odd b)"]
    assert list(map(str, found.actions)) == ["(go a b)"]


def test_numbers_that_never_change_are_looked_at() -> None:
    domain = """(define (domain d) (:requirements :fluents) (:predicates (done ?x)) (:functions (size ?x) (used))
      (:action use :parameters (?x) :precondition (and (< (size ?x) 3) (< (used) 1))
        :effect (and (done ?x) (increase (used) 1))))"""
    problem = """(define (problem p) (:domain d) (:objects a b c) (:goal (done b))
      (:init (= (size a) 2) (= (size b) 4) (= (used) 5)))"""
    assert list(map(str, reachable(relgym.load(domain, problem)).actions)) == ["(use a)"]


def test_actions_are_named_by_their_free_parameters() -> None:
    spec = next(spec for spec in catalogue() if spec.name == "sokoban")
    problems = Problems(spec.domain, spec.problems("train")[0], free=spec.free)
    assert {len(action.terms) for action in problems.reachable(0).actions} == {1}
    assert len(problems.reachable(0).actions) <= 8


def test_the_order_is_the_same_in_every_process() -> None:
    code = f"""
import relgym
from relgym.reasoning.pddl.reachability import reachable
found = reachable(relgym.load({str(FILES[0][0])!r}, {str(FILES[0][1])!r}))
print(*found.atoms, *found.actions)
"""
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(printed) == 1


def test_tests_of_chosen_objects_come_after_what_binds_them() -> None:
    domain = """(define (domain d) (:requirements :adl :derived-predicates) (:predicates (p ?x) (f ?x)) (:constants k)
      (:derived (f ?x) (p ?x))
      (:action a :parameters (?y) :precondition (or (and (p k) (f ?y) (= k ?y)) (f ?y)) :effect (not (p ?y))))"""
    problem = "(define (problem p) (:domain d) (:objects b c) (:init (p b)) (:goal (p b)))"
    assert list(map(str, reachable(relgym.load(domain, problem)).actions)) == ["(a b)"]


def test_nested_bodies_are_named_unlike_the_parts_of_a_recursion() -> None:
    """A universal condition within a recursion has auxiliary symbols before bodies are made flat."""
    domain = """(define (domain d) (:requirements :adl :derived-predicates) (:predicates (p ?x) (q) (way))
      (:derived (way) (forall (?x) (imply (p ?x) (way))))
      (:derived (way) (forall (?x) (and)))
      (:action a :parameters () :precondition (way) :effect (q)))"""
    problem = "(define (problem p) (:domain d) (:objects b c) (:init (p c)) (:goal (way)))"
    task = relgym.load(domain, problem)
    assert list(map(str, reachable(task).derived)) == ["(way)"]
    simulator = relgym.Simulator(task)
    assert simulator.ground()
    assert simulator.goal()
