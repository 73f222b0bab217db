; made by generator.py: seed = 4, places = 5, parcels = 2; shortest plan: 7 steps
(define (problem fuel-transport-5-1-2-4)
  (:domain fuel-transport)
  (:objects
    l1 l2 l3 l4 l5 - place
    t1 - truck
    x1 x2 - parcel
  )
  (:init
    (road l1 l2) (= (length l1 l2) 2) (road l2 l1) (= (length l2 l1) 2) (road l2 l3) (= (length l2 l3) 1)
    (road l3 l2) (= (length l3 l2) 1) (road l1 l4) (= (length l1 l4) 1) (road l4 l1) (= (length l4 l1) 1)
    (road l4 l5) (= (length l4 l5) 1) (road l5 l4) (= (length l5 l4) 1) (road l1 l5) (= (length l1 l5) 4)
    (road l5 l1) (= (length l5 l1) 4) (station l1) (station l3) (station l5) (at t1 l1) (= (payload t1) 0)
    (= (rate t1) 1.75) (= (tank t1) 24) (= (fuel t1) 16) (= (capacity t1) 7) (waits x1 l3) (= (weight x1) 1)
    (waits x2 l3) (= (weight x2) 1) (= (burnt) 0)
  )
  (:goal (and
    (waits x1 l2) (waits x2 l2)
  ))
  (:metric minimize (burnt))
)
