; Neighbours, lines and borders on a grid.
;
; needs (next ?from ?to ?way): the cell ?to is beside ?from, in the direction ?way
; defines (neighbour ?x ?y): ?y is beside ?x in some direction
; defines (diagonal ?x ?y): a step in one direction and one in another lead from ?x to ?y
; defines (around ?x ?y): ?y is beside ?x or diagonal to it
; defines (line ?x ?y ?way): one comes from ?x to ?y by going in one direction only
; defines (in-line ?x ?y): so in some direction
; defines (border ?x ?way): ?x is a cell, and there is none beside it in the direction ?way
(define (axioms grid)
  (:requirements :disjunctive-preconditions :negative-preconditions :equality :existential-preconditions
    :derived-predicates)
  (:derived (neighbour ?x ?y) (exists (?way) (next ?x ?y ?way)))
  (:derived (diagonal ?x ?y)
    (exists (?z ?one ?other)
      (and (next ?x ?z ?one) (next ?z ?y ?other) (not (= ?one ?other)) (not (= ?x ?y)))))
  (:derived (around ?x ?y) (or (neighbour ?x ?y) (diagonal ?x ?y)))
  (:derived (line ?x ?y ?way)
    (or (next ?x ?y ?way)
        (exists (?z) (and (next ?x ?z ?way) (line ?z ?y ?way)))))
  (:derived (in-line ?x ?y) (exists (?way) (line ?x ?y ?way)))
  (:derived (border ?x ?way)
    (and (exists (?y) (neighbour ?x ?y))
         (exists (?y ?z) (next ?y ?z ?way))
         (not (exists (?y) (next ?x ?y ?way))))))
