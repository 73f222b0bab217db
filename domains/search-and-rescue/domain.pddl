; A robot looks through the rooms of a building and carries the people in it to the hospital, one at a time. Walls are
; cells that there are not; cells on fire cannot be entered. Chickens can be carried too, but nobody asks for them.
(define (domain search-and-rescue)
  (:requirements :strips :typing :negative-preconditions)
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
