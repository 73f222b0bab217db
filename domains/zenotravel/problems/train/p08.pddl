; made by generator.py: seed = 3, cities = 3, people = 2, aircraft = 1; a plan: 10 steps
(define (problem zenotravel-3-2-1-3)
  (:domain zenotravel)
  (:objects
    city1 city2 city3 - city
    person1 person2 - person
    plane1 - aircraft
  )
  (:init
    (= (total-fuel-used) 0) (at person1 city1) (at person2 city2) (at plane1 city3) (= (fuel plane1) 14)
    (= (capacity plane1) 95) (= (slow-burn plane1) 3) (= (fast-burn plane1) 4) (= (onboard plane1) 0)
    (= (zoom-limit plane1) 4) (= (distance city2 city1) 7) (= (distance city1 city2) 7)
    (= (distance city3 city1) 5) (= (distance city1 city3) 5) (= (distance city3 city2) 20)
    (= (distance city2 city3) 20)
  )
  (:goal (and
    (at person1 city3) (at person2 city3)
  ))
  (:metric minimize (total-fuel-used))
)
