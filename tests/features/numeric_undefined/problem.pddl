; b has no reading.
(define (problem two) (:domain meters)
  (:objects a b - meter)
  (:init (= (reading a) 1) (= (factor) 4) (seen a))
  (:goal (> (reading b) (reading a))))
