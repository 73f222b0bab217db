; made by generator.py: seed = 101, rows = 3, columns = 4, moves = 40; a plan: 70 steps
(define (problem slide-tile-3-4-101)
  (:domain slide-tile)
  (:objects
    c1-1 c1-2 c1-3 c1-4 c2-1 c2-2 c2-3 c2-4 c3-1 c3-2 c3-3 c3-4 - cell
    t1 t2 t3 t4 t5 t6 t7 t8 t9 t10 t11 - tile
  )
  (:init
    (blank c2-3) (at t2 c1-1) (at t4 c1-2) (at t3 c1-3) (at t10 c1-4) (at t11 c2-1) (at t5 c2-2) (at t7 c2-4)
    (at t1 c3-1) (at t9 c3-2) (at t6 c3-3) (at t8 c3-4) (next c1-1 c2-1 down) (next c1-1 c1-2 right)
    (next c1-2 c2-2 down) (next c1-2 c1-1 left) (next c1-2 c1-3 right) (next c1-3 c2-3 down)
    (next c1-3 c1-2 left) (next c1-3 c1-4 right) (next c1-4 c2-4 down) (next c1-4 c1-3 left)
    (next c2-1 c1-1 up) (next c2-1 c3-1 down) (next c2-1 c2-2 right) (next c2-2 c1-2 up) (next c2-2 c3-2 down)
    (next c2-2 c2-1 left) (next c2-2 c2-3 right) (next c2-3 c1-3 up) (next c2-3 c3-3 down)
    (next c2-3 c2-2 left) (next c2-3 c2-4 right) (next c2-4 c1-4 up) (next c2-4 c3-4 down)
    (next c2-4 c2-3 left) (next c3-1 c2-1 up) (next c3-1 c3-2 right) (next c3-2 c2-2 up) (next c3-2 c3-1 left)
    (next c3-2 c3-3 right) (next c3-3 c2-3 up) (next c3-3 c3-2 left) (next c3-3 c3-4 right)
    (next c3-4 c2-4 up) (next c3-4 c3-3 left)
  )
  (:goal (and
    (at t1 c1-1) (at t2 c1-2) (at t3 c1-3) (at t4 c1-4) (at t5 c2-1) (at t6 c2-2) (at t7 c2-3) (at t8 c2-4)
    (at t9 c3-1) (at t10 c3-2) (at t11 c3-3)
  ))
)
