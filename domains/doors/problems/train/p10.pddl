; made by generator.py: seed = 5, rooms = 5, places = 3; shortest plan: 9 steps
(define (problem doors-5-3-5)
  (:domain doors)
  (:objects
    r1 r2 r3 r4 r5 - room
    l1-1 l1-2 l1-3 l2-1 l2-2 l2-3 l3-1 l3-2 l3-3 l4-1 l4-2 l4-3 l5-1 l5-2 l5-3 - location
    k1 k2 k3 k4 - key
  )
  (:init
    (at l5-2) (unlocked r5) (in-room l1-1 r1) (in-room l1-2 r1) (in-room l1-3 r1) (in-room l2-1 r2)
    (in-room l2-2 r2) (in-room l2-3 r2) (in-room l3-1 r3) (in-room l3-2 r3) (in-room l3-3 r3)
    (in-room l4-1 r4) (in-room l4-2 r4) (in-room l4-3 r4) (in-room l5-1 r5) (in-room l5-2 r5)
    (in-room l5-3 r5) (key-for k3 r3) (key-at k3 l5-3) (key-for k4 r4) (key-at k4 l3-1) (key-for k2 r2)
    (key-at k2 l4-2) (key-for k1 r1) (key-at k1 l2-3)
  )
  (:goal (and
    (at l1-1)
  ))
)
