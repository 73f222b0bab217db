; made by generator.py: seed = 4, spanners = 3, nuts = 2, locations = 5; shortest plan: 10 steps
(define (problem spanner-3-2-5-4)
  (:domain spanner)
  (:objects
    shed l1 l2 l3 l4 l5 gate - location
    bob - man
    s1 s2 s3 - spanner
    n1 n2 - nut
  )
  (:init
    (at bob shed) (link shed l1) (link l1 l2) (link l2 l3) (link l3 l4) (link l4 l5) (link l5 gate) (at s1 l2)
    (usable s1) (at s2 l3) (usable s2) (at s3 l1) (usable s3) (at n1 gate) (loose n1) (at n2 gate) (loose n2)
  )
  (:goal (and
    (tightened n1) (tightened n2)
  ))
)
