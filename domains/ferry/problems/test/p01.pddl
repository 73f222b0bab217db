; made by generator.py: seed = 101, locations = 5, cars = 6; a plan: 20 steps
(define (problem ferry-5-6-101)
  (:domain ferry)
  (:objects
    l1 l2 l3 l4 l5 - location
    c1 c2 c3 c4 c5 c6 - car
  )
  (:init
    (at-ferry l5) (empty-ferry) (at c1 l2) (at c2 l4) (at c3 l5) (at c4 l5) (at c5 l3) (at c6 l2)
  )
  (:goal (and
    (at c1 l3) (at c2 l1) (at c3 l2) (at c4 l2) (at c5 l4) (at c6 l3)
  ))
)
