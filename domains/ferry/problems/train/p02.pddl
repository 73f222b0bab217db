; made by generator.py: seed = 2, locations = 3, cars = 2; shortest plan: 7 steps
(define (problem ferry-3-2-2)
  (:domain ferry)
  (:objects
    l1 l2 l3 - location
    c1 c2 - car
  )
  (:init
    (at-ferry l1) (empty-ferry) (at c1 l1) (at c2 l2)
  )
  (:goal (and
    (at c1 l3) (at c2 l1)
  ))
)
