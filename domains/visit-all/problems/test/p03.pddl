; made by generator.py: seed = 103, rows = 5, columns = 5, wanted = 0.6; shortest plan: 17 steps
(define (problem visit-all-5-5-103)
  (:domain visit-all)
  (:objects
    c1-1 c1-2 c1-3 c1-4 c1-5 c2-2 c2-4 c2-5 c3-4 c3-5 c4-2 c4-5 c5-1 c5-2 c5-3 c5-4 c5-5 - cell
  )
  (:init
    (at-robot c2-5) (visited c2-5) (wanted c1-3) (wanted c1-4) (wanted c1-5) (wanted c2-2) (wanted c2-5)
    (wanted c3-4) (wanted c3-5) (wanted c4-2) (wanted c5-2) (wanted c5-3) (wanted c5-4) (next c1-1 c1-2 right)
    (next c1-2 c2-2 down) (next c1-2 c1-1 left) (next c1-2 c1-3 right) (next c1-3 c1-2 left)
    (next c1-3 c1-4 right) (next c1-4 c2-4 down) (next c1-4 c1-3 left) (next c1-4 c1-5 right)
    (next c1-5 c2-5 down) (next c1-5 c1-4 left) (next c2-2 c1-2 up) (next c2-4 c1-4 up) (next c2-4 c3-4 down)
    (next c2-4 c2-5 right) (next c2-5 c1-5 up) (next c2-5 c3-5 down) (next c2-5 c2-4 left) (next c3-4 c2-4 up)
    (next c3-4 c3-5 right) (next c3-5 c2-5 up) (next c3-5 c4-5 down) (next c3-5 c3-4 left)
    (next c4-2 c5-2 down) (next c4-5 c3-5 up) (next c4-5 c5-5 down) (next c5-1 c5-2 right) (next c5-2 c4-2 up)
    (next c5-2 c5-1 left) (next c5-2 c5-3 right) (next c5-3 c5-2 left) (next c5-3 c5-4 right)
    (next c5-4 c5-3 left) (next c5-4 c5-5 right) (next c5-5 c4-5 up) (next c5-5 c5-4 left)
  )
  (:goal (and
    (visited c1-3) (visited c1-4) (visited c1-5) (visited c2-2) (visited c2-5) (visited c3-4) (visited c3-5)
    (visited c4-2) (visited c5-2) (visited c5-3) (visited c5-4)
  ))
)
