; made by generator.py: seed = 2, rows = 3, columns = 4, things = 2; shortest plan: 13 steps
(define (problem rearrangement-3-4-2-2)
  (:domain rearrangement)
  (:objects
    c1-1 c1-2 c1-3 c1-4 c2-1 c2-2 c2-3 c2-4 c3-1 c3-2 c3-3 c3-4 - cell
    thing1 thing2 - thing
  )
  (:init
    (agent-at c1-1) (hand-free) (at thing1 c1-2) (at thing2 c2-2) (next c1-1 c2-1 down) (next c1-1 c1-2 right)
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
    (at thing1 c3-4) (at thing2 c1-3)
  ))
)
