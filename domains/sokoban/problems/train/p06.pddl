; made by generator.py: seed = 1, rows = 6, columns = 6, boxes = 2; shortest plan: 15 steps
(define (problem sokoban-6-6-2-1)
  (:domain sokoban)
  (:objects
    c1-2 c1-3 c1-4 c1-5 c1-6 c2-1 c2-2 c2-5 c2-6 c3-1 c3-3 c3-4 c3-5 c3-6 c4-1 c4-4 c4-5 c4-6 c5-1 c5-2 c5-4
    c5-5 c5-6 c6-1 c6-2 c6-3 c6-4 c6-5 - cell
  )
  (:init
    (keeper c3-3) (storage c4-6) (storage c6-4) (box c3-4) (box c5-5) (free c1-2) (free c1-3) (free c1-4)
    (free c1-5) (free c1-6) (free c2-1) (free c2-2) (free c2-5) (free c2-6) (free c3-1) (free c3-3)
    (free c3-5) (free c3-6) (free c4-1) (free c4-4) (free c4-5) (free c4-6) (free c5-1) (free c5-2)
    (free c5-4) (free c5-6) (free c6-1) (free c6-2) (free c6-3) (free c6-4) (free c6-5) (next c1-2 c2-2 down)
    (next c1-2 c1-3 right) (next c1-3 c1-2 left) (next c1-3 c1-4 right) (next c1-4 c1-3 left)
    (next c1-4 c1-5 right) (next c1-5 c2-5 down) (next c1-5 c1-4 left) (next c1-5 c1-6 right)
    (next c1-6 c2-6 down) (next c1-6 c1-5 left) (next c2-1 c3-1 down) (next c2-1 c2-2 right)
    (next c2-2 c1-2 up) (next c2-2 c2-1 left) (next c2-5 c1-5 up) (next c2-5 c3-5 down) (next c2-5 c2-6 right)
    (next c2-6 c1-6 up) (next c2-6 c3-6 down) (next c2-6 c2-5 left) (next c3-1 c2-1 up) (next c3-1 c4-1 down)
    (next c3-3 c3-4 right) (next c3-4 c4-4 down) (next c3-4 c3-3 left) (next c3-4 c3-5 right)
    (next c3-5 c2-5 up) (next c3-5 c4-5 down) (next c3-5 c3-4 left) (next c3-5 c3-6 right) (next c3-6 c2-6 up)
    (next c3-6 c4-6 down) (next c3-6 c3-5 left) (next c4-1 c3-1 up) (next c4-1 c5-1 down) (next c4-4 c3-4 up)
    (next c4-4 c5-4 down) (next c4-4 c4-5 right) (next c4-5 c3-5 up) (next c4-5 c5-5 down)
    (next c4-5 c4-4 left) (next c4-5 c4-6 right) (next c4-6 c3-6 up) (next c4-6 c5-6 down)
    (next c4-6 c4-5 left) (next c5-1 c4-1 up) (next c5-1 c6-1 down) (next c5-1 c5-2 right)
    (next c5-2 c6-2 down) (next c5-2 c5-1 left) (next c5-4 c4-4 up) (next c5-4 c6-4 down)
    (next c5-4 c5-5 right) (next c5-5 c4-5 up) (next c5-5 c6-5 down) (next c5-5 c5-4 left)
    (next c5-5 c5-6 right) (next c5-6 c4-6 up) (next c5-6 c5-5 left) (next c6-1 c5-1 up)
    (next c6-1 c6-2 right) (next c6-2 c5-2 up) (next c6-2 c6-1 left) (next c6-2 c6-3 right)
    (next c6-3 c6-2 left) (next c6-3 c6-4 right) (next c6-4 c5-4 up) (next c6-4 c6-3 left)
    (next c6-4 c6-5 right) (next c6-5 c5-5 up) (next c6-5 c6-4 left)
  )
  (:goal (and
    (box c4-6) (box c6-4)
  ))
)
