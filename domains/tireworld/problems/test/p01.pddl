; made by generator.py: seed = 101, side = 6; shortest plan: 6 steps
(define (problem tireworld-6-101)
  (:domain tireworld)
  (:objects
    l1 l2 l3 l4 l5 l6 l7 l8 l9 l10 l11 l12 l13 l14 l15 l16 l17 l18 l19 l20 l21 l22 l23 l24 l25 l26 l27 l28 -
    location
  )
  (:init
    (car-at l19) (road l19 l7) (road l19 l17) (road l7 l18) (road l7 l27) (road l18 l12) (road l18 l8)
    (road l12 l15) (road l12 l10) (road l15 l2) (road l15 l16) (road l2 l22) (road l2 l20) (road l17 l27)
    (road l17 l6) (road l17 l7) (road l27 l8) (road l27 l28) (road l27 l18) (road l8 l10) (road l8 l23)
    (road l8 l12) (road l10 l16) (road l10 l5) (road l10 l15) (road l16 l20) (road l16 l4) (road l16 l2)
    (road l20 l22) (road l6 l28) (road l6 l3) (road l6 l27) (road l28 l23) (road l28 l13) (road l28 l8)
    (road l23 l5) (road l23 l14) (road l23 l10) (road l5 l4) (road l5 l21) (road l5 l16) (road l4 l20)
    (road l3 l13) (road l3 l25) (road l3 l28) (road l13 l14) (road l13 l26) (road l13 l23) (road l14 l21)
    (road l14 l9) (road l14 l5) (road l21 l4) (road l25 l26) (road l25 l11) (road l25 l13) (road l26 l9)
    (road l26 l24) (road l26 l14) (road l9 l21) (road l11 l24) (road l11 l1) (road l11 l26) (road l24 l9)
    (road l1 l24) (spare-at l17) (spare-at l10) (spare-at l20) (spare-at l6) (spare-at l23) (spare-at l4)
    (spare-at l3) (spare-at l21) (spare-at l25) (spare-at l9) (spare-at l11) (spare-at l24) (spare-at l1)
  )
  (:goal (and
    (car-at l22)
  ))
)
