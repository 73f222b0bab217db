; made by generator.py: seed = 3, rows = 2, columns = 3, moves = 40; shortest plan: 10 steps
(define (problem slide-tile-2-3-3)
  (:domain slide-tile)
  (:objects
    c1-1 c1-2 c1-3 c2-1 c2-2 c2-3 - cell
    t1 t2 t3 t4 t5 - tile
  )
  (:init
    (blank c1-2) (at t3 c1-1) (at t5 c1-3) (at t2 c2-1) (at t1 c2-2) (at t4 c2-3) (next c1-1 c2-1 down)
    (next c1-1 c1-2 right) (next c1-2 c2-2 down) (next c1-2 c1-1 left) (next c1-2 c1-3 right)
    (next c1-3 c2-3 down) (next c1-3 c1-2 left) (next c2-1 c1-1 up) (next c2-1 c2-2 right) (next c2-2 c1-2 up)
    (next c2-2 c2-1 left) (next c2-2 c2-3 right) (next c2-3 c1-3 up) (next c2-3 c2-2 left)
  )
  (:goal (and
    (at t1 c1-1) (at t2 c1-2) (at t3 c1-3) (at t4 c2-1) (at t5 c2-2)
  ))
)
