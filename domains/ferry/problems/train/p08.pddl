; made by generator.py: seed = 1, locations = 4, cars = 4; shortest plan: 15 steps
(define (problem ferry-4-4-1)
  (:domain ferry)
  (:objects
    l1 l2 l3 l4 - location
    c1 c2 c3 c4 - car
  )
  (:init
    (at-ferry l2) (empty-ferry) (at c1 l1) (at c2 l1) (at c3 l4) (at c4 l4)
  )
  (:goal (and
    (at c1 l2) (at c2 l2) (at c3 l2) (at c4 l1)
  ))
)
