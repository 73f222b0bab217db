(define
  (:predicates (free)))
