; The towers of Hanoi. Discs lie on pegs and on larger discs; only the topmost disc of a peg can be moved.
(define (domain hanoi)
  (:requirements :strips :typing)
  (:types
    place - object
    disc peg - place)
  (:predicates
    (on ?d - disc ?x - place)          ; directly
    (clear ?x - place)                 ; nothing lies on ?x
    (smaller ?d - disc ?x - place))    ; ?d may lie on ?x; every disc is smaller than every peg

  (:action move
    :parameters (?d - disc ?from ?to - place)
    :precondition (and (on ?d ?from) (clear ?d) (clear ?to) (smaller ?d ?to))
    :effect (and (on ?d ?to) (clear ?from) (not (on ?d ?from)) (not (clear ?to)))))
