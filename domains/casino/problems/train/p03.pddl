; made by generator.py: seed = 3, locations = 6, prizes = 1; shortest plan: 3 steps
(define (problem casino-6-1-3)
  (:domain casino)
  (:objects
    l1 l2 l3 l4 l5 l6 - location
    p1-1 - prize1
    p2-1 - prize2
    p3-1 - prize3
  )
  (:init
    (at l2) (is-casino l5) (prize-at p1-1 l5) (prize-at p2-1 l5) (prize-at p3-1 l5)
  )
  (:goal (and
    (have p1-1) (have p3-1)
  ))
)
