(define (problem night) (:domain castle)
  (:objects ann - guest)
  (:init)
  (:goal (and (forall (?g - ghost) (or)) (asleep ann))))
