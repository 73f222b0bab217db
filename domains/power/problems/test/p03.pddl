; made by generator.py: seed = 103, sections = 12, breakers = 3, ties = 5, faults = 2, stuck = 1; a plan: 11 steps
(define (problem power-12-3-103)
  (:domain power)
  (:objects
    x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 - section
    b1 b2 b3 - breaker
    w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15 w16 - switch
  )
  (:init
    (feeds b1 x12) (feeds b2 x2) (feeds b3 x3) (closed b1) (closed b2) (closed b3) (links w1 x1 x2)
    (links w1 x2 x1) (closed w1) (links w2 x1 x3) (links w2 x3 x1) (links w3 x1 x4) (links w3 x4 x1)
    (links w4 x2 x4) (links w4 x4 x2) (links w5 x2 x5) (links w5 x5 x2) (closed w5) (stuck w5)
    (links w6 x3 x4) (links w6 x4 x3) (closed w6) (links w7 x3 x6) (links w7 x6 x3) (links w8 x4 x5)
    (links w8 x5 x4) (links w9 x5 x6) (links w9 x6 x5) (closed w9) (links w10 x5 x8) (links w10 x8 x5)
    (closed w10) (links w11 x6 x7) (links w11 x7 x6) (closed w11) (links w12 x7 x11) (links w12 x11 x7)
    (closed w12) (links w13 x8 x9) (links w13 x9 x8) (closed w13) (links w14 x8 x10) (links w14 x10 x8)
    (closed w14) (links w15 x9 x11) (links w15 x11 x9) (links w16 x10 x12) (links w16 x12 x10) (faulty x4)
    (faulty x7)
  )
  (:goal (and
    (not (alarm)) (fed x1) (fed x2) (fed x3) (fed x5) (fed x6) (fed x8) (fed x9) (fed x10) (fed x11) (fed x12)
  ))
)
