(define (domain)
  (:predicates (free)))
