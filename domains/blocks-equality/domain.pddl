; Blocks that are moved in one step. Both the block and what it is moved onto are clear, and a block is clear as well:
; that they are two is for the preconditions to say.
(define (domain blocks-equality)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types block)
  (:predicates
    (on ?x ?y - block)     ; ?x stands directly on ?y
    (ontable ?x - block)
    (clear ?x - block))    ; nothing stands on ?x

  (:action move
    :parameters (?x ?from ?to - block)
    :precondition (and (on ?x ?from) (clear ?x) (clear ?to) (not (= ?x ?to)))
    :effect (and (on ?x ?to) (clear ?from) (not (on ?x ?from)) (not (clear ?to))))

  (:action move-from-table
    :parameters (?x ?to - block)
    :precondition (and (ontable ?x) (clear ?x) (clear ?to) (not (= ?x ?to)))
    :effect (and (on ?x ?to) (not (ontable ?x)) (not (clear ?to))))

  (:action move-to-table
    :parameters (?x ?from - block)
    :precondition (and (on ?x ?from) (clear ?x))
    :effect (and (ontable ?x) (clear ?from) (not (on ?x ?from)))))
