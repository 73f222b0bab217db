(define (domain shelf)
  (:requirements :strips :typing)
  (:types jar box - item place)
  (:constants floor - place)
  (:predicates
    (at ?i - item ?p - place)
    (open ?j - jar)
    (free) (pick ?i - item) (drop ?i - item))
  ; (:actions pick drop)
  (:action carry
    :parameters (?i - item ?from ?to - place)
    :precondition (and (pick ?i) (drop ?i))
    :effect (and (at ?i ?to) (not (at ?i ?from)))))
