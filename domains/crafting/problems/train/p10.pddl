; made by generator.py: seed = 2, rows = 2, columns = 3, logs = 2, grass = 0; shortest plan: 12 steps
(define (problem crafting-2-3-2-0-2)
  (:domain crafting)
  (:objects
    c1-1 c1-2 c1-3 c2-1 c2-2 c2-3 - cell
    log1 log2 - log
    planks1 planks2 - planks
    sticks1 sticks2 - sticks
  )
  (:init
    (agent-at c1-1) (hands-free) (item-at log1 c1-1) (item-at log2 c1-1) (hypothetical planks1)
    (hypothetical sticks1) (hypothetical planks2) (hypothetical sticks2) (next c1-1 c2-1 down)
    (next c1-1 c1-2 right) (next c1-2 c2-2 down) (next c1-2 c1-1 left) (next c1-2 c1-3 right)
    (next c1-3 c2-3 down) (next c1-3 c1-2 left) (next c2-1 c1-1 up) (next c2-1 c2-2 right) (next c2-2 c1-2 up)
    (next c2-2 c2-1 left) (next c2-2 c2-3 right) (next c2-3 c1-3 up) (next c2-3 c2-2 left)
  )
  (:goal (and
    (item-at sticks1 c1-3) (inventory planks2)
  ))
)
