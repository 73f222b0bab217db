(define (domain shelf)
  (:requirements :strips :typing)
  (:types jar box - item place)
  (:constants floor - place)
  (:predicates
    (at ?i - item ?p - place)
    (open ?j - (either jar box))
    (free))
  (:action carry
    :parameters (?i - item ?from ?to - place)
    :precondition (and (open ?from))
    :effect (and (at ?i ?to) (not (at ?i ?from)))))
