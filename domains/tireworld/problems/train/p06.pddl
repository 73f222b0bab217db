; made by generator.py: seed = 1, side = 4; shortest plan: 4 steps
(define (problem tireworld-4-1)
  (:domain tireworld)
  (:objects
    l1 l2 l3 l4 l5 l6 l7 l8 l9 l10 l11 l12 l13 l14 l15 - location
  )
  (:init
    (car-at l3) (road l3 l10) (road l3 l12) (road l10 l13) (road l10 l8) (road l13 l2) (road l13 l9)
    (road l2 l5) (road l2 l4) (road l12 l8) (road l12 l6) (road l12 l10) (road l8 l9) (road l8 l7)
    (road l8 l13) (road l9 l4) (road l9 l14) (road l9 l2) (road l4 l5) (road l6 l7) (road l6 l1) (road l6 l8)
    (road l7 l14) (road l7 l11) (road l7 l9) (road l14 l4) (road l1 l11) (road l1 l15) (road l1 l7)
    (road l11 l14) (road l15 l11) (spare-at l12) (spare-at l4) (spare-at l6) (spare-at l14) (spare-at l1)
    (spare-at l11) (spare-at l15)
  )
  (:goal (and
    (car-at l5)
  ))
)
