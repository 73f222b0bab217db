"""Steps whose effects rest on conditions and on chance, beside a reasoner's: all at once, by what held before."""

from __future__ import annotations

import pytest
from simulate.walks import compared, walk, walk_through

import relgym
from relgym import Limits
from relgym.errors import BackendError, RandomOutcome
from relgym.reasoning.reasoner import Reasoner
from relgym.simulate.pddl import PDDLSimulator

# What is read may be what changes; what goes may come, too; conditions rest on what is derived, numbers and constants.
YARD = """(define (domain yard) (:requirements :adl :derived-predicates :numeric-fluents) (:types place thing - object)
  (:constants gate - place)
  (:predicates (at ?t - thing ?p - place) (road ?a ?b - place) (wet ?p - place) (rain) (lit ?p - place) (dark)
    (seen ?p - place))
  (:functions (cost) (depth ?p - place))
  (:derived (dark) (not (exists (?p - place) (lit ?p))))
  (:derived (seen ?p - place) (exists (?t - thing) (and (lit ?p) (at ?t ?p))))
  (:action push :parameters (?t - thing ?a ?b - place) :precondition (and (at ?t ?a) (or (road ?a ?b) (= ?a ?b)))
   :effect (and (not (at ?t ?a)) (at ?t ?b)
     (when (= ?b gate) (lit gate))
     (forall (?u - thing) (when (and (at ?u ?b) (wet ?a)) (and (not (at ?u ?b)) (at ?u ?a) (not (wet ?a)))))))
  (:action toggle :parameters () :precondition (dark)
   :effect (and (when (rain) (not (rain))) (when (not (rain)) (rain))
     (forall (?p - place) (and (when (wet ?p) (not (wet ?p))) (when (not (wet ?p)) (wet ?p))))))
  (:action turn :parameters (?p - place) :precondition (not (dark))
   :effect (and (increase (cost) 2)
     (forall (?a ?b - place) (when (and (road ?a ?b) (lit ?a) (not (seen ?a))) (and (not (lit ?a)) (lit ?b)
       (when (exists (?t - thing) (at ?t ?a)) (not (lit ?p))))))))
  (:action switch :parameters (?p - place) :precondition (not (rain))
   :effect (and (when (lit ?p) (not (lit ?p))) (when (not (lit ?p)) (lit ?p))
     (forall (?q - place) (when (and (> (depth ?q) (cost)) (road ?p ?q)) (wet ?q)))))
  (:action dig :parameters (?p - place) :precondition (wet ?p)
   :effect (and (not (wet ?p)) (when (lit ?p) (increase (depth ?p) 1)))))"""

DAY = """(define (problem day) (:domain yard) (:objects a b c - place u v w - thing)
  (:init (at u a) (at v a) (at w gate) (road a b) (road b c) (road c gate) (road gate a) (wet b) (rain)
    (= (cost) 0) (= (depth a) 1) (= (depth b) 4) (= (depth c) 9) (= (depth gate) 0))
  (:goal (and (seen gate) (forall (?p - place) (wet ?p)))))"""


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("keeps", [True, False], ids=["kept", "anew"])
def test_walks(keeps: bool, seed: int) -> None:
    walk_through(keeps, YARD, DAY, seed)


def test_what_the_engine_carries_out_itself() -> None:
    with Reasoner(relgym.load(YARD, DAY)) as reasoner:
        productions = PDDLSimulator(reasoner)._system.views.rules.productions
        known = [each for each in productions if each.effect is not None]
        own = {each.rule.head.symbol.name: len(each.effect.conditional) for each in known}
        assert own == {"push": 2, "toggle": 4, "turn": 2, "switch": 3}


