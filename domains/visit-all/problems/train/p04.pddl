; made by generator.py: seed = 4, rows = 3, columns = 3, holes = 0.1, wanted = 0.6; shortest plan: 5 steps
(define (problem visit-all-3-3-4)
  (:domain visit-all)
  (:objects
    c1-1 c1-2 c1-3 c2-1 c2-3 c3-1 c3-2 c3-3 - cell
  )
  (:init
    (at-robot c2-1) (visited c2-1) (wanted c1-3) (wanted c2-1) (wanted c3-1) (wanted c3-2) (wanted c3-3)
    (next c1-1 c2-1 down) (next c1-1 c1-2 right) (next c1-2 c1-1 left) (next c1-2 c1-3 right)
    (next c1-3 c2-3 down) (next c1-3 c1-2 left) (next c2-1 c1-1 up) (next c2-1 c3-1 down) (next c2-3 c1-3 up)
    (next c2-3 c3-3 down) (next c3-1 c2-1 up) (next c3-1 c3-2 right) (next c3-2 c3-1 left)
    (next c3-2 c3-3 right) (next c3-3 c2-3 up) (next c3-3 c3-2 left)
  )
  (:goal (and
    (visited c1-3) (visited c2-1) (visited c3-1) (visited c3-2) (visited c3-3)
  ))
)
