(define (problem monday) (:domain weather)
  (:objects hat coat)
  (:init)
  (:goal (and (sun) (not (rain)))))
