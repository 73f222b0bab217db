; Blocks without `clear` and `handempty`: the preconditions look for a block that is in the way, or held.
(define (domain blocks-quantified)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions :quantified-preconditions)
  (:types block)
  (:predicates
    (on ?x ?y - block)     ; ?x stands directly on ?y
    (ontable ?x - block)
    (holding ?x - block))

  (:action pick-up
    :parameters (?x - block)
    :precondition (and (ontable ?x)
                       (not (exists (?y - block) (on ?y ?x)))
                       (forall (?y - block) (not (holding ?y))))
    :effect (and (holding ?x) (not (ontable ?x))))

  (:action put-down
    :parameters (?x - block)
    :precondition (holding ?x)
    :effect (and (ontable ?x) (not (holding ?x))))

  (:action stack
    :parameters (?x ?y - block)
    :precondition (and (holding ?x) (not (holding ?y))
                       (not (exists (?z - block) (on ?z ?y))))
    :effect (and (on ?x ?y) (not (holding ?x))))

  (:action unstack
    :parameters (?x ?y - block)
    :precondition (and (on ?x ?y)
                       (not (exists (?z - block) (on ?z ?x)))
                       (forall (?z - block) (not (holding ?z))))
    :effect (and (holding ?x) (not (on ?x ?y)))))
