; made by generator.py: seed = 1, rows = 4, columns = 4, holes = 0.3; shortest plan: 10 steps
(define (problem visit-all-4-4-1)
  (:domain visit-all)
  (:objects
    c1-2 c1-3 c2-1 c2-2 c2-3 c2-4 c3-3 c3-4 c4-3 c4-4 - cell
  )
  (:init
    (at-robot c2-2) (visited c2-2) (wanted c1-2) (wanted c1-3) (wanted c2-1) (wanted c2-2) (wanted c2-3)
    (wanted c2-4) (wanted c3-3) (wanted c3-4) (wanted c4-3) (wanted c4-4) (next c1-2 c2-2 down)
    (next c1-2 c1-3 right) (next c1-3 c2-3 down) (next c1-3 c1-2 left) (next c2-1 c2-2 right)
    (next c2-2 c1-2 up) (next c2-2 c2-1 left) (next c2-2 c2-3 right) (next c2-3 c1-3 up) (next c2-3 c3-3 down)
    (next c2-3 c2-2 left) (next c2-3 c2-4 right) (next c2-4 c3-4 down) (next c2-4 c2-3 left)
    (next c3-3 c2-3 up) (next c3-3 c4-3 down) (next c3-3 c3-4 right) (next c3-4 c2-4 up) (next c3-4 c4-4 down)
    (next c3-4 c3-3 left) (next c4-3 c3-3 up) (next c4-3 c4-4 right) (next c4-4 c3-4 up) (next c4-4 c4-3 left)
  )
  (:goal (and
    (visited c1-2) (visited c1-3) (visited c2-1) (visited c2-2) (visited c2-3) (visited c2-4) (visited c3-3)
    (visited c3-4) (visited c4-3) (visited c4-4)
  ))
)
