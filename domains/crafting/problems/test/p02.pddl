; made by generator.py: seed = 102, rows = 4, columns = 5, logs = 2, grass = 2; a plan: 37 steps
(define (problem crafting-4-5-2-2-102)
  (:domain crafting)
  (:objects
    c1-1 c1-2 c1-3 c1-4 c1-5 c2-1 c2-2 c2-3 c2-4 c2-5 c3-1 c3-2 c3-3 c3-4 c3-5 c4-1 c4-2 c4-3 c4-4 c4-5 - cell
    log1 log2 - log
    planks1 planks2 - planks
    sticks1 sticks2 - sticks
    grass1 grass2 - grass
  )
  (:init
    (agent-at c1-5) (hands-free) (item-at log1 c4-5) (item-at log2 c3-2) (item-at grass1 c2-1)
    (item-at grass2 c4-3) (hypothetical planks1) (hypothetical sticks1) (hypothetical planks2)
    (hypothetical sticks2) (next c1-1 c2-1 down) (next c1-1 c1-2 right) (next c1-2 c2-2 down)
    (next c1-2 c1-1 left) (next c1-2 c1-3 right) (next c1-3 c2-3 down) (next c1-3 c1-2 left)
    (next c1-3 c1-4 right) (next c1-4 c2-4 down) (next c1-4 c1-3 left) (next c1-4 c1-5 right)
    (next c1-5 c2-5 down) (next c1-5 c1-4 left) (next c2-1 c1-1 up) (next c2-1 c3-1 down)
    (next c2-1 c2-2 right) (next c2-2 c1-2 up) (next c2-2 c3-2 down) (next c2-2 c2-1 left)
    (next c2-2 c2-3 right) (next c2-3 c1-3 up) (next c2-3 c3-3 down) (next c2-3 c2-2 left)
    (next c2-3 c2-4 right) (next c2-4 c1-4 up) (next c2-4 c3-4 down) (next c2-4 c2-3 left)
    (next c2-4 c2-5 right) (next c2-5 c1-5 up) (next c2-5 c3-5 down) (next c2-5 c2-4 left) (next c3-1 c2-1 up)
    (next c3-1 c4-1 down) (next c3-1 c3-2 right) (next c3-2 c2-2 up) (next c3-2 c4-2 down)
    (next c3-2 c3-1 left) (next c3-2 c3-3 right) (next c3-3 c2-3 up) (next c3-3 c4-3 down)
    (next c3-3 c3-2 left) (next c3-3 c3-4 right) (next c3-4 c2-4 up) (next c3-4 c4-4 down)
    (next c3-4 c3-3 left) (next c3-4 c3-5 right) (next c3-5 c2-5 up) (next c3-5 c4-5 down)
    (next c3-5 c3-4 left) (next c4-1 c3-1 up) (next c4-1 c4-2 right) (next c4-2 c3-2 up) (next c4-2 c4-1 left)
    (next c4-2 c4-3 right) (next c4-3 c3-3 up) (next c4-3 c4-2 left) (next c4-3 c4-4 right)
    (next c4-4 c3-4 up) (next c4-4 c4-3 left) (next c4-4 c4-5 right) (next c4-5 c3-5 up) (next c4-5 c4-4 left)
  )
  (:goal (and
    (item-at planks1 c4-4) (item-at sticks2 c4-2) (equipped grass1) (item-at grass2 c4-2)
  ))
)
