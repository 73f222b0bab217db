; A hike over land with hills, which are climbed, and water, which nobody gets out of again. A trail leads to the goal; one
; may leave it. The hiker's cell, the direction and whether there is a hill settle all other parameters.
(define (domain hiking)
  (:requirements :strips :typing :negative-preconditions)
  (:types cell direction)
  (:constants up down left right - direction)
  (:predicates
    (next ?from ?to - cell ?way - direction)
    (is-water ?c - cell)
    (is-hill ?c - cell)
    (is-goal ?c - cell)             ; for pictures, as is the trail
    (on-trail ?from ?to - cell)
    (at ?c - cell))

  (:action walk
    :parameters (?from ?to - cell ?way - direction)
    :precondition (and (at ?from) (next ?from ?to ?way) (not (is-water ?from)) (not (is-hill ?to)))
    :effect (and (at ?to) (not (at ?from))))

  (:action climb
    :parameters (?from ?to - cell ?way - direction)
    :precondition (and (at ?from) (next ?from ?to ?way) (not (is-water ?from)) (is-hill ?to))
    :effect (and (at ?to) (not (at ?from)))))
