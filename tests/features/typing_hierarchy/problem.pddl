(define (problem morning) (:domain harbour)
  (:objects t1 - tug f1 - ferry b1 - boat c1 - crane x1 - thing q1 q2 - quay)
  (:init (at t1 q1) (at c1 q2) (at x1 q2))
  (:goal (at t1 q2)))
