; An order that a domain gives by its neighbours.
;
; needs (before ?x ?y): ?x comes directly before ?y
; defines (earlier ?x ?y): ?x comes before ?y
; defines (later ?x ?y): ?x comes after ?y
; defines (first ?x): something comes after ?x, and nothing before it
; defines (last ?x): something comes before ?x, and nothing after it
; defines (between ?x ?y ?z): ?y comes after ?x and before ?z
(define (axioms order)
  (:requirements :disjunctive-preconditions :negative-preconditions :existential-preconditions :derived-predicates)
  (:derived (earlier ?x ?y)
    (or (before ?x ?y)
        (exists (?z) (and (before ?x ?z) (earlier ?z ?y)))))
  (:derived (later ?x ?y) (earlier ?y ?x))
  (:derived (first ?x)
    (and (exists (?y) (before ?x ?y))
         (not (exists (?y) (before ?y ?x)))))
  (:derived (last ?x)
    (and (exists (?y) (before ?y ?x))
         (not (exists (?y) (before ?x ?y)))))
  (:derived (between ?x ?y ?z) (and (earlier ?x ?y) (earlier ?y ?z))))
