(define (domain liars)
  (:requirements :derived-predicates :negative-preconditions)
  (:predicates (person ?x) (lies ?x))
  (:derived (lies ?x) (and (person ?x) (not (lies ?x)))))
