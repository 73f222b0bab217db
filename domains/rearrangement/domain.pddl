; An agent carries things over a grid, one at a time, to where they belong. Several things may lie on a cell.
(define (domain rearrangement)
  (:requirements :strips :typing)
  (:types cell direction thing)
  (:constants up down left right - direction)
  (:predicates
    (next ?from ?to - cell ?way - direction)
    (agent-at ?c - cell)
    (at ?x - thing ?c - cell)
    (holding ?x - thing)
    (hand-free))

  (:action move
    :parameters (?from ?to - cell ?way - direction)
    :precondition (and (agent-at ?from) (next ?from ?to ?way))
    :effect (and (agent-at ?to) (not (agent-at ?from))))

  (:action pick
    :parameters (?x - thing ?c - cell)
    :precondition (and (agent-at ?c) (at ?x ?c) (hand-free))
    :effect (and (holding ?x) (not (at ?x ?c)) (not (hand-free))))

  (:action place
    :parameters (?x - thing ?c - cell)
    :precondition (and (agent-at ?c) (holding ?x))
    :effect (and (at ?x ?c) (hand-free) (not (holding ?x)))))
