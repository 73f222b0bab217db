; made by generator.py: seed = 4, cities = 2, people = 1, aircraft = 1; shortest plan: 4 steps
(define (problem zenotravel-2-1-1-4)
  (:domain zenotravel)
  (:objects
    city1 city2 - city
    person1 - person
    plane1 - aircraft
  )
  (:init
    (= (total-fuel-used) 0) (at person1 city1) (at plane1 city1) (= (fuel plane1) 9) (= (capacity plane1) 62)
    (= (slow-burn plane1) 4) (= (fast-burn plane1) 5) (= (onboard plane1) 0) (= (zoom-limit plane1) 1)
    (= (distance city2 city1) 8) (= (distance city1 city2) 8)
  )
  (:goal (and
    (at person1 city2)
  ))
  (:metric minimize (total-fuel-used))
)
