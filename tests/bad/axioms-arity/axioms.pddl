(define (axioms pairs)
  (:derived (together ?a ?b - item) (= ?a ?b))
  (:derived (together ?a - item) (free)))
