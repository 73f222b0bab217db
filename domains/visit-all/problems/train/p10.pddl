; made by generator.py: seed = 2, rows = 4, columns = 4, holes = 0.3; shortest plan: 12 steps
(define (problem visit-all-4-4-2)
  (:domain visit-all)
  (:objects
    c1-1 c1-2 c2-1 c2-2 c2-3 c2-4 c3-1 c3-2 c3-3 c4-1 c4-2 c4-3 c4-4 - cell
  )
  (:init
    (at-robot c2-4) (visited c2-4) (wanted c1-1) (wanted c1-2) (wanted c2-1) (wanted c2-2) (wanted c2-3)
    (wanted c2-4) (wanted c3-1) (wanted c3-2) (wanted c3-3) (wanted c4-1) (wanted c4-2) (wanted c4-3)
    (wanted c4-4) (next c1-1 c2-1 down) (next c1-1 c1-2 right) (next c1-2 c2-2 down) (next c1-2 c1-1 left)
    (next c2-1 c1-1 up) (next c2-1 c3-1 down) (next c2-1 c2-2 right) (next c2-2 c1-2 up) (next c2-2 c3-2 down)
    (next c2-2 c2-1 left) (next c2-2 c2-3 right) (next c2-3 c3-3 down) (next c2-3 c2-2 left)
    (next c2-3 c2-4 right) (next c2-4 c2-3 left) (next c3-1 c2-1 up) (next c3-1 c4-1 down)
    (next c3-1 c3-2 right) (next c3-2 c2-2 up) (next c3-2 c4-2 down) (next c3-2 c3-1 left)
    (next c3-2 c3-3 right) (next c3-3 c2-3 up) (next c3-3 c4-3 down) (next c3-3 c3-2 left) (next c4-1 c3-1 up)
    (next c4-1 c4-2 right) (next c4-2 c3-2 up) (next c4-2 c4-1 left) (next c4-2 c4-3 right)
    (next c4-3 c3-3 up) (next c4-3 c4-2 left) (next c4-3 c4-4 right) (next c4-4 c4-3 left)
  )
  (:goal (and
    (visited c1-1) (visited c1-2) (visited c2-1) (visited c2-2) (visited c2-3) (visited c2-4) (visited c3-1)
    (visited c3-2) (visited c3-3) (visited c4-1) (visited c4-2) (visited c4-3) (visited c4-4)
  ))
)
