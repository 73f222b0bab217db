; A robot with two grippers carries balls from room to room.
(define (domain gripper)
  (:requirements :strips :typing)
  (:types room ball gripper)
  (:constants left right - gripper)
  (:predicates
    (robot-at ?r - room)
    (at ?b - ball ?r - room)
    (empty ?g - gripper)
    (carries ?b - ball ?g - gripper)
    (door ?from ?to - room))

  (:action move
    :parameters (?from ?to - room)
    :precondition (and (robot-at ?from) (door ?from ?to))
    :effect (and (robot-at ?to) (not (robot-at ?from))))

  (:action pick
    :parameters (?b - ball ?r - room ?g - gripper)
    :precondition (and (at ?b ?r) (robot-at ?r) (empty ?g))
    :effect (and (carries ?b ?g) (not (at ?b ?r)) (not (empty ?g))))

  (:action drop
    :parameters (?b - ball ?r - room ?g - gripper)
    :precondition (and (carries ?b ?g) (robot-at ?r))
    :effect (and (at ?b ?r) (empty ?g) (not (carries ?b ?g)))))
