; made by generator.py: seed = 101, cities = 15, roads = 0.15; a plan: 15 steps
(define (problem tsp-15-101)
  (:domain tsp)
  (:objects
    c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15 - city
  )
  (:init
    (at c10) (connected c1 c3) (connected c3 c1) (connected c1 c5) (connected c5 c1) (connected c1 c8)
    (connected c8 c1) (connected c1 c13) (connected c13 c1) (connected c2 c3) (connected c3 c2)
    (connected c2 c5) (connected c5 c2) (connected c2 c6) (connected c6 c2) (connected c3 c4)
    (connected c4 c3) (connected c3 c8) (connected c8 c3) (connected c3 c10) (connected c10 c3)
    (connected c3 c13) (connected c13 c3) (connected c3 c15) (connected c15 c3) (connected c4 c5)
    (connected c5 c4) (connected c4 c9) (connected c9 c4) (connected c4 c14) (connected c14 c4)
    (connected c5 c10) (connected c10 c5) (connected c5 c11) (connected c11 c5) (connected c5 c12)
    (connected c12 c5) (connected c5 c13) (connected c13 c5) (connected c6 c8) (connected c8 c6)
    (connected c6 c9) (connected c9 c6) (connected c6 c11) (connected c11 c6) (connected c7 c8)
    (connected c8 c7) (connected c7 c12) (connected c12 c7) (connected c7 c15) (connected c15 c7)
    (connected c8 c10) (connected c10 c8) (connected c8 c14) (connected c14 c8) (connected c9 c12)
    (connected c12 c9) (connected c9 c15) (connected c15 c9) (connected c10 c11) (connected c11 c10)
    (connected c10 c14) (connected c14 c10) (connected c11 c12) (connected c12 c11) (connected c11 c13)
    (connected c13 c11) (connected c12 c14) (connected c14 c12) (connected c13 c15) (connected c15 c13)
  )
  (:goal (and
    (visited c1) (visited c2) (visited c3) (visited c4) (visited c5) (visited c6) (visited c7) (visited c8)
    (visited c9) (visited c10) (visited c11) (visited c12) (visited c13) (visited c14) (visited c15) (at c10)
  ))
)
