; made by generator.py: seed = 1, cities = 4, roads = 0.5; shortest plan: 4 steps
(define (problem tsp-4-1)
  (:domain tsp)
  (:objects
    c1 c2 c3 c4 - city
  )
  (:init
    (at c2) (connected c1 c2) (connected c2 c1) (connected c1 c3) (connected c3 c1) (connected c1 c4)
    (connected c4 c1) (connected c2 c3) (connected c3 c2) (connected c2 c4) (connected c4 c2)
  )
  (:goal (and
    (visited c1) (visited c2) (visited c3) (visited c4) (at c2)
  ))
)
