; made by generator.py: seed = 102, sections = 20, breakers = 4, ties = 9, faults = 3, stuck = 2; a plan: 13 steps
(define (problem power-20-4-102)
  (:domain power)
  (:objects
    x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 x13 x14 x15 x16 x17 x18 x19 x20 - section
    b1 b2 b3 b4 - breaker
    w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15 w16 w17 w18 w19 w20 w21 w22 w23 w24 w25 w26 w27 w28 -
    switch
  )
  (:init
    (feeds b1 x13) (feeds b2 x4) (feeds b3 x2) (feeds b4 x11) (closed b1) (closed b2) (closed b3) (closed b4)
    (links w1 x1 x2) (links w1 x2 x1) (links w2 x1 x4) (links w2 x4 x1) (closed w2) (links w3 x2 x3)
    (links w3 x3 x2) (closed w3) (links w4 x2 x6) (links w4 x6 x2) (links w5 x3 x4) (links w5 x4 x3)
    (links w6 x4 x5) (links w6 x5 x4) (closed w6) (links w7 x5 x6) (links w7 x6 x5) (closed w7)
    (links w8 x5 x14) (links w8 x14 x5) (links w9 x6 x7) (links w9 x7 x6) (links w10 x6 x9) (links w10 x9 x6)
    (links w11 x7 x8) (links w11 x8 x7) (closed w11) (links w12 x7 x12) (links w12 x12 x7) (links w13 x7 x15)
    (links w13 x15 x7) (links w14 x8 x10) (links w14 x10 x8) (closed w14) (links w15 x9 x10)
    (links w15 x10 x9) (closed w15) (links w16 x9 x11) (links w16 x11 x9) (closed w16) (stuck w16)
    (links w17 x10 x11) (links w17 x11 x10) (links w18 x10 x14) (links w18 x14 x10) (links w19 x11 x12)
    (links w19 x12 x11) (links w20 x11 x13) (links w20 x13 x11) (links w21 x12 x13) (links w21 x13 x12)
    (closed w21) (links w22 x13 x14) (links w22 x14 x13) (closed w22) (links w23 x13 x16) (links w23 x16 x13)
    (closed w23) (links w24 x14 x15) (links w24 x15 x14) (closed w24) (links w25 x16 x17) (links w25 x17 x16)
    (closed w25) (links w26 x17 x18) (links w26 x18 x17) (closed w26) (links w27 x18 x19) (links w27 x19 x18)
    (closed w27) (links w28 x19 x20) (links w28 x20 x19) (closed w28) (stuck w28) (faulty x1) (faulty x2)
    (faulty x17)
  )
  (:goal (and
    (not (alarm)) (fed x3) (fed x4) (fed x5) (fed x6) (fed x7) (fed x8) (fed x9) (fed x10) (fed x11) (fed x12)
    (fed x13) (fed x14) (fed x15) (fed x16)
  ))
)
