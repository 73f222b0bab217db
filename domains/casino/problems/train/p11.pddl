; made by generator.py: seed = 4, locations = 12, casinos = 2, prizes = 2, wanted = 0.9; shortest plan: 7 steps
(define (problem casino-12-2-4)
  (:domain casino)
  (:objects
    l1 l2 l3 l4 l5 l6 l7 l8 l9 l10 l11 l12 - location
    p1-1 p1-2 - prize1
    p2-1 p2-2 - prize2
    p3-1 p3-2 - prize3
  )
  (:init
    (at l4) (is-casino l2) (is-casino l5) (prize-at p1-1 l5) (prize-at p1-2 l5) (prize-at p2-1 l2)
    (prize-at p2-2 l2) (prize-at p3-1 l5) (prize-at p3-2 l5)
  )
  (:goal (and
    (have p1-1) (have p2-1) (have p2-2) (have p3-1) (have p3-2)
  ))
)
