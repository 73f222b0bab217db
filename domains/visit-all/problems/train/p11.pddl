; made by generator.py: seed = 3, rows = 4, columns = 4, holes = 0.3; shortest plan: 10 steps
(define (problem visit-all-4-4-3)
  (:domain visit-all)
  (:objects
    c1-2 c1-3 c1-4 c2-4 c3-3 c3-4 c4-1 c4-2 c4-3 - cell
  )
  (:init
    (at-robot c1-4) (visited c1-4) (wanted c1-2) (wanted c1-3) (wanted c1-4) (wanted c2-4) (wanted c3-3)
    (wanted c3-4) (wanted c4-1) (wanted c4-2) (wanted c4-3) (next c1-2 c1-3 right) (next c1-3 c1-2 left)
    (next c1-3 c1-4 right) (next c1-4 c2-4 down) (next c1-4 c1-3 left) (next c2-4 c1-4 up)
    (next c2-4 c3-4 down) (next c3-3 c4-3 down) (next c3-3 c3-4 right) (next c3-4 c2-4 up)
    (next c3-4 c3-3 left) (next c4-1 c4-2 right) (next c4-2 c4-1 left) (next c4-2 c4-3 right)
    (next c4-3 c3-3 up) (next c4-3 c4-2 left)
  )
  (:goal (and
    (visited c1-2) (visited c1-3) (visited c1-4) (visited c2-4) (visited c3-3) (visited c3-4) (visited c4-1)
    (visited c4-2) (visited c4-3)
  ))
)
