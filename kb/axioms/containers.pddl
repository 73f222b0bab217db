; Things inside each other, to any depth.
;
; needs (in ?x ?y): ?x is directly in ?y
; defines (inside ?x ?y): ?x is in ?y, or in something inside it
; defines (contains ?x ?y): the other way round
; defines (outermost ?x ?y): ?x is inside ?y, and ?y is in nothing
; defines (empty ?x): nothing is in ?x
; defines (free ?x): ?x is in nothing
(define (axioms containers)
  (:requirements :disjunctive-preconditions :negative-preconditions :existential-preconditions :derived-predicates)
  (:derived (inside ?x ?y)
    (or (in ?x ?y)
        (exists (?z) (and (in ?x ?z) (inside ?z ?y)))))
  (:derived (contains ?x ?y) (inside ?y ?x))
  (:derived (outermost ?x ?y) (and (inside ?x ?y) (free ?y)))
  (:derived (empty ?x) (not (exists (?y) (in ?y ?x))))
  (:derived (free ?x) (not (exists (?y) (in ?x ?y)))))
