; Above and below on stacks.
;
; Expects of the domain: (on ?x ?y), ?x stands directly on ?y.
;
; (above ?x ?y)  ?x stands on ?y, or on something above it
; (below ?x ?y)  the other way round
; (top ?x)       nothing stands on ?x
; (base ?x)      ?x stands on nothing that `on` knows
(define (axioms stacks)
  (:requirements :disjunctive-preconditions :negative-preconditions :existential-preconditions :derived-predicates)
  (:derived (above ?x ?y)
    (or (on ?x ?y)
        (exists (?z) (and (on ?x ?z) (above ?z ?y)))))
  (:derived (below ?x ?y) (above ?y ?x))
  (:derived (top ?x) (not (exists (?y) (on ?y ?x))))
  (:derived (base ?x) (not (exists (?y) (on ?x ?y)))))
