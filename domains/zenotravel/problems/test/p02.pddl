; made by generator.py: seed = 102, cities = 5, people = 5, aircraft = 2; a plan: 20 steps
(define (problem zenotravel-5-5-2-102)
  (:domain zenotravel)
  (:objects
    city1 city2 city3 city4 city5 - city
    person1 person2 person3 person4 person5 - person
    plane1 plane2 - aircraft
  )
  (:init
    (= (total-fuel-used) 0) (at person1 city2) (at person2 city2) (at person3 city4) (at person4 city5)
    (at person5 city5) (at plane1 city1) (= (fuel plane1) 26) (= (capacity plane1) 69)
    (= (slow-burn plane1) 2) (= (fast-burn plane1) 5) (= (onboard plane1) 0) (= (zoom-limit plane1) 4)
    (at plane2 city2) (= (fuel plane2) 5) (= (capacity plane2) 77) (= (slow-burn plane2) 2)
    (= (fast-burn plane2) 4) (= (onboard plane2) 0) (= (zoom-limit plane2) 4) (= (distance city2 city1) 10)
    (= (distance city1 city2) 10) (= (distance city3 city1) 17) (= (distance city1 city3) 17)
    (= (distance city3 city2) 19) (= (distance city2 city3) 19) (= (distance city4 city1) 12)
    (= (distance city1 city4) 12) (= (distance city4 city2) 9) (= (distance city2 city4) 9)
    (= (distance city4 city3) 7) (= (distance city3 city4) 7) (= (distance city5 city1) 6)
    (= (distance city1 city5) 6) (= (distance city5 city2) 10) (= (distance city2 city5) 10)
    (= (distance city5 city3) 19) (= (distance city3 city5) 19) (= (distance city5 city4) 12)
    (= (distance city4 city5) 12)
  )
  (:goal (and
    (at person1 city3) (at person2 city5) (at person3 city3) (at person4 city4) (at person5 city1)
  ))
  (:metric minimize (total-fuel-used))
)