def test_groups_are_proved_with_conditional_effects() -> None:
    domain = """(define (domain d) (:requirements :adl) (:predicates (at ?x) (on ?x) (key ?x))
      (:action go :parameters (?a ?b) :precondition (at ?a)
       :effect (and (not (at ?a)) (at ?b) (when (key ?a) (on ?b))))
      (:action flip :parameters (?a ?b) :precondition (on ?a) :effect (and (not (on ?a)) (on ?b))))"""
    problem = """(define (problem p) (:domain d) (:objects a b c) (:init (at a) (on b) (key a) (key c))
      (:goal (and (on a) (on b) (on c))))"""
    with Reasoner(relgym.load(domain, problem)) as reasoner:
        walker = PDDLSimulator(reasoner)
        # There may be several that are on, for `go` turns them on by a condition.
        assert [str(group) for group in walker._system.views.engine.compiler.indexes.groups] == ["at(*)"]
        walk(reasoner, walker, 60, 1)


def test_long_conditions_are_asked_for() -> None:
    chain = [f"(next ?a{n} ?a{n + 1})" for n in range(14)]
    variables = " ".join(f"?a{n}" for n in range(1, 15))
    domain = f"""(define (domain d) (:requirements :adl) (:predicates (next ?x ?y) (on ?x) (cut ?x ?y))
      (:action go :parameters (?a0) :precondition (not (on ?a0))
       :effect (and (on ?a0) (forall ({variables}) (when (and {" ".join(chain)}) (not (on ?a14))))))
      (:action cut :parameters (?x ?y) :precondition (next ?x ?y) :effect (and (not (next ?x ?y)) (next ?y ?x))))"""
    problem = """(define (problem p) (:domain d) (:objects a b c) (:init (next a b) (next b c) (next c a) (on c))
      (:goal (and (on a) (on b) (on c))))"""
    with Reasoner(relgym.load(domain, problem)) as reasoner:
        walker = PDDLSimulator(reasoner)
        assert [each.effect is None for each in walker._system.views.rules.productions] == [True, False]
        walk(reasoner, walker, 60, 2)


def test_conditions_that_take_too_long_change_nothing() -> None:
    names = " ".join(f"o{number}" for number in range(60) if number != 1)
    domain = """(define (domain d) (:requirements :adl) (:predicates (p ?x) (q))
      (:action a :parameters () :precondition (not (q)) :effect (and (q) (not (p o1))
        (forall (?a ?b ?c ?d ?e) (when (and (p ?a) (p ?b) (p ?c) (p ?d) (p ?e) (not (= ?a ?b)) (not (= ?b ?c))
          (not (= ?c ?d)) (not (= ?d ?e))) (not (p ?a))))))
      (:action b :parameters () :effect (forall (?a) (when (p ?a) (not (p ?a))))))"""
    domain = domain.replace("(:predicates", "(:constants o1) (:predicates")
    marks = " ".join(f"(p o{number})" for number in range(60))
    task = relgym.load(domain, f"(define (problem p) (:domain d) (:objects {names}) (:init {marks}) (:goal (q)))")
    with Reasoner(task, limits=Limits(seconds=0.2)) as reasoner:
        walker = PDDLSimulator(reasoner)
        walker.forget()
        with pytest.raises(BackendError, match="did not answer within"):
            walker.apply(walker.number("(a)"))
        compared(walker, reasoner, reasoner.initial_state)
        walker.apply(walker.number("(b)"))
        assert not walker.state.atoms
        walker.apply(walker.number("(a)"))
        compared(walker, reasoner, walker.state)
        assert walker.goal()


@pytest.mark.parametrize("keeps", [True, False], ids=["kept", "anew"])
def test_what_nobody_reads_changes_too(keeps: bool) -> None:
    domain = """(define (domain d) (:requirements :adl :typing) (:types lorry crate - thing thing - object)
      (:predicates (marked ?x - thing) (rain))
      (:action wait :parameters () :effect (and (when (rain) (not (rain))) (when (not (rain)) (rain))
        (forall (?c - crate) (and (when (rain) (marked ?c)) (when (not (rain)) (not (marked ?c)))))))
      (:action mark :parameters (?l - lorry) :precondition (not (marked ?l)) :effect (marked ?l))
      (:action wipe :parameters (?l - lorry) :precondition (marked ?l) :effect (not (marked ?l))))"""
    problem = """(define (problem p) (:domain d) (:objects l m - lorry c e - crate) (:init (marked c) (marked l))
      (:goal (and (marked m) (rain))))"""
    walk_through(keeps, domain, problem, 1)


