; made by generator.py: seed = 5, rooms = 3, places = 2; shortest plan: 3 steps
(define (problem doors-3-2-5)
  (:domain doors)
  (:objects
    r1 r2 r3 - room
    l1-1 l1-2 l2-1 l2-2 l3-1 l3-2 - location
    k1 k2 - key
  )
  (:init
    (at l3-1) (unlocked r3) (in-room l1-1 r1) (in-room l1-2 r1) (in-room l2-1 r2) (in-room l2-2 r2)
    (in-room l3-1 r3) (in-room l3-2 r3) (key-for k2 r2) (key-at k2 l3-1) (key-for k1 r1) (key-at k1 l3-2)
  )
  (:goal (and
    (at l1-2)
  ))
)
