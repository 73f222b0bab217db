; made by generator.py: seed = 4, side = 2; shortest plan: 2 steps
(define (problem tireworld-2-4)
  (:domain tireworld)
  (:objects
    l1 l2 l3 l4 l5 l6 - location
  )
  (:init
    (car-at l2) (road l2 l3) (road l2 l5) (road l3 l1) (road l3 l6) (road l5 l6) (road l5 l4) (road l5 l3)
    (road l6 l1) (road l4 l6) (spare-at l5) (spare-at l6) (spare-at l4)
  )
  (:goal (and
    (car-at l1)
  ))
)
