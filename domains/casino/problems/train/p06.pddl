; made by generator.py: seed = 3, locations = 10, prizes = 2; shortest plan: 5 steps
(define (problem casino-10-2-3)
  (:domain casino)
  (:objects
    l1 l2 l3 l4 l5 l6 l7 l8 l9 l10 - location
    p1-1 p1-2 - prize1
    p2-1 p2-2 - prize2
    p3-1 p3-2 - prize3
  )
  (:init
    (at l4) (is-casino l9) (prize-at p1-1 l9) (prize-at p1-2 l9) (prize-at p2-1 l9) (prize-at p2-2 l9)
    (prize-at p3-1 l9) (prize-at p3-2 l9)
  )
  (:goal (and
    (have p1-2) (have p2-1) (have p2-2) (have p3-1)
  ))
)
