; made by generator.py: seed = 1, cities = 7, roads = 0.3; shortest plan: 7 steps
(define (problem tsp-7-1)
  (:domain tsp)
  (:objects
    c1 c2 c3 c4 c5 c6 c7 - city
  )
  (:init
    (at c2) (connected c1 c3) (connected c3 c1) (connected c1 c5) (connected c5 c1) (connected c1 c6)
    (connected c6 c1) (connected c2 c4) (connected c4 c2) (connected c2 c5) (connected c5 c2)
    (connected c3 c6) (connected c6 c3) (connected c3 c7) (connected c7 c3) (connected c4 c7)
    (connected c7 c4) (connected c5 c6) (connected c6 c5) (connected c6 c7) (connected c7 c6)
  )
  (:goal (and
    (visited c1) (visited c2) (visited c3) (visited c4) (visited c5) (visited c6) (visited c7) (at c2)
  ))
)
