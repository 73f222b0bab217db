; made by generator.py: seed = 103, locations = 30, casinos = 2, prizes = 3; a plan: 7 steps
(define (problem casino-30-3-103)
  (:domain casino)
  (:objects
    l1 l2 l3 l4 l5 l6 l7 l8 l9 l10 l11 l12 l13 l14 l15 l16 l17 l18 l19 l20 l21 l22 l23 l24 l25 l26 l27 l28 l29
    l30 - location
    p1-1 p1-2 p1-3 - prize1
    p2-1 p2-2 p2-3 - prize2
    p3-1 p3-2 p3-3 - prize3
  )
  (:init
    (at l23) (is-casino l15) (is-casino l30) (prize-at p1-1 l30) (prize-at p1-2 l30) (prize-at p1-3 l30)
    (prize-at p2-1 l15) (prize-at p2-2 l30) (prize-at p2-3 l15) (prize-at p3-1 l15) (prize-at p3-2 l15)
    (prize-at p3-3 l15)
  )
  (:goal (and
    (have p1-1) (have p1-2) (have p2-1) (have p2-2) (have p2-3)
  ))
)
