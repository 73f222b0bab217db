(define (problem two) (:domain pebbles)
  (:objects a b)
  (:init (shiny b))
  (:goal (in b a)))
