; made by generator.py: seed = 101, rooms = 8, places = 3; shortest plan: 11 steps
(define (problem doors-8-3-101)
  (:domain doors)
  (:objects
    r1 r2 r3 r4 r5 r6 r7 r8 - room
    l1-1 l1-2 l1-3 l2-1 l2-2 l2-3 l3-1 l3-2 l3-3 l4-1 l4-2 l4-3 l5-1 l5-2 l5-3 l6-1 l6-2 l6-3 l7-1 l7-2 l7-3
    l8-1 l8-2 l8-3 - location
    k1 k2 k3 k5 k6 k7 k8 - key
  )
  (:init
    (at l4-2) (unlocked r4) (in-room l1-1 r1) (in-room l1-2 r1) (in-room l1-3 r1) (in-room l2-1 r2)
    (in-room l2-2 r2) (in-room l2-3 r2) (in-room l3-1 r3) (in-room l3-2 r3) (in-room l3-3 r3)
    (in-room l4-1 r4) (in-room l4-2 r4) (in-room l4-3 r4) (in-room l5-1 r5) (in-room l5-2 r5)
    (in-room l5-3 r5) (in-room l6-1 r6) (in-room l6-2 r6) (in-room l6-3 r6) (in-room l7-1 r7)
    (in-room l7-2 r7) (in-room l7-3 r7) (in-room l8-1 r8) (in-room l8-2 r8) (in-room l8-3 r8) (key-for k5 r5)
    (key-at k5 l4-1) (key-for k3 r3) (key-at k3 l5-2) (key-for k8 r8) (key-at k8 l3-1) (key-for k1 r1)
    (key-at k1 l8-2) (key-for k6 r6) (key-at k6 l3-1) (key-for k7 r7) (key-at k7 l6-2) (key-for k2 r2)
    (key-at k2 l7-2)
  )
  (:goal (and
    (at l2-2)
  ))
)
