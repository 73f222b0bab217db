(define (problem two) (:domain slots)
  (:objects a b)
  (:init (at a))
  (:goal (at b)))
