; made by generator.py: seed = 1, cities = 5, roads = 1.0; shortest plan: 5 steps
(define (problem tsp-5-1)
  (:domain tsp)
  (:objects
    c1 c2 c3 c4 c5 - city
  )
  (:init
    (at c2) (connected c1 c2) (connected c2 c1) (connected c1 c3) (connected c3 c1) (connected c1 c4)
    (connected c4 c1) (connected c1 c5) (connected c5 c1) (connected c2 c3) (connected c3 c2)
    (connected c2 c4) (connected c4 c2) (connected c2 c5) (connected c5 c2) (connected c3 c4)
    (connected c4 c3) (connected c3 c5) (connected c5 c3) (connected c4 c5) (connected c5 c4)
  )
  (:goal (and
    (visited c1) (visited c2) (visited c3) (visited c4) (visited c5) (at c2)
  ))
)
