; made by generator.py: seed = 102, rivers = 4, spots = 10; shortest plan: 7 steps
(define (problem river-4-10-102)
  (:domain river)
  (:objects
    b1-1 b1-2 b1-3 b1-4 b1-5 b1-6 b1-7 b1-8 b1-9 b1-10 b2-1 b2-2 b2-3 b2-4 b2-5 b2-6 b2-7 b2-8 b2-9 b2-10 b3-1
    b3-2 b3-3 b3-4 b3-5 b3-6 b3-7 b3-8 b3-9 b3-10 b4-1 b4-2 b4-3 b4-4 b4-5 b4-6 b4-7 b4-8 b4-9 b4-10 b5-1 b5-2
    b5-3 b5-4 b5-5 b5-6 b5-7 b5-8 b5-9 b5-10 island1 island2 island3 island4 - spot
  )
  (:init
    (at b1-3) (path b1-1 b1-2) (path b1-2 b1-1) (path b1-2 b1-3) (path b1-3 b1-2) (path b1-3 b1-4)
    (path b1-4 b1-3) (path b1-4 b1-5) (path b1-5 b1-4) (path b1-5 b1-6) (path b1-6 b1-5) (path b1-6 b1-7)
    (path b1-7 b1-6) (path b1-7 b1-8) (path b1-8 b1-7) (path b1-8 b1-9) (path b1-9 b1-8) (path b1-9 b1-10)
    (path b1-10 b1-9) (path b2-1 b2-2) (path b2-2 b2-1) (path b2-2 b2-3) (path b2-3 b2-2) (path b2-3 b2-4)
    (path b2-4 b2-3) (path b2-4 b2-5) (path b2-5 b2-4) (path b2-5 b2-6) (path b2-6 b2-5) (path b2-6 b2-7)
    (path b2-7 b2-6) (path b2-7 b2-8) (path b2-8 b2-7) (path b2-8 b2-9) (path b2-9 b2-8) (path b2-9 b2-10)
    (path b2-10 b2-9) (path b3-1 b3-2) (path b3-2 b3-1) (path b3-2 b3-3) (path b3-3 b3-2) (path b3-3 b3-4)
    (path b3-4 b3-3) (path b3-4 b3-5) (path b3-5 b3-4) (path b3-5 b3-6) (path b3-6 b3-5) (path b3-6 b3-7)
    (path b3-7 b3-6) (path b3-7 b3-8) (path b3-8 b3-7) (path b3-8 b3-9) (path b3-9 b3-8) (path b3-9 b3-10)
    (path b3-10 b3-9) (path b4-1 b4-2) (path b4-2 b4-1) (path b4-2 b4-3) (path b4-3 b4-2) (path b4-3 b4-4)
    (path b4-4 b4-3) (path b4-4 b4-5) (path b4-5 b4-4) (path b4-5 b4-6) (path b4-6 b4-5) (path b4-6 b4-7)
    (path b4-7 b4-6) (path b4-7 b4-8) (path b4-8 b4-7) (path b4-8 b4-9) (path b4-9 b4-8) (path b4-9 b4-10)
    (path b4-10 b4-9) (path b5-1 b5-2) (path b5-2 b5-1) (path b5-2 b5-3) (path b5-3 b5-2) (path b5-3 b5-4)
    (path b5-4 b5-3) (path b5-4 b5-5) (path b5-5 b5-4) (path b5-5 b5-6) (path b5-6 b5-5) (path b5-6 b5-7)
    (path b5-7 b5-6) (path b5-7 b5-8) (path b5-8 b5-7) (path b5-8 b5-9) (path b5-9 b5-8) (path b5-9 b5-10)
    (path b5-10 b5-9) (bridge b1-4 b2-4) (bridge b2-4 b1-4) (water b1-3 b2-3) (water b2-3 b1-3)
    (water b1-5 b2-5) (water b2-5 b1-5) (water b1-6 b2-6) (water b2-6 b1-6) (rocks b1-9 island1)
    (rocks island1 b1-9) (narrow island1 b2-9) (narrow b2-9 island1) (bridge b2-4 b3-4) (bridge b3-4 b2-4)
    (water b2-3 b3-3) (water b3-3 b2-3) (water b2-5 b3-5) (water b3-5 b2-5) (water b2-6 b3-6)
    (water b3-6 b2-6) (rocks b2-9 island2) (rocks island2 b2-9) (narrow island2 b3-9) (narrow b3-9 island2)
    (bridge b3-5 b4-5) (bridge b4-5 b3-5) (water b3-3 b4-3) (water b4-3 b3-3) (water b3-8 b4-8)
    (water b4-8 b3-8) (rocks b3-7 island3) (rocks island3 b3-7) (narrow island3 b4-7) (narrow b4-7 island3)
    (bridge b4-5 b5-5) (bridge b5-5 b4-5) (water b4-3 b5-3) (water b5-3 b4-3) (water b4-8 b5-8)
    (water b5-8 b4-8) (water b4-9 b5-9) (water b5-9 b4-9) (rocks b4-5 island4) (rocks island4 b4-5)
    (narrow island4 b5-5) (narrow b5-5 island4)
  )
  (:goal (and
    (at b5-6)
  ))
)
