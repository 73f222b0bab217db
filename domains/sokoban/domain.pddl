; A warehouse keeper pushes boxes onto storage cells. Walls are simply cells that there are not.
; The keeper's cell and the direction settle all other parameters, so the direction alone may be the agent's choice.
(define (domain sokoban)
  (:requirements :strips :typing)
  (:types cell direction)
  (:constants up down left right - direction)
  (:predicates
    (next ?from ?to - cell ?way - direction)
    (storage ?cell - cell)
    (keeper ?cell - cell)
    (box ?cell - cell)
    (free ?cell - cell))    ; no box stands there

  (:action move
    :parameters (?from ?to - cell ?way - direction)
    :precondition (and (keeper ?from) (next ?from ?to ?way) (free ?to))
    :effect (and (keeper ?to) (not (keeper ?from))))

  (:action push
    :parameters (?from ?at ?to - cell ?way - direction)
    :precondition (and (keeper ?from) (next ?from ?at ?way) (box ?at) (next ?at ?to ?way) (free ?to))
    :effect (and (keeper ?at) (box ?to) (free ?at) (not (keeper ?from)) (not (box ?at)) (not (free ?to)))))
