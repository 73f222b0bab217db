; made by generator.py: seed = 3, rows = 4, columns = 4, apples = 2; shortest plan: 7 steps
(define (problem snake-4-4-2-3)
  (:domain snake)
  (:objects
    c1-1 c1-2 c1-3 c1-4 c2-1 c2-2 c2-3 c2-4 c3-1 c3-2 c3-3 c3-4 c4-1 c4-2 c4-3 c4-4 - cell
    apple1 apple2 - apple
  )
  (:init
    (head c2-3) (tail c1-4) (apple-at apple1 c3-4) (taken c2-3) (taken c2-4) (taken c1-4) (before c2-3 c2-4)
    (before c2-4 c1-4) (grows-after apple2 apple1 c3-1) (next c1-1 c2-1 down) (next c1-1 c1-2 right)
    (next c1-2 c2-2 down) (next c1-2 c1-1 left) (next c1-2 c1-3 right) (next c1-3 c2-3 down)
    (next c1-3 c1-2 left) (next c1-3 c1-4 right) (next c1-4 c2-4 down) (next c1-4 c1-3 left)
    (next c2-1 c1-1 up) (next c2-1 c3-1 down) (next c2-1 c2-2 right) (next c2-2 c1-2 up) (next c2-2 c3-2 down)
    (next c2-2 c2-1 left) (next c2-2 c2-3 right) (next c2-3 c1-3 up) (next c2-3 c3-3 down)
    (next c2-3 c2-2 left) (next c2-3 c2-4 right) (next c2-4 c1-4 up) (next c2-4 c3-4 down)
    (next c2-4 c2-3 left) (next c3-1 c2-1 up) (next c3-1 c4-1 down) (next c3-1 c3-2 right) (next c3-2 c2-2 up)
    (next c3-2 c4-2 down) (next c3-2 c3-1 left) (next c3-2 c3-3 right) (next c3-3 c2-3 up)
    (next c3-3 c4-3 down) (next c3-3 c3-2 left) (next c3-3 c3-4 right) (next c3-4 c2-4 up)
    (next c3-4 c4-4 down) (next c3-4 c3-3 left) (next c4-1 c3-1 up) (next c4-1 c4-2 right) (next c4-2 c3-2 up)
    (next c4-2 c4-1 left) (next c4-2 c4-3 right) (next c4-3 c3-3 up) (next c4-3 c4-2 left)
    (next c4-3 c4-4 right) (next c4-4 c3-4 up) (next c4-4 c4-3 left)
  )
  (:goal (and
    (eaten apple1) (eaten apple2)
  ))
)
