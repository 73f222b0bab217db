; made by generator.py: seed = 2, rows = 3, columns = 4, keys = 2, shapes = 2, locks = 2, wanted = 1; shortest plan: 7 steps
(define (problem grid-3-4-2-2-2-1-2)
  (:domain grid)
  (:objects
    c1-1 c1-2 c1-3 c1-4 c2-1 c2-2 c2-3 c2-4 c3-1 c3-2 c3-3 c3-4 - cell
    key1 key2 - key
    shape1 shape2 - shape
  )
  (:init
    (robot-at c1-1) (arm-empty) (at key1 c2-2) (at key2 c2-2) (key-shape key1 shape1) (key-shape key2 shape2)
    (open c1-1) (locked c1-2) (open c1-3) (open c1-4) (open c2-1) (open c2-2) (open c2-3) (open c2-4)
    (open c3-1) (open c3-2) (locked c3-3) (open c3-4) (lock-shape c1-2 shape2) (lock-shape c3-3 shape1)
    (next c1-1 c2-1 down) (next c1-1 c1-2 right) (next c1-2 c2-2 down) (next c1-2 c1-1 left)
    (next c1-2 c1-3 right) (next c1-3 c2-3 down) (next c1-3 c1-2 left) (next c1-3 c1-4 right)
    (next c1-4 c2-4 down) (next c1-4 c1-3 left) (next c2-1 c1-1 up) (next c2-1 c3-1 down)
    (next c2-1 c2-2 right) (next c2-2 c1-2 up) (next c2-2 c3-2 down) (next c2-2 c2-1 left)
    (next c2-2 c2-3 right) (next c2-3 c1-3 up) (next c2-3 c3-3 down) (next c2-3 c2-2 left)
    (next c2-3 c2-4 right) (next c2-4 c1-4 up) (next c2-4 c3-4 down) (next c2-4 c2-3 left) (next c3-1 c2-1 up)
    (next c3-1 c3-2 right) (next c3-2 c2-2 up) (next c3-2 c3-1 left) (next c3-2 c3-3 right)
    (next c3-3 c2-3 up) (next c3-3 c3-2 left) (next c3-3 c3-4 right) (next c3-4 c2-4 up) (next c3-4 c3-3 left)
  )
  (:goal (and
    (at key1 c1-2)
  ))
)
