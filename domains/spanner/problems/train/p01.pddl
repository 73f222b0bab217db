; made by generator.py: seed = 1, spanners = 3, nuts = 1, locations = 3; shortest plan: 6 steps
(define (problem spanner-3-1-3-1)
  (:domain spanner)
  (:objects
    shed l1 l2 l3 gate - location
    bob - man
    s1 s2 s3 - spanner
    n1 - nut
  )
  (:init
    (at bob shed) (link shed l1) (link l1 l2) (link l2 l3) (link l3 gate) (at s1 l1) (usable s1) (at s2 l3)
    (usable s2) (at s3 l1) (usable s3) (at n1 gate) (loose n1)
  )
  (:goal (and
    (tightened n1)
  ))
)
