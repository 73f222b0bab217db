; made by generator.py: seed = 2, rivers = 1, spots = 4; shortest plan: 4 steps
(define (problem river-1-4-2)
  (:domain river)
  (:objects
    b1-1 b1-2 b1-3 b1-4 b2-1 b2-2 b2-3 b2-4 island1 - spot
  )
  (:init
    (at b1-1) (path b1-1 b1-2) (path b1-2 b1-1) (path b1-2 b1-3) (path b1-3 b1-2) (path b1-3 b1-4)
    (path b1-4 b1-3) (path b2-1 b2-2) (path b2-2 b2-1) (path b2-2 b2-3) (path b2-3 b2-2) (path b2-3 b2-4)
    (path b2-4 b2-3) (bridge b1-2 b2-2) (bridge b2-2 b1-2) (water b1-1 b2-1) (water b2-1 b1-1)
    (water b1-4 b2-4) (water b2-4 b1-4) (rocks b1-3 island1) (rocks island1 b1-3) (narrow island1 b2-3)
    (narrow b2-3 island1)
  )
  (:goal (and
    (at b2-4)
  ))
)
