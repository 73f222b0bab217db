(define (domain shelf)
  (:requirements :strips :typing)
  (:types tube - itm jar - item item place)
  (:predicates (at ?i - item ?p - place) (thin ?t - tube))
  (:action carry
    :parameters (?i - item ?from ?to - place)
    :precondition (at ?i ?from)
    :effect (and (at ?i ?to) (not (at ?i ?from)))))
