; Search and Rescue for a robot that does not know where the people are: it sees what seen.pddl says. The actions are
; those of search-and-rescue.
(define (domain search-and-rescue-partial)
  (:requirements :strips :typing :negative-preconditions :probabilistic-effects)
  (:types
    cell direction body - object
    person chicken - body)
  (:constants up down left right - direction)
  (:predicates
    (next ?from ?to - cell ?way - direction)
    (robot-at ?c - cell)
    (at ?b - body ?c - cell)
    (fire-at ?c - cell)
    (hospital-at ?c - cell)
    (carrying ?b - body)
    (hands-free))

  (:action move
    :parameters (?from ?to - cell ?way - direction)
    :precondition (and (robot-at ?from) (next ?from ?to ?way) (not (fire-at ?to)))
    :effect (and (robot-at ?to) (not (robot-at ?from))))

  (:action pick-up
    :parameters (?b - body ?c - cell)
    :precondition (and (robot-at ?c) (at ?b ?c) (hands-free))
    :effect (and (carrying ?b) (not (at ?b ?c)) (not (hands-free))))

  (:action drop-off
    :parameters (?b - body ?c - cell)
    :precondition (and (robot-at ?c) (carrying ?b))
    :effect (and (at ?b ?c) (hands-free) (not (carrying ?b)))))
