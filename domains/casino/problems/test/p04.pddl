; made by generator.py: seed = 101, locations = 80, prizes = 4; a plan: 8 steps
(define (problem casino-80-4-101)
  (:domain casino)
  (:objects
    l1 l2 l3 l4 l5 l6 l7 l8 l9 l10 l11 l12 l13 l14 l15 l16 l17 l18 l19 l20 l21 l22 l23 l24 l25 l26 l27 l28 l29
    l30 l31 l32 l33 l34 l35 l36 l37 l38 l39 l40 l41 l42 l43 l44 l45 l46 l47 l48 l49 l50 l51 l52 l53 l54 l55
    l56 l57 l58 l59 l60 l61 l62 l63 l64 l65 l66 l67 l68 l69 l70 l71 l72 l73 l74 l75 l76 l77 l78 l79 l80 -
    location
    p1-1 p1-2 p1-3 p1-4 - prize1
    p2-1 p2-2 p2-3 p2-4 - prize2
    p3-1 p3-2 p3-3 p3-4 - prize3
  )
  (:init
    (at l75) (is-casino l25) (prize-at p1-1 l25) (prize-at p1-2 l25) (prize-at p1-3 l25) (prize-at p1-4 l25)
    (prize-at p2-1 l25) (prize-at p2-2 l25) (prize-at p2-3 l25) (prize-at p2-4 l25) (prize-at p3-1 l25)
    (prize-at p3-2 l25) (prize-at p3-3 l25) (prize-at p3-4 l25)
  )
  (:goal (and
    (have p1-1) (have p1-2) (have p1-4) (have p2-1) (have p2-2) (have p2-4) (have p3-1)
  ))
)
