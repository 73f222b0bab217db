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
    (taken ?c - cell)                  ; by a part of the snake
    (before ?c ?d - cell)              ; the part on ?c crawls before the one on ?d
    (apple-at ?a - apple ?c - cell)    ; the apple that can be eaten now
    (grows-at ?a - apple ?c - cell)    ; where an apple is when its turn comes
    (follows ?a ?b - apple)            ; ?a appears when ?b has been eaten
    (eaten ?a - apple))

  ; Head and tail advance by a cell each.
  (:action crawl
    :parameters (?from ?to ?last ?end - cell ?way - direction)
    :precondition (and (head ?from) (next ?from ?to ?way) (not (taken ?to)) (tail ?end) (before ?last ?end)
                       (not (exists (?a - apple) (apple-at ?a ?to))))
    :effect (and (head ?to) (taken ?to) (before ?to ?from) (tail ?last)
                 (not (head ?from)) (not (taken ?end)) (not (before ?last ?end)) (not (tail ?end))))

  ; The tail stays where it is.
  (:action eat
    :parameters (?from ?to - cell ?a - apple ?way - direction)
    :precondition (and (head ?from) (next ?from ?to ?way) (not (taken ?to)) (apple-at ?a ?to))
    :effect (and (head ?to) (taken ?to) (before ?to ?from) (eaten ?a)
                 (not (head ?from)) (not (apple-at ?a ?to))
                 (forall (?b - apple ?c - cell)
                   (when (and (follows ?b ?a) (grows-at ?b ?c)) (apple-at ?b ?c))))))
