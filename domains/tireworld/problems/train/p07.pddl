; made by generator.py: seed = 2, side = 4; shortest plan: 4 steps
(define (problem tireworld-4-2)
  (:domain tireworld)
  (:objects
    l1 l2 l3 l4 l5 l6 l7 l8 l9 l10 l11 l12 l13 l14 l15 - location
  )
  (:init
    (car-at l14) (road l14 l15) (road l14 l6) (road l15 l1) (road l15 l3) (road l1 l2) (road l1 l5)
    (road l2 l12) (road l2 l9) (road l6 l3) (road l6 l8) (road l6 l15) (road l3 l5) (road l3 l11) (road l3 l1)
    (road l5 l9) (road l5 l13) (road l5 l2) (road l9 l12) (road l8 l11) (road l8 l7) (road l8 l3)
    (road l11 l13) (road l11 l4) (road l11 l5) (road l13 l9) (road l7 l4) (road l7 l10) (road l7 l11)
    (road l4 l13) (road l10 l4) (spare-at l6) (spare-at l9) (spare-at l8) (spare-at l13) (spare-at l7)
    (spare-at l4) (spare-at l10)
  )
  (:goal (and
    (car-at l12)
  ))
)
