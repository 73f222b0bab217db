; made by generator.py: seed = 103, cities = 5, people = 5, aircraft = 2; a plan: 22 steps
(define (problem zenotravel-5-5-2-103)
  (:domain zenotravel)
  (:objects
    city1 city2 city3 city4 city5 - city
    person1 person2 person3 person4 person5 - person
    plane1 plane2 - aircraft
  )
  (:init
    (= (total-fuel-used) 0) (at person1 city4) (at person2 city1) (at person3 city4) (at person4 city3)
    (at person5 city4) (at plane1 city1) (= (fuel plane1) 42) (= (capacity plane1) 86)
    (= (slow-burn plane1) 4) (= (fast-burn plane1) 7) (= (onboard plane1) 0) (= (zoom-limit plane1) 2)
    (at plane2 city3) (= (fuel plane2) 13) (= (capacity plane2) 66) (= (slow-burn plane2) 3)
    (= (fast-burn plane2) 6) (= (onboard plane2) 0) (= (zoom-limit plane2) 4) (= (distance city2 city1) 9)
    (= (distance city1 city2) 9) (= (distance city3 city1) 12) (= (distance city1 city3) 12)
    (= (distance city3 city2) 5) (= (distance city2 city3) 5) (= (distance city4 city1) 6)
    (= (distance city1 city4) 6) (= (distance city4 city2) 12) (= (distance city2 city4) 12)
    (= (distance city4 city3) 8) (= (distance city3 city4) 8) (= (distance city5 city1) 9)
    (= (distance city1 city5) 9) (= (distance city5 city2) 14) (= (distance city2 city5) 14)
    (= (distance city5 city3) 10) (= (distance city3 city5) 10) (= (distance city5 city4) 18)
    (= (distance city4 city5) 18)
  )
  (:goal (and
    (at person1 city2) (at person2 city5) (at person3 city5) (at person4 city1) (at person5 city1)
  ))
  (:metric minimize (total-fuel-used))
)
