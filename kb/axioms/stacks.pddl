; Above and below on stacks.
;
; needs (on ?x ?y): ?x stands directly on ?y
; defines (above ?x ?y): ?x stands on ?y, or on something above it
; defines (below ?x ?y): the other way round
; defines (top ?x): nothing stands on ?x
; defines (base ?x): ?x stands on nothing
; defines (all-clear): nothing stands on anything
(define (axioms stacks)
  (:requirements :disjunctive-preconditions :negative-preconditions :existential-preconditions :derived-predicates)
  (:derived (above ?x ?y)
    (or (on ?x ?y)
        (exists (?z) (and (on ?x ?z) (above ?z ?y)))))
  (:derived (below ?x ?y) (above ?y ?x))
  (:derived (top ?x) (not (exists (?y) (on ?y ?x))))
  (:derived (base ?x) (not (exists (?y) (on ?x ?y))))
  (:derived (all-clear) (not (exists (?x ?y) (on ?x ?y)))))
