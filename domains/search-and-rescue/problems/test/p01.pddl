; made by generator.py: seed = 101, level = 4; a plan: 52 steps
(define (problem search-and-rescue-4-101)
  (:domain search-and-rescue)
  (:objects
    c1-1 c1-2 c1-3 c1-5 c1-6 c1-7 c2-1 c2-2 c2-3 c2-5 c2-6 c2-7 c3-1 c3-2 c3-3 c3-4 c3-5 c3-6 c3-7 c4-1 c4-6
    c5-1 c5-2 c5-3 c5-5 c5-6 c5-7 c6-1 c6-2 c6-3 c6-5 c6-6 c6-7 c7-1 c7-2 c7-3 c7-4 c7-5 c7-6 c7-7 - cell
    person1 person2 - person
    chicken1 - chicken
  )
  (:init
    (robot-at c2-2) (hands-free) (hospital-at c1-1) (at person1 c7-2) (at person2 c3-5) (at chicken1 c7-7)
    (fire-at c1-5) (fire-at c3-2) (fire-at c3-3) (fire-at c6-3) (fire-at c6-7) (next c1-1 c2-1 down)
    (next c1-1 c1-2 right) (next c1-2 c2-2 down) (next c1-2 c1-1 left) (next c1-2 c1-3 right)
    (next c1-3 c2-3 down) (next c1-3 c1-2 left) (next c1-5 c2-5 down) (next c1-5 c1-6 right)
    (next c1-6 c2-6 down) (next c1-6 c1-5 left) (next c1-6 c1-7 right) (next c1-7 c2-7 down)
    (next c1-7 c1-6 left) (next c2-1 c1-1 up) (next c2-1 c3-1 down) (next c2-1 c2-2 right) (next c2-2 c1-2 up)
    (next c2-2 c3-2 down) (next c2-2 c2-1 left) (next c2-2 c2-3 right) (next c2-3 c1-3 up)
    (next c2-3 c3-3 down) (next c2-3 c2-2 left) (next c2-5 c1-5 up) (next c2-5 c3-5 down)
    (next c2-5 c2-6 right) (next c2-6 c1-6 up) (next c2-6 c3-6 down) (next c2-6 c2-5 left)
    (next c2-6 c2-7 right) (next c2-7 c1-7 up) (next c2-7 c3-7 down) (next c2-7 c2-6 left) (next c3-1 c2-1 up)
    (next c3-1 c4-1 down) (next c3-1 c3-2 right) (next c3-2 c2-2 up) (next c3-2 c3-1 left)
    (next c3-2 c3-3 right) (next c3-3 c2-3 up) (next c3-3 c3-2 left) (next c3-3 c3-4 right)
    (next c3-4 c3-3 left) (next c3-4 c3-5 right) (next c3-5 c2-5 up) (next c3-5 c3-4 left)
    (next c3-5 c3-6 right) (next c3-6 c2-6 up) (next c3-6 c4-6 down) (next c3-6 c3-5 left)
    (next c3-6 c3-7 right) (next c3-7 c2-7 up) (next c3-7 c3-6 left) (next c4-1 c3-1 up) (next c4-1 c5-1 down)
    (next c4-6 c3-6 up) (next c4-6 c5-6 down) (next c5-1 c4-1 up) (next c5-1 c6-1 down) (next c5-1 c5-2 right)
    (next c5-2 c6-2 down) (next c5-2 c5-1 left) (next c5-2 c5-3 right) (next c5-3 c6-3 down)
    (next c5-3 c5-2 left) (next c5-5 c6-5 down) (next c5-5 c5-6 right) (next c5-6 c4-6 up)
    (next c5-6 c6-6 down) (next c5-6 c5-5 left) (next c5-6 c5-7 right) (next c5-7 c6-7 down)
    (next c5-7 c5-6 left) (next c6-1 c5-1 up) (next c6-1 c7-1 down) (next c6-1 c6-2 right) (next c6-2 c5-2 up)
    (next c6-2 c7-2 down) (next c6-2 c6-1 left) (next c6-2 c6-3 right) (next c6-3 c5-3 up)
    (next c6-3 c7-3 down) (next c6-3 c6-2 left) (next c6-5 c5-5 up) (next c6-5 c7-5 down)
    (next c6-5 c6-6 right) (next c6-6 c5-6 up) (next c6-6 c7-6 down) (next c6-6 c6-5 left)
    (next c6-6 c6-7 right) (next c6-7 c5-7 up) (next c6-7 c7-7 down) (next c6-7 c6-6 left) (next c7-1 c6-1 up)
    (next c7-1 c7-2 right) (next c7-2 c6-2 up) (next c7-2 c7-1 left) (next c7-2 c7-3 right)
    (next c7-3 c6-3 up) (next c7-3 c7-2 left) (next c7-3 c7-4 right) (next c7-4 c7-3 left)
    (next c7-4 c7-5 right) (next c7-5 c6-5 up) (next c7-5 c7-4 left) (next c7-5 c7-6 right)
    (next c7-6 c6-6 up) (next c7-6 c7-5 left) (next c7-6 c7-7 right) (next c7-7 c6-7 up) (next c7-7 c7-6 left)
  )
  (:goal (and
    (at person1 c1-1) (at person2 c1-1)
  ))
)
