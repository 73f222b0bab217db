; made by generator.py: seed = 1, cities = 3, people = 2, aircraft = 1; shortest plan: 10 steps
(define (problem zenotravel-3-2-1-1)
  (:domain zenotravel)
  (:objects
    city1 city2 city3 - city
    person1 person2 - person
    plane1 - aircraft
  )
  (:init
    (= (total-fuel-used) 0) (at person1 city1) (at person2 city2) (at plane1 city1) (= (fuel plane1) 26)
    (= (capacity plane1) 130) (= (slow-burn plane1) 4) (= (fast-burn plane1) 5) (= (onboard plane1) 0)
    (= (zoom-limit plane1) 4) (= (distance city2 city1) 20) (= (distance city1 city2) 20)
    (= (distance city3 city1) 19) (= (distance city1 city3) 19) (= (distance city3 city2) 20)
    (= (distance city2 city3) 20)
  )
  (:goal (and
    (at person1 city3) (at person2 city1)
  ))
  (:metric minimize (total-fuel-used))
)
