; made by generator.py: seed = 101, cities = 5, people = 5, aircraft = 2; a plan: 17 steps
(define (problem zenotravel-5-5-2-101)
  (:domain zenotravel)
  (:objects
    city1 city2 city3 city4 city5 - city
    person1 person2 person3 person4 person5 - person
    plane1 plane2 - aircraft
  )
  (:init
    (= (total-fuel-used) 0) (at person1 city5) (at person2 city5) (at person3 city4) (at person4 city5)
    (at person5 city5) (at plane1 city3) (= (fuel plane1) 46) (= (capacity plane1) 129)
    (= (slow-burn plane1) 4) (= (fast-burn plane1) 5) (= (onboard plane1) 0) (= (zoom-limit plane1) 4)
    (at plane2 city1) (= (fuel plane2) 25) (= (capacity plane2) 80) (= (slow-burn plane2) 2)
    (= (fast-burn plane2) 4) (= (onboard plane2) 0) (= (zoom-limit plane2) 2) (= (distance city2 city1) 14)
    (= (distance city1 city2) 14) (= (distance city3 city1) 20) (= (distance city1 city3) 20)
    (= (distance city3 city2) 11) (= (distance city2 city3) 11) (= (distance city4 city1) 15)
    (= (distance city1 city4) 15) (= (distance city4 city2) 19) (= (distance city2 city4) 19)
    (= (distance city4 city3) 7) (= (distance city3 city4) 7) (= (distance city5 city1) 13)
    (= (distance city1 city5) 13) (= (distance city5 city2) 11) (= (distance city2 city5) 11)
    (= (distance city5 city3) 10) (= (distance city3 city5) 10) (= (distance city5 city4) 7)
    (= (distance city4 city5) 7)
  )
  (:goal (and
    (at person1 city2) (at person2 city3) (at person3 city1) (at person4 city2) (at person5 city2)
  ))
  (:metric minimize (total-fuel-used))
)