# Draws in outcomes come before further ones, and what they add is there after, whatever goes; conditions are old.
FAIR = """(define (domain fair) (:requirements :adl :probabilistic-effects :numeric-fluents)
  (:constants a) (:predicates (won ?x) (lost ?x) (next ?x ?y) (open)) (:functions (spent))
  (:action play :parameters (?x ?y) :precondition (next ?x ?y)
   :effect (and (not (won ?x)) (increase (spent) 1)
     (probabilistic 1/3 (and (won ?y) (not (lost ?y)) (probabilistic 0.5 (not (won ?y)) 0.25 (lost ?x)))
                    1/3 (forall (?z) (when (and (won ?z) (next ?z ?y)) (and (lost ?z) (not (won ?z))))))
     (when (lost ?y) (not (lost ?y)))
     (probabilistic 0.125 (when (open) (not (open))) 0.875 (when (not (open)) (open)))
     (probabilistic 1/2 (won ?x))))
  (:action idle :parameters () :precondition (open) :effect (probabilistic 0.5 (and)))
  (:action each :parameters () :effect (and (probabilistic 0.5 (open))
     (forall (?x ?y) (when (next ?x ?y) (and (won ?y) (probabilistic 0.5 (not (won ?x)) 0.25 (lost ?y)))))
     (probabilistic 0.5 (and (not (open)) (forall (?x) (when (won ?x) (probabilistic 0.5 (not (won ?x)))))
       (when (open) (probabilistic 0.75 (lost a)))))
     (forall (?x) (when (lost ?x) (probabilistic 0.5 (not (lost ?x)))))))
  (:action luck :parameters (?x) :effect (when (lost ?x) (probabilistic 0.5 (not (lost ?x)))))
  (:action deep :parameters () :effect
     (forall (?x) (when (not (lost ?x)) (and (probabilistic 0.5 (not (won ?x)))
       (forall (?y) (when (next ?x ?y) (probabilistic 0.5 (won ?y) 0.25 (lost ?x))))))))
  (:action pay :parameters () :effect (probabilistic 0.5 (increase (spent) 1))))"""

EVENING = """(define (problem evening) (:domain fair) (:objects b c d)
  (:init (next a b) (next b c) (next c d) (next d d) (won a) (lost d) (= (spent) 0))
  (:goal (and (won d) (forall (?x) (not (lost ?x))))))"""


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("keeps", [True, False], ids=["kept", "anew"])
def test_draws(keeps: bool, seed: int) -> None:
    walk_through(keeps, FAIR, EVENING, seed)


def test_of_which_draws_the_engine_knows() -> None:
    with Reasoner(relgym.load(FAIR, EVENING)) as reasoner:
        walker = PDDLSimulator(reasoner)
        productions = walker._system.views.rules.productions
        known = [each for each in productions if each.effect is not None]
        own = {each.rule.head.symbol.name: len(each.effect.probabilistic) for each in known}
        assert own == {"play": 3, "idle": 1, "each": 2, "luck": 0}
        # No draw is made where nothing is lost.
        walker.apply(walker.number("(luck a)"))
        compared(walker, reasoner, reasoner.initial_state)
        with pytest.raises(RandomOutcome, match="chance decides"):
            walker.apply(walker.number("(luck d)"))
        compared(walker, reasoner, reasoner.initial_state)


def test_many_outcomes() -> None:
    names = [f"o{number}" for number in range(4000)]
    outcomes = " ".join(f"1/4000 (on {name})" for name in names)
    domain = f"""(define (domain d) (:requirements :probabilistic-effects) (:constants {" ".join(names)})
      (:predicates (on ?x)) (:action go :parameters () :effect (probabilistic {outcomes})))"""
    problem = "(define (problem p) (:domain d) (:init) (:goal (on o17)))"
    with Reasoner(relgym.load(domain, problem)) as reasoner:
        walk(reasoner, PDDLSimulator(reasoner), 5, 1)
