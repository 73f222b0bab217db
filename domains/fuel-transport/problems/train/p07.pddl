; made by generator.py: seed = 2, places = 5, parcels = 2; shortest plan: 10 steps
(define (problem fuel-transport-5-1-2-2)
  (:domain fuel-transport)
  (:objects
    l1 l2 l3 l4 l5 - place
    t1 - truck
    x1 x2 - parcel
  )
  (:init
    (road l1 l2) (= (length l1 l2) 6) (road l2 l1) (= (length l2 l1) 6) (road l1 l3) (= (length l1 l3) 6)
    (road l3 l1) (= (length l3 l1) 6) (road l1 l4) (= (length l1 l4) 3) (road l4 l1) (= (length l4 l1) 3)
    (road l3 l5) (= (length l3 l5) 3) (road l5 l3) (= (length l5 l3) 3) (road l2 l4) (= (length l2 l4) 5)
    (road l4 l2) (= (length l4 l2) 5) (station l1) (station l5) (at t1 l1) (= (payload t1) 0)
    (= (rate t1) 1.5) (= (tank t1) 21) (= (fuel t1) 13) (= (capacity t1) 8) (waits x1 l5) (= (weight x1) 5)
    (waits x2 l4) (= (weight x2) 1) (= (burnt) 0)
  )
  (:goal (and
    (waits x1 l3) (waits x2 l3)
  ))
  (:metric minimize (burnt))
)
