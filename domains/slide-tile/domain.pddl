; The fifteen puzzle and its relatives: numbered tiles in a frame with one cell left blank, into which one slides a tile
; beside it. The direction in which a tile moves settles which tile, so it may be the agent's only choice.
(define (domain slide-tile)
  (:requirements :strips :typing)
  (:types cell tile direction)
  (:constants up down left right - direction)
  (:predicates
    (next ?from ?to - cell ?way - direction)
    (at ?t - tile ?c - cell)
    (blank ?c - cell))

  (:action slide
    :parameters (?t - tile ?from ?to - cell ?way - direction)
    :precondition (and (blank ?to) (next ?from ?to ?way) (at ?t ?from))
    :effect (and (at ?t ?to) (blank ?from) (not (at ?t ?from)) (not (blank ?to)))))
