; made by generator.py: seed = 3, rows = 3, columns = 3, holes = 0.1, wanted = 0.6; shortest plan: 5 steps
(define (problem visit-all-3-3-3)
  (:domain visit-all)
  (:objects
    c1-1 c1-2 c1-3 c2-1 c2-2 c3-2 c3-3 - cell
  )
  (:init
    (at-robot c1-2) (visited c1-2) (wanted c1-2) (wanted c1-3) (wanted c2-2) (wanted c3-2) (wanted c3-3)
    (next c1-1 c2-1 down) (next c1-1 c1-2 right) (next c1-2 c2-2 down) (next c1-2 c1-1 left)
    (next c1-2 c1-3 right) (next c1-3 c1-2 left) (next c2-1 c1-1 up) (next c2-1 c2-2 right)
    (next c2-2 c1-2 up) (next c2-2 c3-2 down) (next c2-2 c2-1 left) (next c3-2 c2-2 up) (next c3-2 c3-3 right)
    (next c3-3 c3-2 left)
  )
  (:goal (and
    (visited c1-2) (visited c1-3) (visited c2-2) (visited c3-2) (visited c3-3)
  ))
)
