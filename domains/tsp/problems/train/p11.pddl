; made by generator.py: seed = 4, cities = 9, roads = 0.2; shortest plan: 9 steps
(define (problem tsp-9-4)
  (:domain tsp)
  (:objects
    c1 c2 c3 c4 c5 c6 c7 c8 c9 - city
  )
  (:init
    (at c4) (connected c1 c2) (connected c2 c1) (connected c1 c5) (connected c5 c1) (connected c1 c6)
    (connected c6 c1) (connected c1 c8) (connected c8 c1) (connected c2 c3) (connected c3 c2)
    (connected c2 c4) (connected c4 c2) (connected c3 c4) (connected c4 c3) (connected c3 c7)
    (connected c7 c3) (connected c3 c9) (connected c9 c3) (connected c4 c5) (connected c5 c4)
    (connected c6 c9) (connected c9 c6) (connected c7 c8) (connected c8 c7) (connected c8 c9)
    (connected c9 c8)
  )
  (:goal (and
    (visited c1) (visited c2) (visited c3) (visited c4) (visited c5) (visited c6) (visited c7) (visited c8)
    (visited c9) (at c4)
  ))
)
