; made by generator.py: seed = 4, rows = 3, columns = 3, logs = 1, grass = 1; shortest plan: 9 steps
(define (problem crafting-3-3-1-1-4)
  (:domain crafting)
  (:objects
    c1-1 c1-2 c1-3 c2-1 c2-2 c2-3 c3-1 c3-2 c3-3 - cell
    log1 - log
    planks1 - planks
    sticks1 - sticks
    grass1 - grass
  )
  (:init
    (agent-at c2-1) (hands-free) (item-at log1 c2-2) (item-at grass1 c1-2) (hypothetical planks1)
    (hypothetical sticks1) (next c1-1 c2-1 down) (next c1-1 c1-2 right) (next c1-2 c2-2 down)
    (next c1-2 c1-1 left) (next c1-2 c1-3 right) (next c1-3 c2-3 down) (next c1-3 c1-2 left)
    (next c2-1 c1-1 up) (next c2-1 c3-1 down) (next c2-1 c2-2 right) (next c2-2 c1-2 up) (next c2-2 c3-2 down)
    (next c2-2 c2-1 left) (next c2-2 c2-3 right) (next c2-3 c1-3 up) (next c2-3 c3-3 down)
    (next c2-3 c2-2 left) (next c3-1 c2-1 up) (next c3-1 c3-2 right) (next c3-2 c2-2 up) (next c3-2 c3-1 left)
    (next c3-2 c3-3 right) (next c3-3 c2-3 up) (next c3-3 c3-2 left)
  )
  (:goal (and
    (inventory sticks1) (equipped grass1)
  ))
)
