; made by generator.py: seed = 2, places = 3, parcels = 1, shortcuts = 0; shortest plan: 4 steps
(define (problem fuel-transport-3-1-1-2)
  (:domain fuel-transport)
  (:objects
    l1 l2 l3 - place
    t1 - truck
    x1 - parcel
  )
  (:init
    (road l1 l2) (= (length l1 l2) 1) (road l2 l1) (= (length l2 l1) 1) (road l1 l3) (= (length l1 l3) 3)
    (road l3 l1) (= (length l3 l1) 3) (station l1) (at t1 l1) (= (payload t1) 0) (= (rate t1) 1.5)
    (= (tank t1) 23) (= (fuel t1) 19) (= (capacity t1) 6) (waits x1 l3) (= (weight x1) 5) (= (burnt) 0)
  )
  (:goal (and
    (waits x1 l1)
  ))
  (:metric minimize (burnt))
)
