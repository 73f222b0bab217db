; made by generator.py: seed = 103, rooms = 12, places = 5; shortest plan: 10 steps
(define (problem doors-12-5-103)
  (:domain doors)
  (:objects
    r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 - room
    l1-1 l1-2 l1-3 l1-4 l1-5 l2-1 l2-2 l2-3 l2-4 l2-5 l3-1 l3-2 l3-3 l3-4 l3-5 l4-1 l4-2 l4-3 l4-4 l4-5 l5-1
    l5-2 l5-3 l5-4 l5-5 l6-1 l6-2 l6-3 l6-4 l6-5 l7-1 l7-2 l7-3 l7-4 l7-5 l8-1 l8-2 l8-3 l8-4 l8-5 l9-1 l9-2
    l9-3 l9-4 l9-5 l10-1 l10-2 l10-3 l10-4 l10-5 l11-1 l11-2 l11-3 l11-4 l11-5 l12-1 l12-2 l12-3 l12-4 l12-5 -
    location
    k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 - key
  )
  (:init
    (at l12-1) (unlocked r12) (in-room l1-1 r1) (in-room l1-2 r1) (in-room l1-3 r1) (in-room l1-4 r1)
    (in-room l1-5 r1) (in-room l2-1 r2) (in-room l2-2 r2) (in-room l2-3 r2) (in-room l2-4 r2)
    (in-room l2-5 r2) (in-room l3-1 r3) (in-room l3-2 r3) (in-room l3-3 r3) (in-room l3-4 r3)
    (in-room l3-5 r3) (in-room l4-1 r4) (in-room l4-2 r4) (in-room l4-3 r4) (in-room l4-4 r4)
    (in-room l4-5 r4) (in-room l5-1 r5) (in-room l5-2 r5) (in-room l5-3 r5) (in-room l5-4 r5)
    (in-room l5-5 r5) (in-room l6-1 r6) (in-room l6-2 r6) (in-room l6-3 r6) (in-room l6-4 r6)
    (in-room l6-5 r6) (in-room l7-1 r7) (in-room l7-2 r7) (in-room l7-3 r7) (in-room l7-4 r7)
    (in-room l7-5 r7) (in-room l8-1 r8) (in-room l8-2 r8) (in-room l8-3 r8) (in-room l8-4 r8)
    (in-room l8-5 r8) (in-room l9-1 r9) (in-room l9-2 r9) (in-room l9-3 r9) (in-room l9-4 r9)
    (in-room l9-5 r9) (in-room l10-1 r10) (in-room l10-2 r10) (in-room l10-3 r10) (in-room l10-4 r10)
    (in-room l10-5 r10) (in-room l11-1 r11) (in-room l11-2 r11) (in-room l11-3 r11) (in-room l11-4 r11)
    (in-room l11-5 r11) (in-room l12-1 r12) (in-room l12-2 r12) (in-room l12-3 r12) (in-room l12-4 r12)
    (in-room l12-5 r12) (key-for k8 r8) (key-at k8 l12-5) (key-for k4 r4) (key-at k4 l12-1) (key-for k2 r2)
    (key-at k2 l4-1) (key-for k9 r9) (key-at k9 l4-2) (key-for k6 r6) (key-at k6 l9-4) (key-for k10 r10)
    (key-at k10 l6-5) (key-for k7 r7) (key-at k7 l9-2) (key-for k3 r3) (key-at k3 l7-2) (key-for k5 r5)
    (key-at k5 l3-4) (key-for k1 r1) (key-at k1 l9-2) (key-for k11 r11) (key-at k11 l3-4)
  )
  (:goal (and
    (at l11-5)
  ))
)
