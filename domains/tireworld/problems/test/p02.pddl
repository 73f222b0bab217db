; made by generator.py: seed = 102, side = 6; shortest plan: 6 steps
(define (problem tireworld-6-102)
  (:domain tireworld)
  (:objects
    l1 l2 l3 l4 l5 l6 l7 l8 l9 l10 l11 l12 l13 l14 l15 l16 l17 l18 l19 l20 l21 l22 l23 l24 l25 l26 l27 l28 -
    location
  )
  (:init
    (car-at l5) (road l5 l22) (road l5 l26) (road l22 l20) (road l22 l24) (road l20 l12) (road l20 l13)
    (road l12 l6) (road l12 l10) (road l6 l18) (road l6 l14) (road l18 l27) (road l18 l2) (road l26 l24)
    (road l26 l25) (road l26 l22) (road l24 l13) (road l24 l9) (road l24 l20) (road l13 l10) (road l13 l17)
    (road l13 l12) (road l10 l14) (road l10 l23) (road l10 l6) (road l14 l2) (road l14 l19) (road l14 l18)
    (road l2 l27) (road l25 l9) (road l25 l3) (road l25 l24) (road l9 l17) (road l9 l7) (road l9 l13)
    (road l17 l23) (road l17 l8) (road l17 l10) (road l23 l19) (road l23 l16) (road l23 l14) (road l19 l2)
    (road l3 l7) (road l3 l28) (road l3 l9) (road l7 l8) (road l7 l11) (road l7 l17) (road l8 l16)
    (road l8 l1) (road l8 l23) (road l16 l19) (road l28 l11) (road l28 l4) (road l28 l7) (road l11 l1)
    (road l11 l15) (road l11 l8) (road l1 l16) (road l4 l15) (road l4 l21) (road l4 l11) (road l15 l1)
    (road l21 l15) (spare-at l26) (spare-at l2) (spare-at l25) (spare-at l19) (spare-at l3) (spare-at l7)
    (spare-at l16) (spare-at l28) (spare-at l1) (spare-at l4) (spare-at l15) (spare-at l21)
  )
  (:goal (and
    (car-at l27)
  ))
)
