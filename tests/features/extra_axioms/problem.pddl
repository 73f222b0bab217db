(define (problem tower) (:domain stack)
  (:objects a b c d - block)
  (:init (on a b) (on b c) (red c))
  (:goal (on d a)))
