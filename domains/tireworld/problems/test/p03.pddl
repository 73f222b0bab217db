; made by generator.py: seed = 103, side = 6; shortest plan: 6 steps
(define (problem tireworld-6-103)
  (:domain tireworld)
  (:objects
    l1 l2 l3 l4 l5 l6 l7 l8 l9 l10 l11 l12 l13 l14 l15 l16 l17 l18 l19 l20 l21 l22 l23 l24 l25 l26 l27 l28 -
    location
  )
  (:init
    (car-at l23) (road l23 l15) (road l23 l20) (road l15 l24) (road l15 l4) (road l24 l28) (road l24 l13)
    (road l28 l26) (road l28 l27) (road l26 l7) (road l26 l11) (road l7 l3) (road l7 l21) (road l20 l4)
    (road l20 l8) (road l20 l15) (road l4 l13) (road l4 l2) (road l4 l24) (road l13 l27) (road l13 l22)
    (road l13 l28) (road l27 l11) (road l27 l16) (road l27 l26) (road l11 l21) (road l11 l10) (road l11 l7)
    (road l21 l3) (road l8 l2) (road l8 l1) (road l8 l4) (road l2 l22) (road l2 l17) (road l2 l13)
    (road l22 l16) (road l22 l12) (road l22 l27) (road l16 l10) (road l16 l9) (road l16 l11) (road l10 l21)
    (road l1 l17) (road l1 l6) (road l1 l2) (road l17 l12) (road l17 l14) (road l17 l22) (road l12 l9)
    (road l12 l19) (road l12 l16) (road l9 l10) (road l6 l14) (road l6 l25) (road l6 l17) (road l14 l19)
    (road l14 l5) (road l14 l12) (road l19 l9) (road l25 l5) (road l25 l18) (road l25 l14) (road l5 l19)
    (road l18 l5) (spare-at l20) (spare-at l4) (spare-at l21) (spare-at l8) (spare-at l2) (spare-at l22)
    (spare-at l16) (spare-at l10) (spare-at l1) (spare-at l9) (spare-at l6) (spare-at l19) (spare-at l25)
    (spare-at l5) (spare-at l18)
  )
  (:goal (and
    (car-at l3)
  ))
)
