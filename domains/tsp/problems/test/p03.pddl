; made by generator.py: seed = 102, cities = 15, roads = 0.15; a plan: 15 steps
(define (problem tsp-15-102)
  (:domain tsp)
  (:objects
    c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15 - city
  )
  (:init
    (at c3) (connected c1 c4) (connected c4 c1) (connected c1 c5) (connected c5 c1) (connected c1 c6)
    (connected c6 c1) (connected c1 c8) (connected c8 c1) (connected c2 c3) (connected c3 c2)
    (connected c2 c5) (connected c5 c2) (connected c2 c12) (connected c12 c2) (connected c2 c14)
    (connected c14 c2) (connected c3 c5) (connected c5 c3) (connected c3 c8) (connected c8 c3)
    (connected c3 c11) (connected c11 c3) (connected c4 c5) (connected c5 c4) (connected c5 c9)
    (connected c9 c5) (connected c5 c10) (connected c10 c5) (connected c5 c13) (connected c13 c5)
    (connected c6 c10) (connected c10 c6) (connected c6 c15) (connected c15 c6) (connected c7 c11)
    (connected c11 c7) (connected c7 c13) (connected c13 c7) (connected c7 c14) (connected c14 c7)
    (connected c8 c9) (connected c9 c8) (connected c8 c12) (connected c12 c8) (connected c8 c13)
    (connected c13 c8) (connected c8 c15) (connected c15 c8) (connected c9 c14) (connected c14 c9)
    (connected c9 c15) (connected c15 c9) (connected c10 c11) (connected c11 c10) (connected c11 c12)
    (connected c12 c11)
  )
  (:goal (and
    (visited c1) (visited c2) (visited c3) (visited c4) (visited c5) (visited c6) (visited c7) (visited c8)
    (visited c9) (visited c10) (visited c11) (visited c12) (visited c13) (visited c14) (visited c15) (at c3)
  ))
)
