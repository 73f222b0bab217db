; A player on a field gathers logs and grass, makes planks out of logs and sticks out of planks, and puts things where they
; are wanted. What can be made exists from the start, as an object that is not there yet.
(define (domain crafting)
  (:requirements :strips :typing)
  (:types
    cell direction item - object
    log planks sticks grass - item)
  (:constants up down left right - direction)
  (:predicates
    (next ?from ?to - cell ?way - direction)
    (agent-at ?c - cell)
    (item-at ?i - item ?c - cell)
    (inventory ?i - item)
    (equipped ?i - item)        ; in the hand
    (hands-free)
    (hypothetical ?i - item))   ; not made yet

  (:action move
    :parameters (?from ?to - cell ?way - direction)
    :precondition (and (agent-at ?from) (next ?from ?to ?way))
    :effect (and (agent-at ?to) (not (agent-at ?from))))

  (:action gather
    :parameters (?i - item ?c - cell)
    :precondition (and (agent-at ?c) (item-at ?i ?c))
    :effect (and (inventory ?i) (not (item-at ?i ?c))))

  (:action equip
    :parameters (?i - item)
    :precondition (and (inventory ?i) (hands-free))
    :effect (and (equipped ?i) (not (inventory ?i)) (not (hands-free))))

  (:action stow
    :parameters (?i - item)
    :precondition (equipped ?i)
    :effect (and (inventory ?i) (hands-free) (not (equipped ?i))))

  (:action place
    :parameters (?i - item ?c - cell)
    :precondition (and (agent-at ?c) (equipped ?i))
    :effect (and (item-at ?i ?c) (hands-free) (not (equipped ?i))))

  ; The material is used up.
  (:action craft-planks
    :parameters (?l - log ?p - planks)
    :precondition (and (equipped ?l) (hypothetical ?p))
    :effect (and (inventory ?p) (hands-free) (not (equipped ?l)) (not (hypothetical ?p))))

  (:action craft-sticks
    :parameters (?p - planks ?s - sticks)
    :precondition (and (equipped ?p) (hypothetical ?s))
    :effect (and (inventory ?s) (hands-free) (not (equipped ?p)) (not (hypothetical ?s)))))
