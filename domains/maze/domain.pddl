; A walk through a maze. Walls are simply cells that there are not.
; The agent's cell and the direction settle all other parameters, so the direction alone may be the agent's choice.
(define (domain maze)
  (:requirements :strips :typing)
  (:types cell direction)
  (:constants up down left right - direction)
  (:predicates
    (next ?from ?to - cell ?way - direction)
    (exit ?c - cell)        ; the goal names it; for pictures
    (at ?c - cell))

  (:action move
    :parameters (?from ?to - cell ?way - direction)
    :precondition (and (at ?from) (next ?from ?to ?way))
    :effect (and (at ?to) (not (at ?from)))))
