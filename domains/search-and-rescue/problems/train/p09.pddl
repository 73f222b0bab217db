; made by generator.py: seed = 1, level = 3; shortest plan: 26 steps
(define (problem search-and-rescue-3-1)
  (:domain search-and-rescue)
  (:objects
    c1-1 c1-2 c1-3 c1-4 c1-5 c1-6 c1-7 c2-1 c2-2 c2-3 c2-5 c2-6 c2-7 c3-1 c3-2 c3-3 c3-5 c3-6 c3-7 - cell
    person1 person2 - person
  )
  (:init
    (robot-at c2-3) (hands-free) (hospital-at c2-5) (at person1 c3-1) (at person2 c3-2) (fire-at c2-1)
    (fire-at c2-2) (fire-at c3-7) (next c1-1 c2-1 down) (next c1-1 c1-2 right) (next c1-2 c2-2 down)
    (next c1-2 c1-1 left) (next c1-2 c1-3 right) (next c1-3 c2-3 down) (next c1-3 c1-2 left)
    (next c1-3 c1-4 right) (next c1-4 c1-3 left) (next c1-4 c1-5 right) (next c1-5 c2-5 down)
    (next c1-5 c1-4 left) (next c1-5 c1-6 right) (next c1-6 c2-6 down) (next c1-6 c1-5 left)
    (next c1-6 c1-7 right) (next c1-7 c2-7 down) (next c1-7 c1-6 left) (next c2-1 c1-1 up)
    (next c2-1 c3-1 down) (next c2-1 c2-2 right) (next c2-2 c1-2 up) (next c2-2 c3-2 down)
    (next c2-2 c2-1 left) (next c2-2 c2-3 right) (next c2-3 c1-3 up) (next c2-3 c3-3 down)
    (next c2-3 c2-2 left) (next c2-5 c1-5 up) (next c2-5 c3-5 down) (next c2-5 c2-6 right) (next c2-6 c1-6 up)
    (next c2-6 c3-6 down) (next c2-6 c2-5 left) (next c2-6 c2-7 right) (next c2-7 c1-7 up)
    (next c2-7 c3-7 down) (next c2-7 c2-6 left) (next c3-1 c2-1 up) (next c3-1 c3-2 right) (next c3-2 c2-2 up)
    (next c3-2 c3-1 left) (next c3-2 c3-3 right) (next c3-3 c2-3 up) (next c3-3 c3-2 left) (next c3-5 c2-5 up)
    (next c3-5 c3-6 right) (next c3-6 c2-6 up) (next c3-6 c3-5 left) (next c3-6 c3-7 right)
    (next c3-7 c2-7 up) (next c3-7 c3-6 left)
  )
  (:goal (and
    (at person1 c2-5) (at person2 c2-5)
  ))
)
