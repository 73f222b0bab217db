"""Small domains and problems for the tests of environments."""

# A walk along one-way roads; `c` leads nowhere.
ROADS = """(define (domain roads) (:predicates (at ?x) (road ?x ?y))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y)) :effect (and (not (at ?x)) (at ?y))))"""
FORK = """(define (problem fork) (:domain roads) (:objects a b c) (:init (at a) (road a b) (road a c) (road b a))
  (:goal (at b)))"""
LINE = (
    """(define (problem line) (:domain roads) (:objects p q r) (:init (at p) (road p q) (road q r)) (:goal (at r)))"""
)
THERE = """(define (problem there) (:domain roads) (:objects a b) (:init (at a) (road a b) (road b a))
  (:goal (at a)))"""

# Costs and rewards.
TOLLS = """(define (domain tolls) (:requirements :strips :fluents)
  (:predicates (at ?x) (road ?x ?y)) (:functions (toll ?x ?y) (total-cost))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
    :effect (and (not (at ?x)) (at ?y) (increase (total-cost) (toll ?x ?y)))))"""
CHEAP = """(define (problem cheap) (:domain tolls) (:objects a b c) (:init (at a) (road a b) (road b c)
  (= (toll a b) 3/2) (= (toll b c) 2) (= (total-cost) 0)) (:goal (at c)) (:metric {metric}))"""

LUCK = """(define (domain luck) (:requirements :strips :probabilistic-effects :rewards)
  (:predicates (lit ?x) (done))
  (:action press :parameters (?x)
    :effect (and (increase (reward) 2) (probabilistic 1/4 (lit ?x) 1/2 (and (lit ?x) (done))))))"""
LAMPS = """(define (problem lamps) (:domain luck) (:objects l m n)
  (:init (probabilistic 1/2 (lit l)) (probabilistic 1/3 (lit m) 1/3 (lit n)))
  (:goal (done)) (:goal-reward 10) (:metric maximize (reward)))"""
