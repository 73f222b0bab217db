; made by generator.py: seed = 3, rows = 4, columns = 5; shortest plan: 3 steps
(define (problem hiking-4-5-3)
  (:domain hiking)
  (:objects
    c1-1 c1-2 c1-3 c1-4 c1-5 c2-1 c2-2 c2-3 c2-4 c2-5 c3-1 c3-2 c3-3 c3-4 c3-5 c4-1 c4-2 c4-3 c4-4 c4-5 - cell
  )
  (:init
    (at c2-3) (is-goal c3-1) (is-water c1-2) (is-water c1-3) (is-water c2-4) (is-hill c2-5) (is-water c3-5)
    (is-hill c4-5) (on-trail c2-3 c2-2) (on-trail c2-2 c3-2) (on-trail c3-2 c3-1) (next c1-1 c2-1 down)
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
    (next c3-5 c4-5 down) (next c3-5 c3-4 left) (next c4-1 c3-1 up) (next c4-1 c4-2 right) (next c4-2 c3-2 up)
    (next c4-2 c4-1 left) (next c4-2 c4-3 right) (next c4-3 c3-3 up) (next c4-3 c4-2 left)
    (next c4-3 c4-4 right) (next c4-4 c3-4 up) (next c4-4 c4-3 left) (next c4-4 c4-5 right)
    (next c4-5 c3-5 up) (next c4-5 c4-4 left)
  )
  (:goal (and
    (at c3-1)
  ))
)
