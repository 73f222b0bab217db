; made by generator.py: seed = 2, rows = 4, columns = 5, loops = 0.1; shortest plan: 16 steps
(define (problem maze-4-5-2)
  (:domain maze)
  (:objects
    c1-1 c1-3 c1-5 c1-6 c1-7 c1-8 c1-9 c2-1 c2-3 c2-5 c2-7 c3-1 c3-3 c3-5 c3-7 c3-8 c3-9 c4-1 c4-3 c4-9 c5-1
    c5-2 c5-3 c5-5 c5-6 c5-7 c5-8 c5-9 c6-1 c6-5 c6-9 c7-1 c7-2 c7-3 c7-4 c7-5 c7-7 c7-8 c7-9 - cell
  )
  (:init
    (at c7-5) (exit c3-5) (next c1-1 c2-1 down) (next c1-3 c2-3 down) (next c1-5 c2-5 down)
    (next c1-5 c1-6 right) (next c1-6 c1-5 left) (next c1-6 c1-7 right) (next c1-7 c2-7 down)
    (next c1-7 c1-6 left) (next c1-7 c1-8 right) (next c1-8 c1-7 left) (next c1-8 c1-9 right)
    (next c1-9 c1-8 left) (next c2-1 c1-1 up) (next c2-1 c3-1 down) (next c2-3 c1-3 up) (next c2-3 c3-3 down)
    (next c2-5 c1-5 up) (next c2-5 c3-5 down) (next c2-7 c1-7 up) (next c2-7 c3-7 down) (next c3-1 c2-1 up)
    (next c3-1 c4-1 down) (next c3-3 c2-3 up) (next c3-3 c4-3 down) (next c3-5 c2-5 up) (next c3-7 c2-7 up)
    (next c3-7 c3-8 right) (next c3-8 c3-7 left) (next c3-8 c3-9 right) (next c3-9 c4-9 down)
    (next c3-9 c3-8 left) (next c4-1 c3-1 up) (next c4-1 c5-1 down) (next c4-3 c3-3 up) (next c4-3 c5-3 down)
    (next c4-9 c3-9 up) (next c4-9 c5-9 down) (next c5-1 c4-1 up) (next c5-1 c6-1 down) (next c5-1 c5-2 right)
    (next c5-2 c5-1 left) (next c5-2 c5-3 right) (next c5-3 c4-3 up) (next c5-3 c5-2 left)
    (next c5-5 c6-5 down) (next c5-5 c5-6 right) (next c5-6 c5-5 left) (next c5-6 c5-7 right)
    (next c5-7 c5-6 left) (next c5-7 c5-8 right) (next c5-8 c5-7 left) (next c5-8 c5-9 right)
    (next c5-9 c4-9 up) (next c5-9 c6-9 down) (next c5-9 c5-8 left) (next c6-1 c5-1 up) (next c6-1 c7-1 down)
    (next c6-5 c5-5 up) (next c6-5 c7-5 down) (next c6-9 c5-9 up) (next c6-9 c7-9 down) (next c7-1 c6-1 up)
    (next c7-1 c7-2 right) (next c7-2 c7-1 left) (next c7-2 c7-3 right) (next c7-3 c7-2 left)
    (next c7-3 c7-4 right) (next c7-4 c7-3 left) (next c7-4 c7-5 right) (next c7-5 c6-5 up)
    (next c7-5 c7-4 left) (next c7-7 c7-8 right) (next c7-8 c7-7 left) (next c7-8 c7-9 right)
    (next c7-9 c6-9 up) (next c7-9 c7-8 left)
  )
  (:goal (and
    (at c3-5)
  ))
)
