; made by generator.py: seed = 3, locations = 4, cars = 4; shortest plan: 14 steps
(define (problem ferry-4-4-3)
  (:domain ferry)
  (:objects
    l1 l2 l3 l4 - location
    c1 c2 c3 c4 - car
  )
  (:init
    (at-ferry l2) (empty-ferry) (at c1 l2) (at c2 l4) (at c3 l1) (at c4 l1)
  )
  (:goal (and
    (at c1 l4) (at c2 l3) (at c3 l3) (at c4 l2)
  ))
)
