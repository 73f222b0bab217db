; made by generator.py: seed = 5, rows = 3, columns = 3; shortest plan: 12 steps
(define (problem maze-3-3-5)
  (:domain maze)
  (:objects
    c1-1 c1-2 c1-3 c1-4 c1-5 c2-1 c2-5 c3-1 c3-2 c3-3 c3-5 c4-5 c5-1 c5-2 c5-3 c5-4 c5-5 - cell
  )
  (:init
    (at c1-1) (exit c5-1) (next c1-1 c2-1 down) (next c1-1 c1-2 right) (next c1-2 c1-1 left)
    (next c1-2 c1-3 right) (next c1-3 c1-2 left) (next c1-3 c1-4 right) (next c1-4 c1-3 left)
    (next c1-4 c1-5 right) (next c1-5 c2-5 down) (next c1-5 c1-4 left) (next c2-1 c1-1 up)
    (next c2-1 c3-1 down) (next c2-5 c1-5 up) (next c2-5 c3-5 down) (next c3-1 c2-1 up) (next c3-1 c3-2 right)
    (next c3-2 c3-1 left) (next c3-2 c3-3 right) (next c3-3 c3-2 left) (next c3-5 c2-5 up)
    (next c3-5 c4-5 down) (next c4-5 c3-5 up) (next c4-5 c5-5 down) (next c5-1 c5-2 right)
    (next c5-2 c5-1 left) (next c5-2 c5-3 right) (next c5-3 c5-2 left) (next c5-3 c5-4 right)
    (next c5-4 c5-3 left) (next c5-4 c5-5 right) (next c5-5 c4-5 up) (next c5-5 c5-4 left)
  )
  (:goal (and
    (at c5-1)
  ))
)
