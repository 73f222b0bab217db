; made by generator.py: seed = 5, sections = 8, breakers = 2, ties = 3, stuck = 1; shortest plan: 5 steps
(define (problem power-8-2-5)
  (:domain power)
  (:objects
    x1 x2 x3 x4 x5 x6 x7 x8 - section
    b1 b2 - breaker
    w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 - switch
  )
  (:init
    (feeds b1 x1) (feeds b2 x2) (closed b1) (closed b2) (links w1 x1 x2) (links w1 x2 x1) (links w2 x1 x5)
    (links w2 x5 x1) (closed w2) (links w3 x2 x3) (links w3 x3 x2) (stuck w3) (links w4 x3 x4)
    (links w4 x4 x3) (closed w4) (links w5 x3 x6) (links w5 x6 x3) (links w6 x4 x5) (links w6 x5 x4)
    (closed w6) (links w7 x5 x6) (links w7 x6 x5) (closed w7) (links w8 x5 x8) (links w8 x8 x5) (closed w8)
    (links w9 x6 x7) (links w9 x7 x6) (closed w9) (links w10 x6 x8) (links w10 x8 x6) (faulty x4)
  )
  (:goal (and
    (not (alarm)) (fed x1) (fed x2) (fed x3) (fed x5) (fed x6) (fed x7) (fed x8)
  ))
)
