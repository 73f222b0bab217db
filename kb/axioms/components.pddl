; Parts of a graph that hang together, whatever the direction of its edges.
;
; needs (connected ?x ?y): an edge between ?x and ?y
; defines (linked ?x ?y): an edge joins ?x and ?y, in either direction
; defines (joined ?x ?y): a path joins ?x and ?y, in any direction
; defines (isolated ?x): no edge leads to ?x or from it
(define (axioms components)
  (:requirements :disjunctive-preconditions :negative-preconditions :existential-preconditions :derived-predicates)
  (:derived (linked ?x ?y) (or (connected ?x ?y) (connected ?y ?x)))
  (:derived (joined ?x ?y)
    (or (linked ?x ?y)
        (exists (?z) (and (linked ?x ?z) (joined ?z ?y)))))
  (:derived (isolated ?x) (not (exists (?y) (linked ?x ?y)))))
