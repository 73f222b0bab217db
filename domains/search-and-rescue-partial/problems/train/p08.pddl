; made by generator.py: seed = 4, level = 2; shortest plan: 4 steps
(define (problem search-and-rescue-partial-2-4)
  (:domain search-and-rescue-partial)
  (:objects
    c1-1 c1-2 c1-3 c1-4 c1-5 c1-6 c1-7 c2-1 c2-2 c2-3 c2-5 c2-6 c2-7 c3-1 c3-2 c3-3 c3-5 c3-6 c3-7 - cell
    person1 - person
  )
  (:init
    (robot-at c1-1) (hands-free) (hospital-at c2-2) (probabilistic 1/16 (at person1 c1-1)
    1/16 (at person1 c1-2) 1/16 (at person1 c1-3) 1/16 (at person1 c1-4) 1/16 (at person1 c1-5)
    1/16 (at person1 c1-6) 1/16 (at person1 c1-7) 1/16 (at person1 c2-1) 1/16 (at person1 c2-5)
    1/16 (at person1 c2-6) 1/16 (at person1 c3-1) 1/16 (at person1 c3-2) 1/16 (at person1 c3-3)
    1/16 (at person1 c3-5) 1/16 (at person1 c3-6) 1/16 (at person1 c3-7)) (fire-at c2-3) (fire-at c2-7)
    (next c1-1 c2-1 down) (next c1-1 c1-2 right) (next c1-2 c2-2 down) (next c1-2 c1-1 left)
    (next c1-2 c1-3 right) (next c1-3 c2-3 down) (next c1-3 c1-2 left) (next c1-3 c1-4 right)
    (next c1-4 c1-3 left) (next c1-4 c1-5 right) (next c1-5 c2-5 down) (next c1-5 c1-4 left)
    (next c1-5 c1-6 right) (next c1-6 c2-6 down) (next c1-6 c1-5 left) (next c1-6 c1-7 right)
    (next c1-7 c2-7 down) (next c1-7 c1-6 left) (next c2-1 c1-1 up) (next c2-1 c3-1 down)
    (next c2-1 c2-2 right) (next c2-2 c1-2 up) (next c2-2 c3-2 down) (next c2-2 c2-1 left)
    (next c2-2 c2-3 right) (next c2-3 c1-3 up) (next c2-3 c3-3 down) (next c2-3 c2-2 left) (next c2-5 c1-5 up)
    (next c2-5 c3-5 down) (next c2-5 c2-6 right) (next c2-6 c1-6 up) (next c2-6 c3-6 down)
    (next c2-6 c2-5 left) (next c2-6 c2-7 right) (next c2-7 c1-7 up) (next c2-7 c3-7 down)
    (next c2-7 c2-6 left) (next c3-1 c2-1 up) (next c3-1 c3-2 right) (next c3-2 c2-2 up) (next c3-2 c3-1 left)
    (next c3-2 c3-3 right) (next c3-3 c2-3 up) (next c3-3 c3-2 left) (next c3-5 c2-5 up)
    (next c3-5 c3-6 right) (next c3-6 c2-6 up) (next c3-6 c3-5 left) (next c3-6 c3-7 right)
    (next c3-7 c2-7 up) (next c3-7 c3-6 left)
  )
  (:goal (and
    (at person1 c2-2)
  ))
)
