; made by generator.py: seed = 101, sections = 20, breakers = 4, ties = 9, faults = 3, stuck = 2; a plan: 17 steps
(define (problem power-20-4-101)
  (:domain power)
  (:objects
    x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 x13 x14 x15 x16 x17 x18 x19 x20 - section
    b1 b2 b3 b4 - breaker
    w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15 w16 w17 w18 w19 w20 w21 w22 w23 w24 w25 w26 w27 w28 -
    switch
  )
  (:init
    (feeds b1 x2) (feeds b2 x7) (feeds b3 x17) (feeds b4 x18) (closed b1) (closed b2) (closed b3) (closed b4)
    (links w1 x1 x2) (links w1 x2 x1) (closed w1) (links w2 x1 x3) (links w2 x3 x1) (links w3 x2 x3)
    (links w3 x3 x2) (closed w3) (links w4 x2 x4) (links w4 x4 x2) (closed w4) (links w5 x2 x5)
    (links w5 x5 x2) (closed w5) (links w6 x4 x9) (links w6 x9 x4) (closed w6) (links w7 x5 x6)
    (links w7 x6 x5) (closed w7) (links w8 x5 x8) (links w8 x8 x5) (closed w8) (links w9 x6 x7)
    (links w9 x7 x6) (stuck w9) (links w10 x6 x9) (links w10 x9 x6) (links w11 x7 x8) (links w11 x8 x7)
    (links w12 x7 x10) (links w12 x10 x7) (closed w12) (links w13 x8 x9) (links w13 x9 x8) (stuck w13)
    (links w14 x8 x15) (links w14 x15 x8) (links w15 x9 x11) (links w15 x11 x9) (closed w15)
    (links w16 x10 x11) (links w16 x11 x10) (links w17 x10 x12) (links w17 x12 x10) (links w18 x11 x14)
    (links w18 x14 x11) (links w19 x12 x13) (links w19 x13 x12) (links w20 x12 x16) (links w20 x16 x12)
    (closed w20) (links w21 x13 x14) (links w21 x14 x13) (closed w21) (links w22 x13 x15) (links w22 x15 x13)
    (links w23 x14 x16) (links w23 x16 x14) (links w24 x14 x17) (links w24 x17 x14) (closed w24)
    (links w25 x15 x16) (links w25 x16 x15) (closed w25) (links w26 x16 x18) (links w26 x18 x16) (closed w26)
    (links w27 x16 x19) (links w27 x19 x16) (closed w27) (links w28 x17 x20) (links w28 x20 x17) (closed w28)
    (faulty x3) (faulty x19) (faulty x20)
  )
  (:goal (and
    (not (alarm)) (fed x1) (fed x2) (fed x4) (fed x5) (fed x6) (fed x7) (fed x8) (fed x9) (fed x10) (fed x11)
    (fed x12) (fed x13) (fed x14) (fed x15) (fed x16) (fed x17) (fed x18)
  ))
)
