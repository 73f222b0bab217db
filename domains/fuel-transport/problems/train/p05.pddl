; made by generator.py: seed = 5, places = 3, parcels = 1, shortcuts = 0; shortest plan: 4 steps
(define (problem fuel-transport-3-1-1-5)
  (:domain fuel-transport)
  (:objects
    l1 l2 l3 - place
    t1 - truck
    x1 - parcel
  )
  (:init
    (road l1 l2) (= (length l1 l2) 6) (road l2 l1) (= (length l2 l1) 6) (road l2 l3) (= (length l2 l3) 6)
    (road l3 l2) (= (length l3 l2) 6) (station l1) (station l3) (at t1 l1) (= (payload t1) 0) (= (rate t1) 1)
    (= (tank t1) 18) (= (fuel t1) 1) (= (capacity t1) 6) (waits x1 l1) (= (weight x1) 4) (= (burnt) 0)
  )
  (:goal (and
    (waits x1 l2)
  ))
  (:metric minimize (burnt))
)
