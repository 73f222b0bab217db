; made by generator.py: seed = 1, side = 2; shortest plan: 2 steps
(define (problem tireworld-2-1)
  (:domain tireworld)
  (:objects
    l1 l2 l3 l4 l5 l6 - location
  )
  (:init
    (car-at l2) (road l2 l5) (road l2 l6) (road l5 l1) (road l5 l4) (road l6 l4) (road l6 l3) (road l6 l5)
    (road l4 l1) (road l3 l4) (spare-at l6) (spare-at l4) (spare-at l3)
  )
  (:goal (and
    (car-at l1)
  ))
)
