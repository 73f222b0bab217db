; made by generator.py: seed = 2, rows = 3, columns = 3; shortest plan: 12 steps
(define (problem maze-3-3-2)
  (:domain maze)
  (:objects
    c1-1 c1-3 c1-4 c1-5 c2-1 c2-5 c3-1 c3-3 c3-4 c3-5 c4-1 c4-3 c4-5 c5-1 c5-2 c5-3 c5-5 - cell
  )
  (:init
    (at c5-5) (exit c1-1) (next c1-1 c2-1 down) (next c1-3 c1-4 right) (next c1-4 c1-3 left)
    (next c1-4 c1-5 right) (next c1-5 c2-5 down) (next c1-5 c1-4 left) (next c2-1 c1-1 up)
    (next c2-1 c3-1 down) (next c2-5 c1-5 up) (next c2-5 c3-5 down) (next c3-1 c2-1 up) (next c3-1 c4-1 down)
    (next c3-3 c4-3 down) (next c3-3 c3-4 right) (next c3-4 c3-3 left) (next c3-4 c3-5 right)
    (next c3-5 c2-5 up) (next c3-5 c4-5 down) (next c3-5 c3-4 left) (next c4-1 c3-1 up) (next c4-1 c5-1 down)
    (next c4-3 c3-3 up) (next c4-3 c5-3 down) (next c4-5 c3-5 up) (next c4-5 c5-5 down) (next c5-1 c4-1 up)
    (next c5-1 c5-2 right) (next c5-2 c5-1 left) (next c5-2 c5-3 right) (next c5-3 c4-3 up)
    (next c5-3 c5-2 left) (next c5-5 c4-5 up)
  )
  (:goal (and
    (at c1-1)
  ))
)
