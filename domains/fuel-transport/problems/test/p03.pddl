; made by generator.py: seed = 103, places = 7, trucks = 2, parcels = 4, shortcuts = 2; a plan: 20 steps
(define (problem fuel-transport-7-2-4-103)
  (:domain fuel-transport)
  (:objects
    l1 l2 l3 l4 l5 l6 l7 - place
    t1 t2 - truck
    x1 x2 x3 x4 - parcel
  )
  (:init
    (road l1 l2) (= (length l1 l2) 4) (road l2 l1) (= (length l2 l1) 4) (road l1 l3) (= (length l1 l3) 4)
    (road l3 l1) (= (length l3 l1) 4) (road l3 l4) (= (length l3 l4) 3) (road l4 l3) (= (length l4 l3) 3)
    (road l1 l5) (= (length l1 l5) 6) (road l5 l1) (= (length l5 l1) 6) (road l5 l6) (= (length l5 l6) 1)
    (road l6 l5) (= (length l6 l5) 1) (road l6 l7) (= (length l6 l7) 4) (road l7 l6) (= (length l7 l6) 4)
    (road l1 l4) (= (length l1 l4) 1) (road l4 l1) (= (length l4 l1) 1) (road l1 l7) (= (length l1 l7) 2)
    (road l7 l1) (= (length l7 l1) 2) (station l1) (station l4) (station l6) (at t1 l1) (= (payload t1) 0)
    (= (rate t1) 1.5) (= (tank t1) 21) (= (fuel t1) 7) (= (capacity t1) 5) (at t2 l1) (= (payload t2) 0)
    (= (rate t2) 1.5) (= (tank t2) 23) (= (fuel t2) 23) (= (capacity t2) 8) (waits x1 l7) (= (weight x1) 5)
    (waits x2 l6) (= (weight x2) 4) (waits x3 l2) (= (weight x3) 5) (waits x4 l7) (= (weight x4) 2)
    (= (burnt) 0)
  )
  (:goal (and
    (waits x1 l6) (waits x2 l7) (waits x3 l6) (waits x4 l5)
  ))
  (:metric minimize (burnt))
)
