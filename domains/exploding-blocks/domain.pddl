; Blocks with charges. Setting a block down may set its charge off, once: what it is set on is destroyed, be it the
; table or a block. Nothing can be put on what is destroyed, and a destroyed block cannot be moved.
(define (domain exploding-blocks)
  (:requirements :strips :typing :negative-preconditions :equality :conditional-effects :probabilistic-effects)
  (:types block)
  (:predicates
    (on ?x ?y - block)
    (ontable ?x - block)
    (clear ?x - block)
    (holding ?x - block)
    (handempty)
    (charged ?x - block)
    (destroyed ?x - block)
    (table-destroyed))

  (:action pick-up
    :parameters (?x - block)
    :precondition (and (clear ?x) (ontable ?x) (handempty) (not (destroyed ?x)))
    :effect (and (holding ?x) (not (ontable ?x)) (not (clear ?x)) (not (handempty))))

  (:action put-down
    :parameters (?x - block)
    :precondition (and (holding ?x) (not (table-destroyed)))
    :effect (and (ontable ?x) (clear ?x) (handempty) (not (holding ?x))
                 (when (charged ?x)
                   (probabilistic 2/5 (and (table-destroyed) (not (charged ?x)))))))

  (:action stack
    :parameters (?x ?y - block)
    :precondition (and (holding ?x) (clear ?y) (not (destroyed ?y)) (not (= ?x ?y)))
    :effect (and (on ?x ?y) (clear ?x) (handempty) (not (holding ?x)) (not (clear ?y))
                 (when (charged ?x)
                   (probabilistic 1/10 (and (destroyed ?y) (not (charged ?x)))))))

  (:action unstack
    :parameters (?x ?y - block)
    :precondition (and (on ?x ?y) (clear ?x) (handempty) (not (destroyed ?x)))
    :effect (and (holding ?x) (clear ?y) (not (on ?x ?y)) (not (clear ?x)) (not (handempty)))))
