; made by generator.py: seed = 4, cities = 3, people = 2, aircraft = 1; shortest plan: 6 steps
(define (problem zenotravel-3-2-1-4)
  (:domain zenotravel)
  (:objects
    city1 city2 city3 - city
    person1 person2 - person
    plane1 - aircraft
  )
  (:init
    (= (total-fuel-used) 0) (at person1 city1) (at person2 city1) (at plane1 city1) (= (fuel plane1) 6)
    (= (capacity plane1) 21) (= (slow-burn plane1) 1) (= (fast-burn plane1) 4) (= (onboard plane1) 0)
    (= (zoom-limit plane1) 3) (= (distance city2 city1) 20) (= (distance city1 city2) 20)
    (= (distance city3 city1) 9) (= (distance city1 city3) 9) (= (distance city3 city2) 7)
    (= (distance city2 city3) 7)
  )
  (:goal (and
    (at person1 city2) (at person2 city2)
  ))
  (:metric minimize (total-fuel-used))
)
