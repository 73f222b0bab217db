; made by generator.py: seed = 103, locations = 5, cars = 6; a plan: 22 steps
(define (problem ferry-5-6-103)
  (:domain ferry)
  (:objects
    l1 l2 l3 l4 l5 - location
    c1 c2 c3 c4 c5 c6 - car
  )
  (:init
    (at-ferry l4) (empty-ferry) (at c1 l2) (at c2 l5) (at c3 l4) (at c4 l3) (at c5 l4) (at c6 l2)
  )
  (:goal (and
    (at c1 l1) (at c2 l1) (at c3 l5) (at c4 l1) (at c5 l1) (at c6 l5)
  ))
)
