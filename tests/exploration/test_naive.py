"""State spaces of the catalogue's domains beside their naive twins: each number, each state, each transition."""

from __future__ import annotations

from collections import Counter

import pytest
from exploration.naive import NaiveSpace

import relgym
from relgym.catalogue.domains import spec
from relgym.exploration.expanders import circuits
from relgym.exploration.expanders.choice import expander_of

CIRCUITS = (
    *("blocks", "blocks-above", "blocks-conditional", "casino", "depot", "doors", "elevator", "ferry", "fridge"),
    *("hanoi", "hiking", "maze", "miconic", "newspapers", "search-and-rescue", "spanner", "tsp"),
)
REASONERS = ("navigation", "river", "sysadmin", "tireworld", "zenotravel")


def first_problem(name):
    own = spec(name)
    axioms = own.axiom_files() if own.language == "pddl" else ()
    return relgym.load(own.domain, own.problems("train")[0], axioms)


def check(model):
    space, twin = relgym.explore(model), NaiveSpace(model)
    assert space.is_complete
    keys = [twin.key(space.state(number)) for number in range(len(space))]
    assert len({*keys}) == len(keys)
    assert dict(zip(keys, space.depths.tolist(), strict=True)) == twin.depths
    assert {key for key, goal in zip(keys, space.goals, strict=True) if goal} == twin.goals
    for number, key in enumerate(keys):
        own = Counter((a, keys[target], round(share, 9)) for a, target, share in space.transitions_of(number))
        assert own == Counter((a, after, round(share, 9)) for a, after, share in twin.transitions[key])
        assert space.choices[number] == len({action for action, _, _ in twin.transitions[key]})
    distances = twin.distances()
    assert {k: d for k, d in zip(keys, space.distances.tolist(), strict=True) if d >= 0} == distances
    figures = space.to_json()
    assert figures["states"] == len(keys)
    assert figures["transitions"] == sum(map(len, twin.transitions.values()))
    assert figures["depth"] == max(twin.depths.values())
    assert figures["dead_ends"] == (len(keys) - len(distances) if space.has_goal else None)
    assert figures["stuck"] == sum(not steps for steps in twin.transitions.values())
    assert figures["distance"] == min((distances[k] for k in keys[: space.starts] if k in distances), default=None)
    sizes = twin.component_sizes()
    assert (figures["components"], figures["largest_component"]) == (len(sizes), sizes[-1])


@pytest.mark.parametrize("name", [*CIRCUITS, *REASONERS])
def test_first_problem(name):
    check(first_problem(name))


NUMBERS = """(define (domain d) (:requirements :numeric-fluents :conditional-effects :action-costs)
  (:predicates (open)) (:functions (fuel) (load) (total-cost))
  (:action burn :precondition (> (fuel) 0)
    :effect (and (decrease (fuel) 1/2) (increase (total-cost) 1) (when (< (fuel) 1) (open))))
  (:action fill :precondition (open) :effect (and (assign (fuel) 2) (not (open)) (increase (total-cost) 3)))
  (:action weigh :effect (assign (load) (* 3 (fuel))))
  (:action double :precondition (< (load) 2) :effect (scale-up (load) 2)))"""
FUEL = "(define (problem p) (:domain d) (:init (= (fuel) 2) (= (total-cost) 0)) (:goal (and (open) (= (load) 0))))"


def test_numbers_are_part_of_states_and_accumulators_are_not():
    check(relgym.load(NUMBERS, FUEL))


RANDOM_START = """(define (problem p) (:domain d) (:objects a b c) (:init (probabilistic 1/2 (at a) 1/4 (at b))
  (road a b) (road b c)) (:goal (at c)))"""


def test_all_starts_are_explored():
    domain = """(define (domain d) (:requirements :adl :probabilistic-effects) (:predicates (at ?x) (road ?x ?y))
      (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y)) :effect (and (not (at ?x)) (at ?y))))"""
    model = relgym.load(domain, RANDOM_START)
    check(model)
    assert relgym.explore(model).starts == 3


CONDITIONAL = """(define (domain d) (:requirements :adl :derived-predicates) (:predicates (lit ?x) (next ?x ?y) (all))
  (:derived (all) (forall (?x) (lit ?x)))
  (:action press :parameters (?x) :precondition (not (all))
    :effect (and (when (lit ?x) (not (lit ?x))) (when (not (lit ?x)) (lit ?x))
      (forall (?y) (when (and (next ?x ?y) (lit ?y)) (not (lit ?y)))))))"""
LAMPS = "(define (problem p) (:domain d) (:objects a b c d) (:init (next a b) (next b c) (next c d)) (:goal (all)))"


def test_conditional_effects_and_derived_predicates():
    check(relgym.load(CONDITIONAL, LAMPS))


def test_a_problem_without_atoms_and_actions():
    domain = "(define (domain d) (:predicates (p)))"
    check(relgym.load(domain, "(define (problem q) (:domain d) (:init) (:goal (p)))"))


def test_tasks_that_are_too_large_for_circuits(monkeypatch):
    """The masks of a chain of 100,000 towns would take 2.5 GB; a reasoner expands such states."""
    model = first_problem("gripper")
    monkeypatch.setattr(circuits, "MASK_BITS_LIMIT", 10)
    # To ground such a task takes seconds and is of no use.
    monkeypatch.setattr(circuits, "ground", None)
    assert not isinstance(expander_of(relgym.Reasoner(model)), circuits.CircuitExpander)
    check(model)
