(define (domain shelf)
  (:requirements :strips :typing)
  (:types jar box - item place)
  (:constants floor - place)
  (:predicates
    (at ?i - item ?p - place)
    (open ?j - jar)
    (free))
  (:action carry
    :parameters (?i - item ?from ?to - place)
    :precondition (and (at ?i ?from) (free))
    :effect (and (at ?i to) (not (at ?i ?from)))))
