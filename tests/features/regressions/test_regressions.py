"""The smallest cases of what random tests have found."""

from features.conftest import Open
from features.shown import actions, atoms, holds


def test_a_precondition_that_the_terms_alone_make_false(open_reasoner: Open) -> None:
    domain = """(define (domain d) (:requirements :adl) (:predicates (p ?x ?y))
      (:action a :parameters (?x) :precondition (and (p ?x ?x) (not (= ?x ?x))) :effect (not (p ?x ?x))))"""
    r = open_reasoner("(define (problem p) (:domain d) (:objects o) (:init (p o o)) (:goal (and)))", domain)
    assert actions(r) == []


def test_an_effect_on_a_number_for_more_objects_than_its_function_is_declared_for(open_reasoner: Open) -> None:
    # Every object of type t has a value, for there is none; o is no t.
    domain = """(define (domain d) (:requirements :adl :typing :numeric-fluents) (:types t) (:predicates (p))
      (:functions (f ?x - t))
      (:action a :parameters (?x) :effect (increase (f ?x) 1)))"""
    r = open_reasoner("(define (problem p) (:domain d) (:objects o) (:init) (:goal (p)))", domain)
    assert actions(r) == []
    assert not holds(r, "(p)")


def test_axioms_that_depend_on_each_other_only_on_paper(open_reasoner: Open) -> None:
    # r never holds, so it does not rest on q. Whoever asks the goal first needs r alone.
    domain = """(define (domain d) (:requirements :adl :derived-predicates) (:predicates (f) (p) (q ?x) (r ?x))
      (:derived (p) (f))
      (:derived (q ?x) (or (p) (r ?x)))
      (:derived (r ?x) (and (q ?x) (not (and))))
      (:action a :parameters () :effect (f)))"""
    r = open_reasoner("(define (problem p) (:domain d) (:objects o) (:init (f)) (:goal (exists (?x) (r ?x))))", domain)
    assert not r.goal(r.initial_state)
    assert atoms(r.derived(r.initial_state)) == {"(p)", "(q o)"}


def test_a_question_about_a_number_that_nothing_ever_sets(open_reasoner: Open) -> None:
    domain = """(define (domain d) (:requirements :adl :numeric-fluents) (:predicates (p)) (:functions (f) (g ?x))
      (:action a :parameters () :effect (p)))"""
    r = open_reasoner("(define (problem p) (:domain d) (:objects o) (:init) (:goal (p)))", domain)
    assert not holds(r, "(< 0 (f))")
    assert not holds(r, "(exists (?x) (= (g ?x) 0))")
