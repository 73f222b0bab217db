; made by generator.py: seed = 5, cities = 2, people = 1, aircraft = 1; shortest plan: 5 steps
(define (problem zenotravel-2-1-1-5)
  (:domain zenotravel)
  (:objects
    city1 city2 - city
    person1 - person
    plane1 - aircraft
  )
  (:init
    (= (total-fuel-used) 0) (at person1 city2) (at plane1 city1) (= (fuel plane1) 15) (= (capacity plane1) 69)
    (= (slow-burn plane1) 4) (= (fast-burn plane1) 7) (= (onboard plane1) 0) (= (zoom-limit plane1) 1)
    (= (distance city2 city1) 5) (= (distance city1 city2) 5)
  )
  (:goal (and
    (at person1 city1)
  ))
  (:metric minimize (total-fuel-used))
)
