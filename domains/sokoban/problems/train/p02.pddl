; made by generator.py: seed = 2, rows = 5, columns = 5, boxes = 1; shortest plan: 3 steps
(define (problem sokoban-5-5-1-2)
  (:domain sokoban)
  (:objects
    c1-1 c1-2 c1-5 c2-1 c2-2 c2-3 c2-4 c2-5 c3-1 c3-2 c3-3 c3-4 c3-5 c4-1 c4-2 c4-3 c4-4 c4-5 c5-3 c5-4 c5-5 -
    cell
  )
  (:init
    (keeper c3-5) (storage c4-4) (box c3-4) (free c1-1) (free c1-2) (free c1-5) (free c2-1) (free c2-2)
    (free c2-3) (free c2-4) (free c2-5) (free c3-1) (free c3-2) (free c3-3) (free c3-5) (free c4-1)
    (free c4-2) (free c4-3) (free c4-4) (free c4-5) (free c5-3) (free c5-4) (free c5-5) (next c1-1 c2-1 down)
    (next c1-1 c1-2 right) (next c1-2 c2-2 down) (next c1-2 c1-1 left) (next c1-5 c2-5 down)
    (next c2-1 c1-1 up) (next c2-1 c3-1 down) (next c2-1 c2-2 right) (next c2-2 c1-2 up) (next c2-2 c3-2 down)
    (next c2-2 c2-1 left) (next c2-2 c2-3 right) (next c2-3 c3-3 down) (next c2-3 c2-2 left)
    (next c2-3 c2-4 right) (next c2-4 c3-4 down) (next c2-4 c2-3 left) (next c2-4 c2-5 right)
    (next c2-5 c1-5 up) (next c2-5 c3-5 down) (next c2-5 c2-4 left) (next c3-1 c2-1 up) (next c3-1 c4-1 down)
    (next c3-1 c3-2 right) (next c3-2 c2-2 up) (next c3-2 c4-2 down) (next c3-2 c3-1 left)
    (next c3-2 c3-3 right) (next c3-3 c2-3 up) (next c3-3 c4-3 down) (next c3-3 c3-2 left)
    (next c3-3 c3-4 right) (next c3-4 c2-4 up) (next c3-4 c4-4 down) (next c3-4 c3-3 left)
    (next c3-4 c3-5 right) (next c3-5 c2-5 up) (next c3-5 c4-5 down) (next c3-5 c3-4 left) (next c4-1 c3-1 up)
    (next c4-1 c4-2 right) (next c4-2 c3-2 up) (next c4-2 c4-1 left) (next c4-2 c4-3 right)
    (next c4-3 c3-3 up) (next c4-3 c5-3 down) (next c4-3 c4-2 left) (next c4-3 c4-4 right) (next c4-4 c3-4 up)
    (next c4-4 c5-4 down) (next c4-4 c4-3 left) (next c4-4 c4-5 right) (next c4-5 c3-5 up)
    (next c4-5 c5-5 down) (next c4-5 c4-4 left) (next c5-3 c4-3 up) (next c5-3 c5-4 right) (next c5-4 c4-4 up)
    (next c5-4 c5-3 left) (next c5-4 c5-5 right) (next c5-5 c4-5 up) (next c5-5 c5-4 left)
  )
  (:goal (and
    (box c4-4)
  ))
)
