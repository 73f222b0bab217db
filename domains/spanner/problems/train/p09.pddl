; made by generator.py: seed = 2, spanners = 4, nuts = 3, locations = 4; shortest plan: 11 steps
(define (problem spanner-4-3-4-2)
  (:domain spanner)
  (:objects
    shed l1 l2 l3 l4 gate - location
    bob - man
    s1 s2 s3 s4 - spanner
    n1 n2 n3 - nut
  )
  (:init
    (at bob shed) (link shed l1) (link l1 l2) (link l2 l3) (link l3 l4) (link l4 gate) (at s1 l1) (usable s1)
    (at s2 l1) (usable s2) (at s3 l1) (usable s3) (at s4 l3) (usable s4) (at n1 gate) (loose n1) (at n2 gate)
    (loose n2) (at n3 gate) (loose n3)
  )
  (:goal (and
    (tightened n1) (tightened n2) (tightened n3)
  ))
)
