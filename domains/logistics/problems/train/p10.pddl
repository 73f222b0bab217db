; made by generator.py: seed = 5, cities = 2, places = 3, parcels = 2; shortest plan: 8 steps
(define (problem logistics-2-3-2-5)
  (:domain logistics)
  (:objects
    c1 c2 - city
    l1-1 l2-1 - airport
    l1-2 l1-3 l2-2 l2-3 - place
    t1 t2 - truck
    a1 - aeroplane
    p1 p2 - parcel
  )
  (:init
    (part-of l1-1 c1) (part-of l1-2 c1) (part-of l1-3 c1) (at t1 l1-3) (part-of l2-1 c2) (part-of l2-2 c2)
    (part-of l2-3 c2) (at t2 l2-2) (at a1 l2-1) (at p1 l2-3) (at p2 l1-1)
  )
  (:goal (and
    (at p1 l2-2) (at p2 l1-3)
  ))
)
