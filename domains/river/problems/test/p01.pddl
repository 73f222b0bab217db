; made by generator.py: seed = 101, rivers = 2, spots = 7; shortest plan: 5 steps
(define (problem river-2-7-101)
  (:domain river)
  (:objects
    b1-1 b1-2 b1-3 b1-4 b1-5 b1-6 b1-7 b2-1 b2-2 b2-3 b2-4 b2-5 b2-6 b2-7 b3-1 b3-2 b3-3 b3-4 b3-5 b3-6 b3-7
    island1 island2 - spot
  )
  (:init
    (at b1-5) (path b1-1 b1-2) (path b1-2 b1-1) (path b1-2 b1-3) (path b1-3 b1-2) (path b1-3 b1-4)
    (path b1-4 b1-3) (path b1-4 b1-5) (path b1-5 b1-4) (path b1-5 b1-6) (path b1-6 b1-5) (path b1-6 b1-7)
    (path b1-7 b1-6) (path b2-1 b2-2) (path b2-2 b2-1) (path b2-2 b2-3) (path b2-3 b2-2) (path b2-3 b2-4)
    (path b2-4 b2-3) (path b2-4 b2-5) (path b2-5 b2-4) (path b2-5 b2-6) (path b2-6 b2-5) (path b2-6 b2-7)
    (path b2-7 b2-6) (path b3-1 b3-2) (path b3-2 b3-1) (path b3-2 b3-3) (path b3-3 b3-2) (path b3-3 b3-4)
    (path b3-4 b3-3) (path b3-4 b3-5) (path b3-5 b3-4) (path b3-5 b3-6) (path b3-6 b3-5) (path b3-6 b3-7)
    (path b3-7 b3-6) (bridge b1-7 b2-7) (bridge b2-7 b1-7) (water b1-4 b2-4) (water b2-4 b1-4)
    (water b1-5 b2-5) (water b2-5 b1-5) (water b1-6 b2-6) (water b2-6 b1-6) (rocks b1-3 island1)
    (rocks island1 b1-3) (narrow island1 b2-3) (narrow b2-3 island1) (bridge b2-6 b3-6) (bridge b3-6 b2-6)
    (water b2-2 b3-2) (water b3-2 b2-2) (water b2-4 b3-4) (water b3-4 b2-4) (water b2-5 b3-5)
    (water b3-5 b2-5) (water b2-7 b3-7) (water b3-7 b2-7) (rocks b2-1 island2) (rocks island2 b2-1)
    (narrow island2 b3-1) (narrow b3-1 island2)
  )
  (:goal (and
    (at b3-2)
  ))
)
