; made by generator.py: seed = 101, spanners = 7, nuts = 5, locations = 6; a plan: 17 steps
(define (problem spanner-7-5-6-101)
  (:domain spanner)
  (:objects
    shed l1 l2 l3 l4 l5 l6 gate - location
    bob - man
    s1 s2 s3 s4 s5 s6 s7 - spanner
    n1 n2 n3 n4 n5 - nut
  )
  (:init
    (at bob shed) (link shed l1) (link l1 l2) (link l2 l3) (link l3 l4) (link l4 l5) (link l5 l6)
    (link l6 gate) (at s1 l5) (usable s1) (at s2 l2) (usable s2) (at s3 l5) (usable s3) (at s4 l3) (usable s4)
    (at s5 l4) (usable s5) (at s6 l1) (usable s6) (at s7 l6) (usable s7) (at n1 gate) (loose n1) (at n2 gate)
    (loose n2) (at n3 gate) (loose n3) (at n4 gate) (loose n4) (at n5 gate) (loose n5)
  )
  (:goal (and
    (tightened n1) (tightened n2) (tightened n3) (tightened n4) (tightened n5)
  ))
)
