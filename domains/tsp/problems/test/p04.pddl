; made by generator.py: seed = 103, cities = 15, roads = 0.15; a plan: 15 steps
(define (problem tsp-15-103)
  (:domain tsp)
  (:objects
    c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15 - city
  )
  (:init
    (at c12) (connected c1 c3) (connected c3 c1) (connected c1 c5) (connected c5 c1) (connected c1 c14)
    (connected c14 c1) (connected c2 c4) (connected c4 c2) (connected c2 c7) (connected c7 c2)
    (connected c2 c10) (connected c10 c2) (connected c3 c10) (connected c10 c3) (connected c3 c11)
    (connected c11 c3) (connected c3 c13) (connected c13 c3) (connected c4 c12) (connected c12 c4)
    (connected c4 c13) (connected c13 c4) (connected c5 c6) (connected c6 c5) (connected c5 c7)
    (connected c7 c5) (connected c5 c9) (connected c9 c5) (connected c5 c14) (connected c14 c5)
    (connected c6 c9) (connected c9 c6) (connected c6 c13) (connected c13 c6) (connected c7 c10)
    (connected c10 c7) (connected c7 c11) (connected c11 c7) (connected c7 c13) (connected c13 c7)
    (connected c7 c15) (connected c15 c7) (connected c8 c10) (connected c10 c8) (connected c8 c11)
    (connected c11 c8) (connected c8 c12) (connected c12 c8) (connected c8 c13) (connected c13 c8)
    (connected c8 c15) (connected c15 c8) (connected c9 c12) (connected c12 c9) (connected c9 c13)
    (connected c13 c9) (connected c12 c13) (connected c13 c12) (connected c13 c15) (connected c15 c13)
  )
  (:goal (and
    (visited c1) (visited c2) (visited c3) (visited c4) (visited c5) (visited c6) (visited c7) (visited c8)
    (visited c9) (visited c10) (visited c11) (visited c12) (visited c13) (visited c14) (visited c15) (at c12)
  ))
)
