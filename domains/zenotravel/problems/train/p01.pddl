; made by generator.py: seed = 1, cities = 2, people = 1, aircraft = 1; shortest plan: 3 steps
(define (problem zenotravel-2-1-1-1)
  (:domain zenotravel)
  (:objects
    city1 city2 - city
    person1 - person
    plane1 - aircraft
  )
  (:init
    (= (total-fuel-used) 0) (at person1 city1) (at plane1 city1) (= (fuel plane1) 14) (= (capacity plane1) 44)
    (= (slow-burn plane1) 1) (= (fast-burn plane1) 3) (= (onboard plane1) 0) (= (zoom-limit plane1) 4)
    (= (distance city2 city1) 13) (= (distance city1 city2) 13)
  )
  (:goal (and
    (at person1 city2)
  ))
  (:metric minimize (total-fuel-used))
)
