(define (problem two) (:domain pairs)
  (:objects a b - thing)
  (:init (free a) (free b))
  (:goal (linked a a)))
