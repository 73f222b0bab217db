; made by generator.py: seed = 102, locations = 8, cars = 12; a plan: 43 steps
(define (problem ferry-8-12-102)
  (:domain ferry)
  (:objects
    l1 l2 l3 l4 l5 l6 l7 l8 - location
    c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 - car
  )
  (:init
    (at-ferry l3) (empty-ferry) (at c1 l6) (at c2 l3) (at c3 l5) (at c4 l7) (at c5 l1) (at c6 l3) (at c7 l7)
    (at c8 l4) (at c9 l3) (at c10 l1) (at c11 l3) (at c12 l8)
  )
  (:goal (and
    (at c1 l2) (at c2 l4) (at c3 l8) (at c4 l5) (at c5 l6) (at c6 l6) (at c7 l4) (at c8 l5) (at c9 l1)
    (at c10 l6) (at c11 l5) (at c12 l5)
  ))
)
