; made by generator.py: seed = 103, places = 10, trucks = 3, parcels = 6, shortcuts = 4; a plan: 33 steps
(define (problem fuel-transport-10-3-6-103)
  (:domain fuel-transport)
  (:objects
    l1 l2 l3 l4 l5 l6 l7 l8 l9 l10 - place
    t1 t2 t3 - truck
    x1 x2 x3 x4 x5 x6 - parcel
  )
  (:init
    (road l1 l2) (= (length l1 l2) 2) (road l2 l1) (= (length l2 l1) 2) (road l1 l3) (= (length l1 l3) 2)
    (road l3 l1) (= (length l3 l1) 2) (road l3 l4) (= (length l3 l4) 5) (road l4 l3) (= (length l4 l3) 5)
    (road l1 l5) (= (length l1 l5) 1) (road l5 l1) (= (length l5 l1) 1) (road l5 l6) (= (length l5 l6) 1)
    (road l6 l5) (= (length l6 l5) 1) (road l6 l7) (= (length l6 l7) 2) (road l7 l6) (= (length l7 l6) 2)
    (road l1 l8) (= (length l1 l8) 1) (road l8 l1) (= (length l8 l1) 1) (road l7 l9) (= (length l7 l9) 6)
    (road l9 l7) (= (length l9 l7) 6) (road l8 l10) (= (length l8 l10) 2) (road l10 l8) (= (length l10 l8) 2)
    (road l1 l9) (= (length l1 l9) 5) (road l9 l1) (= (length l9 l1) 5) (road l2 l6) (= (length l2 l6) 5)
    (road l6 l2) (= (length l6 l2) 5) (road l4 l10) (= (length l4 l10) 3) (road l10 l4) (= (length l10 l4) 3)
    (road l4 l5) (= (length l4 l5) 2) (road l5 l4) (= (length l5 l4) 2) (station l1) (station l4) (station l6)
    (station l9) (station l10) (at t1 l4) (= (payload t1) 0) (= (rate t1) 2) (= (tank t1) 30) (= (fuel t1) 25)
    (= (capacity t1) 6) (at t2 l4) (= (payload t2) 0) (= (rate t2) 1) (= (tank t2) 17) (= (fuel t2) 6)
    (= (capacity t2) 8) (at t3 l4) (= (payload t3) 0) (= (rate t3) 1.75) (= (tank t3) 26) (= (fuel t3) 24)
    (= (capacity t3) 8) (waits x1 l9) (= (weight x1) 5) (waits x2 l5) (= (weight x2) 4) (waits x3 l3)
    (= (weight x3) 4) (waits x4 l9) (= (weight x4) 1) (waits x5 l8) (= (weight x5) 1) (waits x6 l2)
    (= (weight x6) 4) (= (burnt) 0)
  )
  (:goal (and
    (waits x1 l4) (waits x2 l1) (waits x3 l10) (waits x4 l5) (waits x5 l6) (waits x6 l5)
  ))
  (:metric minimize (burnt))
)
