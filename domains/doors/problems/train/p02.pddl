; made by generator.py: seed = 2, rooms = 3, places = 2; shortest plan: 3 steps
(define (problem doors-3-2-2)
  (:domain doors)
  (:objects
    r1 r2 r3 - room
    l1-1 l1-2 l2-1 l2-2 l3-1 l3-2 - location
    k2 k3 - key
  )
  (:init
    (at l1-2) (unlocked r1) (in-room l1-1 r1) (in-room l1-2 r1) (in-room l2-1 r2) (in-room l2-2 r2)
    (in-room l3-1 r3) (in-room l3-2 r3) (key-for k3 r3) (key-at k3 l1-2) (key-for k2 r2) (key-at k2 l1-1)
  )
  (:goal (and
    (at l2-2)
  ))
)
