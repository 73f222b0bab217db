; made by generator.py: seed = 3, side = 4; shortest plan: 4 steps
(define (problem tireworld-4-3)
  (:domain tireworld)
  (:objects
    l1 l2 l3 l4 l5 l6 l7 l8 l9 l10 l11 l12 l13 l14 l15 - location
  )
  (:init
    (car-at l4) (road l4 l10) (road l4 l14) (road l10 l9) (road l10 l8) (road l9 l3) (road l9 l2) (road l3 l6)
    (road l3 l5) (road l14 l8) (road l14 l1) (road l14 l10) (road l8 l2) (road l8 l15) (road l8 l9)
    (road l2 l5) (road l2 l12) (road l2 l3) (road l5 l6) (road l1 l15) (road l1 l7) (road l1 l8)
    (road l15 l12) (road l15 l11) (road l15 l2) (road l12 l5) (road l7 l11) (road l7 l13) (road l7 l15)
    (road l11 l12) (road l13 l11) (spare-at l14) (spare-at l5) (spare-at l1) (spare-at l12) (spare-at l7)
    (spare-at l11) (spare-at l13)
  )
  (:goal (and
    (car-at l6)
  ))
)
