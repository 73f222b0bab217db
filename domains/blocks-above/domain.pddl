; Blocks and a crane that lifts a block together with all that stands above it.
; A tower must not be set down on a part of itself: this is what the recursive `above` is for.
(define (domain blocks-above)
  (:requirements :strips :typing :equality :negative-preconditions :disjunctive-preconditions
                 :existential-preconditions :derived-predicates)
  (:types block)
  (:predicates
    (on ?x ?y - block)     ; ?x stands directly on ?y
    (ontable ?x - block)
    (above ?x ?y - block)  ; derived: ?x stands on ?y, or on something above it
    (clear ?x - block))    ; derived: nothing stands on ?x

  (:derived (above ?x ?y - block)
    (or (on ?x ?y)
        (exists (?z - block) (and (on ?x ?z) (above ?z ?y)))))

  (:derived (clear ?x - block)
    (not (exists (?z - block) (on ?z ?x))))

  (:action move
    :parameters (?x ?from ?to - block)
    :precondition (and (on ?x ?from) (clear ?to) (not (= ?x ?to)) (not (above ?to ?x)))
    :effect (and (on ?x ?to) (not (on ?x ?from))))

  (:action put
    :parameters (?x ?to - block)
    :precondition (and (ontable ?x) (clear ?to) (not (= ?x ?to)) (not (above ?to ?x)))
    :effect (and (on ?x ?to) (not (ontable ?x))))

  (:action set-down
    :parameters (?x ?from - block)
    :precondition (on ?x ?from)
    :effect (and (ontable ?x) (not (on ?x ?from)))))
