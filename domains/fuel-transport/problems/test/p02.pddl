; made by generator.py: seed = 102, places = 7, trucks = 2, parcels = 4, shortcuts = 2; a plan: 18 steps
(define (problem fuel-transport-7-2-4-102)
  (:domain fuel-transport)
  (:objects
    l1 l2 l3 l4 l5 l6 l7 - place
    t1 t2 - truck
    x1 x2 x3 x4 - parcel
  )
  (:init
    (road l1 l2) (= (length l1 l2) 5) (road l2 l1) (= (length l2 l1) 5) (road l2 l3) (= (length l2 l3) 5)
    (road l3 l2) (= (length l3 l2) 5) (road l1 l4) (= (length l1 l4) 1) (road l4 l1) (= (length l4 l1) 1)
    (road l2 l5) (= (length l2 l5) 6) (road l5 l2) (= (length l5 l2) 6) (road l4 l6) (= (length l4 l6) 5)
    (road l6 l4) (= (length l6 l4) 5) (road l3 l7) (= (length l3 l7) 5) (road l7 l3) (= (length l7 l3) 5)
    (road l5 l6) (= (length l5 l6) 5) (road l6 l5) (= (length l6 l5) 5) (road l1 l6) (= (length l1 l6) 6)
    (road l6 l1) (= (length l6 l1) 6) (station l1) (station l3) (station l5) (station l6) (at t1 l6)
    (= (payload t1) 0) (= (rate t1) 1.5) (= (tank t1) 24) (= (fuel t1) 7) (= (capacity t1) 6) (at t2 l3)
    (= (payload t2) 0) (= (rate t2) 1) (= (tank t2) 15) (= (fuel t2) 14) (= (capacity t2) 6) (waits x1 l6)
    (= (weight x1) 5) (waits x2 l2) (= (weight x2) 5) (waits x3 l4) (= (weight x3) 4) (waits x4 l6)
    (= (weight x4) 2) (= (burnt) 0)
  )
  (:goal (and
    (waits x1 l5) (waits x2 l4) (waits x3 l6) (waits x4 l1)
  ))
  (:metric minimize (burnt))
)
