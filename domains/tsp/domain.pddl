; The travelling salesman's tour, without costs: every city is entered once. Nobody has entered the city of the start at
; first, so the tour ends where that is done: a salesman who is back too early cannot go home again.
(define (domain tsp)
  (:requirements :strips :typing :negative-preconditions)
  (:types city)
  (:predicates
    (at ?c - city)
    (connected ?from ?to - city)
    (visited ?c - city))

  (:action move
    :parameters (?from ?to - city)
    :precondition (and (at ?from) (connected ?from ?to) (not (visited ?to)))
    :effect (and (at ?to) (visited ?to) (not (at ?from)))))
