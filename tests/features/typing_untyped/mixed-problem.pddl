(define (problem three) (:domain pebbles)
  (:objects s - stone b - box o)
  (:init (shiny s) (shiny o) (shiny b))
  (:goal (in s o)))
