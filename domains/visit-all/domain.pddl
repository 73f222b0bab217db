; A robot is to visit the cells of a grid, in any order and as often as it likes. Some cells are missing.
; Its cell and the direction settle all other parameters, so the direction alone may be the agent's choice.
(define (domain visit-all)
  (:requirements :strips :typing)
  (:types cell direction)
  (:constants up down left right - direction)
  (:predicates
    (next ?from ?to - cell ?way - direction)
    (at-robot ?c - cell)
    (wanted ?c - cell)      ; the goal names it; for pictures
    (visited ?c - cell))

  (:action move
    :parameters (?from ?to - cell ?way - direction)
    :precondition (and (at-robot ?from) (next ?from ?to ?way))
    :effect (and (at-robot ?to) (visited ?to) (not (at-robot ?from)))))
