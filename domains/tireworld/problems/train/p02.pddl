; made by generator.py: seed = 2, side = 2; shortest plan: 2 steps
(define (problem tireworld-2-2)
  (:domain tireworld)
  (:objects
    l1 l2 l3 l4 l5 l6 - location
  )
  (:init
    (car-at l1) (road l1 l6) (road l1 l2) (road l6 l5) (road l6 l4) (road l2 l4) (road l2 l3) (road l2 l6)
    (road l4 l5) (road l3 l4) (spare-at l2) (spare-at l4) (spare-at l3)
  )
  (:goal (and
    (car-at l5)
  ))
)
