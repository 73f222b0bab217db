; A snake on a field eats apples, which appear one after the other, and grows by a cell with each. It must not run into the
; border or into itself, not even into the cell that its tail is just about to leave.
(define (domain snake)
  (:requirements :adl :typing)
  (:types cell direction apple)
  (:constants up down left right - direction)
  (:predicates
    (next ?from ?to - cell ?way - direction)
    (head ?c - cell)
    (tail ?c - cell)
    (taken ?c - cell)                        ; by a part of the snake
    (before ?c ?d - cell)                    ; the part on ?c crawls before the one on ?d
    (apple-at ?a - apple ?c - cell)          ; the apple that can be eaten now
    (grows-after ?b ?a - apple ?c - cell)    ; when ?a has been eaten, ?b appears on ?c
    (eaten ?a - apple))

  ; The head goes on by a cell, and so does the tail.
  (:action crawl
    :parameters (?from ?to - cell ?way - direction)
    :precondition (and (head ?from) (next ?from ?to ?way) (not (taken ?to))
                       (not (exists (?a - apple) (apple-at ?a ?to))))
    :effect (and (head ?to) (taken ?to) (before ?to ?from) (not (head ?from))
                 (forall (?last ?end - cell)
                   (when (and (tail ?end) (before ?last ?end))
                     (and (tail ?last) (not (tail ?end)) (not (taken ?end)) (not (before ?last ?end)))))))

  ; The tail stays where it is, and the next apple appears.
  (:action eat
    :parameters (?from ?to - cell ?a - apple ?way - direction)
    :precondition (and (head ?from) (next ?from ?to ?way) (not (taken ?to)) (apple-at ?a ?to))
    :effect (and (head ?to) (taken ?to) (before ?to ?from) (eaten ?a)
                 (not (head ?from)) (not (apple-at ?a ?to))
                 (forall (?b - apple ?c - cell)
                   (when (grows-after ?b ?a ?c) (apple-at ?b ?c))))))
