(define (problem one) (:domain floors)
  (:objects 1 2 3)
  (:init (at 2))
  (:goal (not (at 2))))
