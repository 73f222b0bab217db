; made by generator.py: seed = 102, rows = 5, columns = 5, wanted = 0.6; a plan: 14 steps
(define (problem visit-all-5-5-102)
  (:domain visit-all)
  (:objects
    c1-2 c1-3 c1-4 c1-5 c2-1 c2-2 c2-3 c2-5 c3-1 c3-2 c3-3 c3-4 c3-5 c4-1 c4-3 c4-4 c4-5 c5-1 c5-2 c5-3 c5-4 -
    cell
  )
  (:init
    (at-robot c5-3) (visited c5-3) (wanted c1-4) (wanted c1-5) (wanted c2-2) (wanted c2-3) (wanted c2-5)
    (wanted c3-1) (wanted c3-4) (wanted c3-5) (wanted c4-1) (wanted c4-4) (wanted c5-1) (wanted c5-3)
    (wanted c5-4) (next c1-2 c2-2 down) (next c1-2 c1-3 right) (next c1-3 c2-3 down) (next c1-3 c1-2 left)
    (next c1-3 c1-4 right) (next c1-4 c1-3 left) (next c1-4 c1-5 right) (next c1-5 c2-5 down)
    (next c1-5 c1-4 left) (next c2-1 c3-1 down) (next c2-1 c2-2 right) (next c2-2 c1-2 up)
    (next c2-2 c3-2 down) (next c2-2 c2-1 left) (next c2-2 c2-3 right) (next c2-3 c1-3 up)
    (next c2-3 c3-3 down) (next c2-3 c2-2 left) (next c2-5 c1-5 up) (next c2-5 c3-5 down) (next c3-1 c2-1 up)
    (next c3-1 c4-1 down) (next c3-1 c3-2 right) (next c3-2 c2-2 up) (next c3-2 c3-1 left)
    (next c3-2 c3-3 right) (next c3-3 c2-3 up) (next c3-3 c4-3 down) (next c3-3 c3-2 left)
    (next c3-3 c3-4 right) (next c3-4 c4-4 down) (next c3-4 c3-3 left) (next c3-4 c3-5 right)
    (next c3-5 c2-5 up) (next c3-5 c4-5 down) (next c3-5 c3-4 left) (next c4-1 c3-1 up) (next c4-1 c5-1 down)
    (next c4-3 c3-3 up) (next c4-3 c5-3 down) (next c4-3 c4-4 right) (next c4-4 c3-4 up) (next c4-4 c5-4 down)
    (next c4-4 c4-3 left) (next c4-4 c4-5 right) (next c4-5 c3-5 up) (next c4-5 c4-4 left) (next c5-1 c4-1 up)
    (next c5-1 c5-2 right) (next c5-2 c5-1 left) (next c5-2 c5-3 right) (next c5-3 c4-3 up)
    (next c5-3 c5-2 left) (next c5-3 c5-4 right) (next c5-4 c4-4 up) (next c5-4 c5-3 left)
  )
  (:goal (and
    (visited c1-4) (visited c1-5) (visited c2-2) (visited c2-3) (visited c2-5) (visited c3-1) (visited c3-4)
    (visited c3-5) (visited c4-1) (visited c4-4) (visited c5-1) (visited c5-3) (visited c5-4)
  ))
)
