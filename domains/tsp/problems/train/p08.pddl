; made by generator.py: seed = 1, cities = 9, roads = 0.2; shortest plan: 9 steps
(define (problem tsp-9-1)
  (:domain tsp)
  (:objects
    c1 c2 c3 c4 c5 c6 c7 c8 c9 - city
  )
  (:init
    (at c3) (connected c1 c2) (connected c2 c1) (connected c1 c3) (connected c3 c1) (connected c1 c4)
    (connected c4 c1) (connected c1 c8) (connected c8 c1) (connected c1 c9) (connected c9 c1)
    (connected c2 c3) (connected c3 c2) (connected c2 c9) (connected c9 c2) (connected c3 c4)
    (connected c4 c3) (connected c3 c5) (connected c5 c3) (connected c3 c6) (connected c6 c3)
    (connected c4 c5) (connected c5 c4) (connected c4 c8) (connected c8 c4) (connected c5 c8)
    (connected c8 c5) (connected c6 c7) (connected c7 c6) (connected c7 c8) (connected c8 c7)
  )
  (:goal (and
    (visited c1) (visited c2) (visited c3) (visited c4) (visited c5) (visited c6) (visited c7) (visited c8)
    (visited c9) (at c3)
  ))
)
