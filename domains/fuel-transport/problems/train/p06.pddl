; made by generator.py: seed = 1, places = 5, parcels = 2; shortest plan: 10 steps
(define (problem fuel-transport-5-1-2-1)
  (:domain fuel-transport)
  (:objects
    l1 l2 l3 l4 l5 - place
    t1 - truck
    x1 x2 - parcel
  )
  (:init
    (road l1 l2) (= (length l1 l2) 4) (road l2 l1) (= (length l2 l1) 4) (road l1 l3) (= (length l1 l3) 4)
    (road l3 l1) (= (length l3 l1) 4) (road l2 l4) (= (length l2 l4) 6) (road l4 l2) (= (length l4 l2) 6)
    (road l1 l5) (= (length l1 l5) 4) (road l5 l1) (= (length l5 l1) 4) (road l2 l5) (= (length l2 l5) 2)
    (road l5 l2) (= (length l5 l2) 2) (station l1) (station l4) (at t1 l1) (= (payload t1) 0) (= (rate t1) 1)
    (= (tank t1) 18) (= (fuel t1) 12) (= (capacity t1) 8) (waits x1 l5) (= (weight x1) 4) (waits x2 l3)
    (= (weight x2) 5) (= (burnt) 0)
  )
  (:goal (and
    (waits x1 l1) (waits x2 l2)
  ))
  (:metric minimize (burnt))
)
