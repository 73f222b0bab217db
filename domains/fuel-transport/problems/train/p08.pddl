; made by generator.py: seed = 3, places = 5, parcels = 2; shortest plan: 9 steps
(define (problem fuel-transport-5-1-2-3)
  (:domain fuel-transport)
  (:objects
    l1 l2 l3 l4 l5 - place
    t1 - truck
    x1 x2 - parcel
  )
  (:init
    (road l1 l2) (= (length l1 l2) 5) (road l2 l1) (= (length l2 l1) 5) (road l1 l3) (= (length l1 l3) 1)
    (road l3 l1) (= (length l3 l1) 1) (road l2 l4) (= (length l2 l4) 5) (road l4 l2) (= (length l4 l2) 5)
    (road l4 l5) (= (length l4 l5) 1) (road l5 l4) (= (length l5 l4) 1) (road l3 l5) (= (length l3 l5) 4)
    (road l5 l3) (= (length l5 l3) 4) (station l1) (station l4) (at t1 l1) (= (payload t1) 0)
    (= (rate t1) 1.75) (= (tank t1) 25) (= (fuel t1) 22) (= (capacity t1) 8) (waits x1 l5) (= (weight x1) 4)
    (waits x2 l2) (= (weight x2) 2) (= (burnt) 0)
  )
  (:goal (and
    (waits x1 l4) (waits x2 l5)
  ))
  (:metric minimize (burnt))
)
