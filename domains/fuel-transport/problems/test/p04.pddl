; made by generator.py: seed = 101, places = 10, trucks = 3, parcels = 6, shortcuts = 4; a plan: 32 steps
(define (problem fuel-transport-10-3-6-101)
  (:domain fuel-transport)
  (:objects
    l1 l2 l3 l4 l5 l6 l7 l8 l9 l10 - place
    t1 t2 t3 - truck
    x1 x2 x3 x4 x5 x6 - parcel
  )
  (:init
    (road l1 l2) (= (length l1 l2) 1) (road l2 l1) (= (length l2 l1) 1) (road l2 l3) (= (length l2 l3) 3)
    (road l3 l2) (= (length l3 l2) 3) (road l2 l4) (= (length l2 l4) 2) (road l4 l2) (= (length l4 l2) 2)
    (road l1 l5) (= (length l1 l5) 2) (road l5 l1) (= (length l5 l1) 2) (road l5 l6) (= (length l5 l6) 1)
    (road l6 l5) (= (length l6 l5) 1) (road l2 l7) (= (length l2 l7) 4) (road l7 l2) (= (length l7 l2) 4)
    (road l5 l8) (= (length l5 l8) 5) (road l8 l5) (= (length l8 l5) 5) (road l4 l9) (= (length l4 l9) 3)
    (road l9 l4) (= (length l9 l4) 3) (road l5 l10) (= (length l5 l10) 2) (road l10 l5) (= (length l10 l5) 2)
    (road l4 l10) (= (length l4 l10) 4) (road l10 l4) (= (length l10 l4) 4) (road l5 l7) (= (length l5 l7) 3)
    (road l7 l5) (= (length l7 l5) 3) (road l1 l9) (= (length l1 l9) 2) (road l9 l1) (= (length l9 l1) 2)
    (road l1 l10) (= (length l1 l10) 6) (road l10 l1) (= (length l10 l1) 6) (station l1) (station l3)
    (station l4) (station l6) (station l7) (station l8) (station l10) (at t1 l3) (= (payload t1) 0)
    (= (rate t1) 2) (= (tank t1) 30) (= (fuel t1) 2) (= (capacity t1) 8) (at t2 l3) (= (payload t2) 0)
    (= (rate t2) 2) (= (tank t2) 29) (= (fuel t2) 3) (= (capacity t2) 7) (at t3 l10) (= (payload t3) 0)
    (= (rate t3) 1.75) (= (tank t3) 27) (= (fuel t3) 12) (= (capacity t3) 6) (waits x1 l7) (= (weight x1) 4)
    (waits x2 l7) (= (weight x2) 4) (waits x3 l4) (= (weight x3) 1) (waits x4 l6) (= (weight x4) 3)
    (waits x5 l6) (= (weight x5) 3) (waits x6 l10) (= (weight x6) 1) (= (burnt) 0)
  )
  (:goal (and
    (waits x1 l2) (waits x2 l1) (waits x3 l9) (waits x4 l1) (waits x5 l1) (waits x6 l3)
  ))
  (:metric minimize (burnt))
)
