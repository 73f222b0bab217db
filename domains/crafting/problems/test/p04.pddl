; made by generator.py: seed = 101, rows = 6, columns = 6, logs = 4, grass = 3; a plan: 50 steps
(define (problem crafting-6-6-4-3-101)
  (:domain crafting)
  (:objects
    c1-1 c1-2 c1-3 c1-4 c1-5 c1-6 c2-1 c2-2 c2-3 c2-4 c2-5 c2-6 c3-1 c3-2 c3-3 c3-4 c3-5 c3-6 c4-1 c4-2 c4-3
    c4-4 c4-5 c4-6 c5-1 c5-2 c5-3 c5-4 c5-5 c5-6 c6-1 c6-2 c6-3 c6-4 c6-5 c6-6 - cell
    log1 log2 log3 log4 - log
    planks1 planks2 planks3 planks4 - planks
    sticks1 sticks2 sticks3 sticks4 - sticks
    grass1 grass2 grass3 - grass
  )
  (:init
    (agent-at c3-1) (hands-free) (item-at log1 c6-5) (item-at log2 c4-5) (item-at log3 c5-6)
    (item-at log4 c1-4) (item-at grass1 c6-3) (item-at grass2 c3-2) (item-at grass3 c3-3)
    (hypothetical planks1) (hypothetical sticks1) (hypothetical planks2) (hypothetical sticks2)
    (hypothetical planks3) (hypothetical sticks3) (hypothetical planks4) (hypothetical sticks4)
    (next c1-1 c2-1 down) (next c1-1 c1-2 right) (next c1-2 c2-2 down) (next c1-2 c1-1 left)
    (next c1-2 c1-3 right) (next c1-3 c2-3 down) (next c1-3 c1-2 left) (next c1-3 c1-4 right)
    (next c1-4 c2-4 down) (next c1-4 c1-3 left) (next c1-4 c1-5 right) (next c1-5 c2-5 down)
    (next c1-5 c1-4 left) (next c1-5 c1-6 right) (next c1-6 c2-6 down) (next c1-6 c1-5 left)
    (next c2-1 c1-1 up) (next c2-1 c3-1 down) (next c2-1 c2-2 right) (next c2-2 c1-2 up) (next c2-2 c3-2 down)
    (next c2-2 c2-1 left) (next c2-2 c2-3 right) (next c2-3 c1-3 up) (next c2-3 c3-3 down)
    (next c2-3 c2-2 left) (next c2-3 c2-4 right) (next c2-4 c1-4 up) (next c2-4 c3-4 down)
    (next c2-4 c2-3 left) (next c2-4 c2-5 right) (next c2-5 c1-5 up) (next c2-5 c3-5 down)
    (next c2-5 c2-4 left) (next c2-5 c2-6 right) (next c2-6 c1-6 up) (next c2-6 c3-6 down)
    (next c2-6 c2-5 left) (next c3-1 c2-1 up) (next c3-1 c4-1 down) (next c3-1 c3-2 right) (next c3-2 c2-2 up)
    (next c3-2 c4-2 down) (next c3-2 c3-1 left) (next c3-2 c3-3 right) (next c3-3 c2-3 up)
    (next c3-3 c4-3 down) (next c3-3 c3-2 left) (next c3-3 c3-4 right) (next c3-4 c2-4 up)
    (next c3-4 c4-4 down) (next c3-4 c3-3 left) (next c3-4 c3-5 right) (next c3-5 c2-5 up)
    (next c3-5 c4-5 down) (next c3-5 c3-4 left) (next c3-5 c3-6 right) (next c3-6 c2-6 up)
    (next c3-6 c4-6 down) (next c3-6 c3-5 left) (next c4-1 c3-1 up) (next c4-1 c5-1 down)
    (next c4-1 c4-2 right) (next c4-2 c3-2 up) (next c4-2 c5-2 down) (next c4-2 c4-1 left)
    (next c4-2 c4-3 right) (next c4-3 c3-3 up) (next c4-3 c5-3 down) (next c4-3 c4-2 left)
    (next c4-3 c4-4 right) (next c4-4 c3-4 up) (next c4-4 c5-4 down) (next c4-4 c4-3 left)
    (next c4-4 c4-5 right) (next c4-5 c3-5 up) (next c4-5 c5-5 down) (next c4-5 c4-4 left)
    (next c4-5 c4-6 right) (next c4-6 c3-6 up) (next c4-6 c5-6 down) (next c4-6 c4-5 left) (next c5-1 c4-1 up)
    (next c5-1 c6-1 down) (next c5-1 c5-2 right) (next c5-2 c4-2 up) (next c5-2 c6-2 down)
    (next c5-2 c5-1 left) (next c5-2 c5-3 right) (next c5-3 c4-3 up) (next c5-3 c6-3 down)
    (next c5-3 c5-2 left) (next c5-3 c5-4 right) (next c5-4 c4-4 up) (next c5-4 c6-4 down)
    (next c5-4 c5-3 left) (next c5-4 c5-5 right) (next c5-5 c4-5 up) (next c5-5 c6-5 down)
    (next c5-5 c5-4 left) (next c5-5 c5-6 right) (next c5-6 c4-6 up) (next c5-6 c6-6 down)
    (next c5-6 c5-5 left) (next c6-1 c5-1 up) (next c6-1 c6-2 right) (next c6-2 c5-2 up) (next c6-2 c6-1 left)
    (next c6-2 c6-3 right) (next c6-3 c5-3 up) (next c6-3 c6-2 left) (next c6-3 c6-4 right)
    (next c6-4 c5-4 up) (next c6-4 c6-3 left) (next c6-4 c6-5 right) (next c6-5 c5-5 up) (next c6-5 c6-4 left)
    (next c6-5 c6-6 right) (next c6-6 c5-6 up) (next c6-6 c6-5 left)
  )
  (:goal (and
    (inventory sticks1) (inventory sticks2) (inventory planks3) (item-at sticks4 c4-6) (inventory grass1)
    (item-at grass2 c3-5) (item-at grass3 c5-3)
  ))
)
