; made by generator.py: seed = 2, cities = 2, people = 1, aircraft = 1; shortest plan: 5 steps
(define (problem zenotravel-2-1-1-2)
  (:domain zenotravel)
  (:objects
    city1 city2 - city
    person1 - person
    plane1 - aircraft
  )
  (:init
    (= (total-fuel-used) 0) (at person1 city1) (at plane1 city2) (= (fuel plane1) 10) (= (capacity plane1) 74)
    (= (slow-burn plane1) 3) (= (fast-burn plane1) 6) (= (onboard plane1) 0) (= (zoom-limit plane1) 3)
    (= (distance city2 city1) 7) (= (distance city1 city2) 7)
  )
  (:goal (and
    (at person1 city2)
  ))
  (:metric minimize (total-fuel-used))
)
