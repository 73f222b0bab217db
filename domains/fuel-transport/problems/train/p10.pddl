; made by generator.py: seed = 5, places = 5, parcels = 2; a plan: 11 steps
(define (problem fuel-transport-5-1-2-5)
  (:domain fuel-transport)
  (:objects
    l1 l2 l3 l4 l5 - place
    t1 - truck
    x1 x2 - parcel
  )
  (:init
    (road l1 l2) (= (length l1 l2) 2) (road l2 l1) (= (length l2 l1) 2) (road l2 l3) (= (length l2 l3) 6)
    (road l3 l2) (= (length l3 l2) 6) (road l3 l4) (= (length l3 l4) 1) (road l4 l3) (= (length l4 l3) 1)
    (road l1 l5) (= (length l1 l5) 2) (road l5 l1) (= (length l5 l1) 2) (road l2 l5) (= (length l2 l5) 1)
    (road l5 l2) (= (length l5 l2) 1) (station l1) (station l3) (at t1 l1) (= (payload t1) 0)
    (= (rate t1) 1.75) (= (tank t1) 27) (= (fuel t1) 12) (= (capacity t1) 5) (waits x1 l5) (= (weight x1) 1)
    (waits x2 l2) (= (weight x2) 3) (= (burnt) 0)
  )
  (:goal (and
    (waits x1 l2) (waits x2 l4)
  ))
  (:metric minimize (burnt))
)
