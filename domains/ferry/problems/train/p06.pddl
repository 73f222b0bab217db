; made by generator.py: seed = 3, locations = 3, cars = 3; shortest plan: 11 steps
(define (problem ferry-3-3-3)
  (:domain ferry)
  (:objects
    l1 l2 l3 - location
    c1 c2 c3 - car
  )
  (:init
    (at-ferry l1) (empty-ferry) (at c1 l3) (at c2 l2) (at c3 l3)
  )
  (:goal (and
    (at c1 l1) (at c2 l3) (at c3 l1)
  ))
)
