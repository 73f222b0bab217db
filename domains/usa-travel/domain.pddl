; A journey through the United States, from state to neighbouring state. States that meet in a point only, as Utah and New
; Mexico do, are no neighbours.
(define (domain usa-travel)
  (:requirements :strips :typing)
  (:types state)
  (:predicates
    (at ?s - state)
    (adjacent ?from ?to - state)
    (visited ?s - state))

  (:action travel
    :parameters (?from ?to - state)
    :precondition (and (at ?from) (adjacent ?from ?to))
    :effect (and (at ?to) (visited ?to) (not (at ?from)))))
