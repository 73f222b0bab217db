; made by generator.py: seed = 4, cities = 2, places = 2, parcels = 1; shortest plan: 3 steps
(define (problem logistics-2-2-1-4)
  (:domain logistics)
  (:objects
    c1 c2 - city
    l1-1 l2-1 - airport
    l1-2 l2-2 - place
    t1 t2 - truck
    a1 - aeroplane
    p1 - parcel
  )
  (:init
    (part-of l1-1 c1) (part-of l1-2 c1) (at t1 l1-1) (part-of l2-1 c2) (part-of l2-2 c2) (at t2 l2-2)
    (at a1 l1-1) (at p1 l2-2)
  )
  (:goal (and
    (at p1 l2-1)
  ))
)
