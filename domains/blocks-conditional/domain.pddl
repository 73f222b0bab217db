; Blocks with one action for all moves: what it does depends on where the block comes from and where it goes.
; There is always room on the table, so the table stays clear.
(define (domain blocks-conditional)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions :equality :conditional-effects)
  (:types place - object block - place)
  (:constants table - place)
  (:predicates
    (on ?x - block ?y - place)    ; ?x stands directly on the block ?y
    (ontable ?x - block)
    (clear ?y - place))           ; there is room on ?y

  (:action move
    :parameters (?x - block ?to - place)
    :precondition (and (clear ?x) (clear ?to) (not (= ?x ?to))
                       (not (and (= ?to table) (ontable ?x))))
    :effect
      (and (when (= ?to table)
             (ontable ?x))
           (when (not (= ?to table))
             (and (on ?x ?to) (not (clear ?to)) (not (ontable ?x))))
           (forall (?from - block)
             (when (on ?x ?from)
               (and (clear ?from) (not (on ?x ?from))))))))
