; made by generator.py: seed = 3, rivers = 1, spots = 7; shortest plan: 4 steps
(define (problem river-1-7-3)
  (:domain river)
  (:objects
    b1-1 b1-2 b1-3 b1-4 b1-5 b1-6 b1-7 b2-1 b2-2 b2-3 b2-4 b2-5 b2-6 b2-7 island1 - spot
  )
  (:init
    (at b1-2) (path b1-1 b1-2) (path b1-2 b1-1) (path b1-2 b1-3) (path b1-3 b1-2) (path b1-3 b1-4)
    (path b1-4 b1-3) (path b1-4 b1-5) (path b1-5 b1-4) (path b1-5 b1-6) (path b1-6 b1-5) (path b1-6 b1-7)
    (path b1-7 b1-6) (path b2-1 b2-2) (path b2-2 b2-1) (path b2-2 b2-3) (path b2-3 b2-2) (path b2-3 b2-4)
    (path b2-4 b2-3) (path b2-4 b2-5) (path b2-5 b2-4) (path b2-5 b2-6) (path b2-6 b2-5) (path b2-6 b2-7)
    (path b2-7 b2-6) (bridge b1-7 b2-7) (bridge b2-7 b1-7) (water b1-1 b2-1) (water b2-1 b1-1)
    (water b1-2 b2-2) (water b2-2 b1-2) (rocks b1-7 island1) (rocks island1 b1-7) (narrow island1 b2-7)
    (narrow b2-7 island1)
  )
  (:goal (and
    (at b2-5)
  ))
)
