; made by generator.py: seed = 2, cities = 3, people = 2, aircraft = 1; shortest plan: 8 steps
(define (problem zenotravel-3-2-1-2)
  (:domain zenotravel)
  (:objects
    city1 city2 city3 - city
    person1 person2 - person
    plane1 - aircraft
  )
  (:init
    (= (total-fuel-used) 0) (at person1 city1) (at person2 city1) (at plane1 city2) (= (fuel plane1) 2)
    (= (capacity plane1) 66) (= (slow-burn plane1) 2) (= (fast-burn plane1) 5) (= (onboard plane1) 0)
    (= (zoom-limit plane1) 2) (= (distance city2 city1) 10) (= (distance city1 city2) 10)
    (= (distance city3 city1) 14) (= (distance city1 city3) 14) (= (distance city3 city2) 13)
    (= (distance city2 city3) 13)
  )
  (:goal (and
    (at person1 city3) (at person2 city2)
  ))
  (:metric minimize (total-fuel-used))
)
