; made by generator.py: seed = 5, side = 2; shortest plan: 2 steps
(define (problem tireworld-2-5)
  (:domain tireworld)
  (:objects
    l1 l2 l3 l4 l5 l6 - location
  )
  (:init
    (car-at l5) (road l5 l3) (road l5 l4) (road l3 l6) (road l3 l1) (road l4 l1) (road l4 l2) (road l4 l3)
    (road l1 l6) (road l2 l1) (spare-at l4) (spare-at l1) (spare-at l2)
  )
  (:goal (and
    (car-at l6)
  ))
)
