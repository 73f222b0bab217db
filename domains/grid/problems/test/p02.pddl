; made by generator.py: seed = 102, rows = 5, columns = 5, keys = 4, shapes = 2, locks = 6, wanted = 2; a plan: 17 steps
(define (problem grid-5-5-4-2-6-2-102)
  (:domain grid)
  (:objects
    c1-1 c1-2 c1-3 c1-4 c1-5 c2-1 c2-2 c2-3 c2-4 c2-5 c3-1 c3-2 c3-3 c3-4 c3-5 c4-1 c4-2 c4-3 c4-4 c4-5 c5-1
    c5-2 c5-3 c5-4 c5-5 - cell
    key1 key2 key3 key4 - key
    shape1 shape2 - shape
  )
  (:init
    (robot-at c1-5) (arm-empty) (at key1 c4-2) (at key2 c2-4) (at key3 c5-3) (at key4 c1-5)
    (key-shape key1 shape1) (key-shape key2 shape2) (key-shape key3 shape1) (key-shape key4 shape2)
    (open c1-1) (open c1-2) (open c1-3) (open c1-4) (open c1-5) (locked c2-1) (open c2-2) (open c2-3)
    (open c2-4) (open c2-5) (open c3-1) (locked c3-2) (open c3-3) (open c3-4) (open c3-5) (open c4-1)
    (open c4-2) (locked c4-3) (open c4-4) (locked c4-5) (locked c5-1) (locked c5-2) (open c5-3) (open c5-4)
    (open c5-5) (lock-shape c5-2 shape2) (lock-shape c4-5 shape2) (lock-shape c3-2 shape2)
    (lock-shape c2-1 shape1) (lock-shape c4-3 shape1) (lock-shape c5-1 shape2) (next c1-1 c2-1 down)
    (next c1-1 c1-2 right) (next c1-2 c2-2 down) (next c1-2 c1-1 left) (next c1-2 c1-3 right)
    (next c1-3 c2-3 down) (next c1-3 c1-2 left) (next c1-3 c1-4 right) (next c1-4 c2-4 down)
    (next c1-4 c1-3 left) (next c1-4 c1-5 right) (next c1-5 c2-5 down) (next c1-5 c1-4 left)
    (next c2-1 c1-1 up) (next c2-1 c3-1 down) (next c2-1 c2-2 right) (next c2-2 c1-2 up) (next c2-2 c3-2 down)
    (next c2-2 c2-1 left) (next c2-2 c2-3 right) (next c2-3 c1-3 up) (next c2-3 c3-3 down)
    (next c2-3 c2-2 left) (next c2-3 c2-4 right) (next c2-4 c1-4 up) (next c2-4 c3-4 down)
    (next c2-4 c2-3 left) (next c2-4 c2-5 right) (next c2-5 c1-5 up) (next c2-5 c3-5 down)
    (next c2-5 c2-4 left) (next c3-1 c2-1 up) (next c3-1 c4-1 down) (next c3-1 c3-2 right) (next c3-2 c2-2 up)
    (next c3-2 c4-2 down) (next c3-2 c3-1 left) (next c3-2 c3-3 right) (next c3-3 c2-3 up)
    (next c3-3 c4-3 down) (next c3-3 c3-2 left) (next c3-3 c3-4 right) (next c3-4 c2-4 up)
    (next c3-4 c4-4 down) (next c3-4 c3-3 left) (next c3-4 c3-5 right) (next c3-5 c2-5 up)
    (next c3-5 c4-5 down) (next c3-5 c3-4 left) (next c4-1 c3-1 up) (next c4-1 c5-1 down)
    (next c4-1 c4-2 right) (next c4-2 c3-2 up) (next c4-2 c5-2 down) (next c4-2 c4-1 left)
    (next c4-2 c4-3 right) (next c4-3 c3-3 up) (next c4-3 c5-3 down) (next c4-3 c4-2 left)
    (next c4-3 c4-4 right) (next c4-4 c3-4 up) (next c4-4 c5-4 down) (next c4-4 c4-3 left)
    (next c4-4 c4-5 right) (next c4-5 c3-5 up) (next c4-5 c5-5 down) (next c4-5 c4-4 left) (next c5-1 c4-1 up)
    (next c5-1 c5-2 right) (next c5-2 c4-2 up) (next c5-2 c5-1 left) (next c5-2 c5-3 right)
    (next c5-3 c4-3 up) (next c5-3 c5-2 left) (next c5-3 c5-4 right) (next c5-4 c4-4 up) (next c5-4 c5-3 left)
    (next c5-4 c5-5 right) (next c5-5 c4-5 up) (next c5-5 c5-4 left)
  )
  (:goal (and
    (at key1 c3-2) (at key4 c5-1)
  ))
)
