(define (problem one) (:domain shelf)
  (:objects glue - tube floor top - place)
  (:init (at glue floor))
  (:goal (at glue top)))
