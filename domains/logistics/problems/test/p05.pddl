; made by generator.py: seed = 102, cities = 5, places = 5, aeroplanes = 3, parcels = 10; a plan: 75 steps
(define (problem logistics-5-5-10-102)
  (:domain logistics)
  (:objects
    c1 c2 c3 c4 c5 - city
    l1-1 l2-1 l3-1 l4-1 l5-1 - airport
    l1-2 l1-3 l1-4 l1-5 l2-2 l2-3 l2-4 l2-5 l3-2 l3-3 l3-4 l3-5 l4-2 l4-3 l4-4 l4-5 l5-2 l5-3 l5-4 l5-5 -
    place
    t1 t2 t3 t4 t5 - truck
    a1 a2 a3 - aeroplane
    p1 p2 p3 p4 p5 p6 p7 p8 p9 p10 - parcel
  )
  (:init
    (part-of l1-1 c1) (part-of l1-2 c1) (part-of l1-3 c1) (part-of l1-4 c1) (part-of l1-5 c1) (at t1 l1-2)
    (part-of l2-1 c2) (part-of l2-2 c2) (part-of l2-3 c2) (part-of l2-4 c2) (part-of l2-5 c2) (at t2 l2-5)
    (part-of l3-1 c3) (part-of l3-2 c3) (part-of l3-3 c3) (part-of l3-4 c3) (part-of l3-5 c3) (at t3 l3-3)
    (part-of l4-1 c4) (part-of l4-2 c4) (part-of l4-3 c4) (part-of l4-4 c4) (part-of l4-5 c4) (at t4 l4-2)
    (part-of l5-1 c5) (part-of l5-2 c5) (part-of l5-3 c5) (part-of l5-4 c5) (part-of l5-5 c5) (at t5 l5-5)
    (at a1 l5-1) (at a2 l2-1) (at a3 l4-1) (at p1 l2-2) (at p2 l3-2) (at p3 l4-3) (at p4 l5-4) (at p5 l4-2)
    (at p6 l5-4) (at p7 l1-2) (at p8 l2-5) (at p9 l1-4) (at p10 l5-1)
  )
  (:goal (and
    (at p1 l4-4) (at p2 l4-3) (at p3 l2-1) (at p4 l3-5) (at p5 l4-4) (at p6 l3-5) (at p7 l5-4) (at p8 l3-3)
    (at p9 l3-5) (at p10 l3-1)
  ))
)
