; made by generator.py: seed = 5, rows = 3, columns = 3, things = 1; shortest plan: 6 steps
(define (problem rearrangement-3-3-1-5)
  (:domain rearrangement)
  (:objects
    c1-1 c1-2 c1-3 c2-1 c2-2 c2-3 c3-1 c3-2 c3-3 - cell
    thing1 - thing
  )
  (:init
    (agent-at c2-2) (hand-free) (at thing1 c2-3) (next c1-1 c2-1 down) (next c1-1 c1-2 right)
    (next c1-2 c2-2 down) (next c1-2 c1-1 left) (next c1-2 c1-3 right) (next c1-3 c2-3 down)
    (next c1-3 c1-2 left) (next c2-1 c1-1 up) (next c2-1 c3-1 down) (next c2-1 c2-2 right) (next c2-2 c1-2 up)
    (next c2-2 c3-2 down) (next c2-2 c2-1 left) (next c2-2 c2-3 right) (next c2-3 c1-3 up)
    (next c2-3 c3-3 down) (next c2-3 c2-2 left) (next c3-1 c2-1 up) (next c3-1 c3-2 right) (next c3-2 c2-2 up)
    (next c3-2 c3-1 left) (next c3-2 c3-3 right) (next c3-3 c2-3 up) (next c3-3 c3-2 left)
  )
  (:goal (and
    (at thing1 c1-1)
  ))
)
