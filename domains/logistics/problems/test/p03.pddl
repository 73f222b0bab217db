; made by generator.py: seed = 103, cities = 3, places = 3, parcels = 4; a plan: 30 steps
(define (problem logistics-3-3-4-103)
  (:domain logistics)
  (:objects
    c1 c2 c3 - city
    l1-1 l2-1 l3-1 - airport
    l1-2 l1-3 l2-2 l2-3 l3-2 l3-3 - place
    t1 t2 t3 - truck
    a1 - aeroplane
    p1 p2 p3 p4 - parcel
  )
  (:init
    (part-of l1-1 c1) (part-of l1-2 c1) (part-of l1-3 c1) (at t1 l1-3) (part-of l2-1 c2) (part-of l2-2 c2)
    (part-of l2-3 c2) (at t2 l2-2) (part-of l3-1 c3) (part-of l3-2 c3) (part-of l3-3 c3) (at t3 l3-3)
    (at a1 l3-1) (at p1 l1-2) (at p2 l2-1) (at p3 l3-2) (at p4 l2-1)
  )
  (:goal (and
    (at p1 l2-1) (at p2 l2-3) (at p3 l2-2) (at p4 l3-2)
  ))
)
