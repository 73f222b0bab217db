; A robot on a grid. In some cells it may disappear as it enters them, for ever; the others are safe.
(define (domain navigation)
  (:requirements :strips :typing :conditional-effects :probabilistic-effects)
  (:types cell direction)
  (:constants up down left right - direction)
  (:predicates
    (next ?from ?to - cell ?way - direction)
    (robot-at ?c - cell)
    (goal-at ?c - cell)
    (safe ?c - cell)
    (risky ?c - cell)         ; a fifth of all robots disappear here,
    (dangerous ?c - cell)     ; here half of them,
    (deadly ?c - cell))       ; and here nearly all

  (:action move
    :parameters (?from ?to - cell ?way - direction)
    :precondition (and (robot-at ?from) (next ?from ?to ?way))
    :effect (and (not (robot-at ?from))
                 (when (safe ?to) (robot-at ?to))
                 (when (risky ?to) (probabilistic 4/5 (robot-at ?to)))
                 (when (dangerous ?to) (probabilistic 1/2 (robot-at ?to)))
                 (when (deadly ?to) (probabilistic 1/10 (robot-at ?to))))))
