; made by generator.py: seed = 101, places = 7, trucks = 2, parcels = 4, shortcuts = 2; a plan: 23 steps
(define (problem fuel-transport-7-2-4-101)
  (:domain fuel-transport)
  (:objects
    l1 l2 l3 l4 l5 l6 l7 - place
    t1 t2 - truck
    x1 x2 x3 x4 - parcel
  )
  (:init
    (road l1 l2) (= (length l1 l2) 3) (road l2 l1) (= (length l2 l1) 3) (road l2 l3) (= (length l2 l3) 4)
    (road l3 l2) (= (length l3 l2) 4) (road l2 l4) (= (length l2 l4) 6) (road l4 l2) (= (length l4 l2) 6)
    (road l1 l5) (= (length l1 l5) 2) (road l5 l1) (= (length l5 l1) 2) (road l5 l6) (= (length l5 l6) 3)
    (road l6 l5) (= (length l6 l5) 3) (road l2 l7) (= (length l2 l7) 4) (road l7 l2) (= (length l7 l2) 4)
    (road l4 l6) (= (length l4 l6) 1) (road l6 l4) (= (length l6 l4) 1) (road l2 l5) (= (length l2 l5) 3)
    (road l5 l2) (= (length l5 l2) 3) (station l1) (station l3) (station l4) (station l6) (station l7)
    (at t1 l1) (= (payload t1) 0) (= (rate t1) 1.5) (= (tank t1) 22) (= (fuel t1) 14) (= (capacity t1) 7)
    (at t2 l4) (= (payload t2) 0) (= (rate t2) 1.5) (= (tank t2) 24) (= (fuel t2) 7) (= (capacity t2) 8)
    (waits x1 l4) (= (weight x1) 1) (waits x2 l4) (= (weight x2) 3) (waits x3 l2) (= (weight x3) 5)
    (waits x4 l6) (= (weight x4) 3) (= (burnt) 0)
  )
  (:goal (and
    (waits x1 l2) (waits x2 l7) (waits x3 l1) (waits x4 l3)
  ))
  (:metric minimize (burnt))
)
