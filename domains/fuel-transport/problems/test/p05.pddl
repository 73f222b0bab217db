; made by generator.py: seed = 102, places = 10, trucks = 3, parcels = 6, shortcuts = 4; a plan: 37 steps
(define (problem fuel-transport-10-3-6-102)
  (:domain fuel-transport)
  (:objects
    l1 l2 l3 l4 l5 l6 l7 l8 l9 l10 - place
    t1 t2 t3 - truck
    x1 x2 x3 x4 x5 x6 - parcel
  )
  (:init
    (road l1 l2) (= (length l1 l2) 4) (road l2 l1) (= (length l2 l1) 4) (road l2 l3) (= (length l2 l3) 2)
    (road l3 l2) (= (length l3 l2) 2) (road l1 l4) (= (length l1 l4) 5) (road l4 l1) (= (length l4 l1) 5)
    (road l2 l5) (= (length l2 l5) 2) (road l5 l2) (= (length l5 l2) 2) (road l4 l6) (= (length l4 l6) 1)
    (road l6 l4) (= (length l6 l4) 1) (road l3 l7) (= (length l3 l7) 1) (road l7 l3) (= (length l7 l3) 1)
    (road l5 l8) (= (length l5 l8) 6) (road l8 l5) (= (length l8 l5) 6) (road l7 l9) (= (length l7 l9) 2)
    (road l9 l7) (= (length l9 l7) 2) (road l1 l10) (= (length l1 l10) 5) (road l10 l1) (= (length l10 l1) 5)
    (road l7 l10) (= (length l7 l10) 5) (road l10 l7) (= (length l10 l7) 5) (road l8 l10)
    (= (length l8 l10) 4) (road l10 l8) (= (length l10 l8) 4) (road l2 l7) (= (length l2 l7) 5) (road l7 l2)
    (= (length l7 l2) 5) (road l4 l9) (= (length l4 l9) 2) (road l9 l4) (= (length l9 l4) 2) (station l1)
    (station l3) (station l5) (station l6) (station l9) (at t1 l9) (= (payload t1) 0) (= (rate t1) 1.5)
    (= (tank t1) 24) (= (fuel t1) 13) (= (capacity t1) 8) (at t2 l9) (= (payload t2) 0) (= (rate t2) 1)
    (= (tank t2) 16) (= (fuel t2) 2) (= (capacity t2) 7) (at t3 l9) (= (payload t3) 0) (= (rate t3) 2)
    (= (tank t3) 28) (= (fuel t3) 13) (= (capacity t3) 8) (waits x1 l7) (= (weight x1) 2) (waits x2 l6)
    (= (weight x2) 1) (waits x3 l10) (= (weight x3) 3) (waits x4 l7) (= (weight x4) 5) (waits x5 l10)
    (= (weight x5) 3) (waits x6 l6) (= (weight x6) 5) (= (burnt) 0)
  )
  (:goal (and
    (waits x1 l3) (waits x2 l4) (waits x3 l4) (waits x4 l3) (waits x5 l8) (waits x6 l8)
  ))
  (:metric minimize (burnt))
)
