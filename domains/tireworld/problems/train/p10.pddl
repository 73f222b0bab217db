; made by generator.py: seed = 5, side = 4; shortest plan: 4 steps
(define (problem tireworld-4-5)
  (:domain tireworld)
  (:objects
    l1 l2 l3 l4 l5 l6 l7 l8 l9 l10 l11 l12 l13 l14 l15 - location
  )
  (:init
    (car-at l10) (road l10 l5) (road l10 l9) (road l5 l12) (road l5 l1) (road l12 l6) (road l12 l8)
    (road l6 l11) (road l6 l7) (road l9 l1) (road l9 l2) (road l9 l5) (road l1 l8) (road l1 l15) (road l1 l12)
    (road l8 l7) (road l8 l13) (road l8 l6) (road l7 l11) (road l2 l15) (road l2 l14) (road l2 l1)
    (road l15 l13) (road l15 l4) (road l15 l8) (road l13 l7) (road l14 l4) (road l14 l3) (road l14 l15)
    (road l4 l13) (road l3 l4) (spare-at l9) (spare-at l7) (spare-at l2) (spare-at l15) (spare-at l13)
    (spare-at l14) (spare-at l4) (spare-at l3)
  )
  (:goal (and
    (car-at l11)
  ))
)
