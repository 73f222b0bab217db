; made by generator.py: seed = 4, side = 4; shortest plan: 4 steps
(define (problem tireworld-4-4)
  (:domain tireworld)
  (:objects
    l1 l2 l3 l4 l5 l6 l7 l8 l9 l10 l11 l12 l13 l14 l15 - location
  )
  (:init
    (car-at l4) (road l4 l5) (road l4 l8) (road l5 l2) (road l5 l3) (road l2 l12) (road l2 l13) (road l12 l7)
    (road l12 l1) (road l8 l3) (road l8 l11) (road l8 l5) (road l3 l13) (road l3 l15) (road l3 l2)
    (road l13 l1) (road l13 l9) (road l13 l12) (road l1 l7) (road l11 l15) (road l11 l6) (road l11 l3)
    (road l15 l9) (road l15 l14) (road l15 l13) (road l9 l1) (road l6 l14) (road l6 l10) (road l6 l15)
    (road l14 l9) (road l10 l14) (spare-at l8) (spare-at l3) (spare-at l13) (spare-at l1) (spare-at l11)
    (spare-at l15) (spare-at l9) (spare-at l6) (spare-at l14) (spare-at l10)
  )
  (:goal (and
    (car-at l7)
  ))
)
