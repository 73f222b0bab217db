; made by generator.py: seed = 101, spanners = 12, nuts = 12, locations = 12; a plan: 37 steps
(define (problem spanner-12-12-12-101)
  (:domain spanner)
  (:objects
    shed l1 l2 l3 l4 l5 l6 l7 l8 l9 l10 l11 l12 gate - location
    bob - man
    s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 s12 - spanner
    n1 n2 n3 n4 n5 n6 n7 n8 n9 n10 n11 n12 - nut
  )
  (:init
    (at bob shed) (link shed l1) (link l1 l2) (link l2 l3) (link l3 l4) (link l4 l5) (link l5 l6) (link l6 l7)
    (link l7 l8) (link l8 l9) (link l9 l10) (link l10 l11) (link l11 l12) (link l12 gate) (at s1 l10)
    (usable s1) (at s2 l4) (usable s2) (at s3 l9) (usable s3) (at s4 l6) (usable s4) (at s5 l8) (usable s5)
    (at s6 l1) (usable s6) (at s7 l11) (usable s7) (at s8 l9) (usable s8) (at s9 l4) (usable s9) (at s10 l10)
    (usable s10) (at s11 l4) (usable s11) (at s12 l5) (usable s12) (at n1 gate) (loose n1) (at n2 gate)
    (loose n2) (at n3 gate) (loose n3) (at n4 gate) (loose n4) (at n5 gate) (loose n5) (at n6 gate) (loose n6)
    (at n7 gate) (loose n7) (at n8 gate) (loose n8) (at n9 gate) (loose n9) (at n10 gate) (loose n10)
    (at n11 gate) (loose n11) (at n12 gate) (loose n12)
  )
  (:goal (and
    (tightened n1) (tightened n2) (tightened n3) (tightened n4) (tightened n5) (tightened n6) (tightened n7)
    (tightened n8) (tightened n9) (tightened n10) (tightened n11) (tightened n12)
  ))
)
