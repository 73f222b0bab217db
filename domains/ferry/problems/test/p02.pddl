; made by generator.py: seed = 102, locations = 5, cars = 6; a plan: 22 steps
(define (problem ferry-5-6-102)
  (:domain ferry)
  (:objects
    l1 l2 l3 l4 l5 - location
    c1 c2 c3 c4 c5 c6 - car
  )
  (:init
    (at-ferry l2) (empty-ferry) (at c1 l5) (at c2 l2) (at c3 l4) (at c4 l5) (at c5 l5) (at c6 l5)
  )
  (:goal (and
    (at c1 l3) (at c2 l5) (at c3 l3) (at c4 l4) (at c5 l1) (at c6 l2)
  ))
)
