; Neighbours and lines on a grid.
;
; Expects of the domain: (next ?from ?to ?way), the cell ?to is beside ?from, in the direction ?way.
;
; (neighbour ?x ?y)   ?y is beside ?x in some direction
; (line ?x ?y ?way)   one comes from ?x to ?y by going in one direction only
; (in-line ?x ?y)     so in some direction
; (border ?x ?way)    ?x is a cell, and there is none beside it in the direction ?way
(define (axioms grid)
  (:requirements :disjunctive-preconditions :negative-preconditions :existential-preconditions :derived-predicates)
  (:derived (neighbour ?x ?y) (exists (?way) (next ?x ?y ?way)))
  (:derived (line ?x ?y ?way)
    (or (next ?x ?y ?way)
        (exists (?z) (and (next ?x ?z ?way) (line ?z ?y ?way)))))
  (:derived (in-line ?x ?y) (exists (?way) (line ?x ?y ?way)))
  (:derived (border ?x ?way)
    (and (exists (?y) (neighbour ?x ?y))
         (exists (?y ?z) (next ?y ?z ?way))
         (not (exists (?y) (next ?x ?y ?way))))))
