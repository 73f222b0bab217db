; made by generator.py: seed = 5, cities = 3, people = 2, aircraft = 1; a plan: 9 steps
(define (problem zenotravel-3-2-1-5)
  (:domain zenotravel)
  (:objects
    city1 city2 city3 - city
    person1 person2 - person
    plane1 - aircraft
  )
  (:init
    (= (total-fuel-used) 0) (at person1 city3) (at person2 city3) (at plane1 city2) (= (fuel plane1) 10)
    (= (capacity plane1) 76) (= (slow-burn plane1) 1) (= (fast-burn plane1) 2) (= (onboard plane1) 0)
    (= (zoom-limit plane1) 3) (= (distance city2 city1) 5) (= (distance city1 city2) 5)
    (= (distance city3 city1) 19) (= (distance city1 city3) 19) (= (distance city3 city2) 12)
    (= (distance city2 city3) 12)
  )
  (:goal (and
    (at person1 city2) (at person2 city2)
  ))
  (:metric minimize (total-fuel-used))
)
