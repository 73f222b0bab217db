; made by generator.py: seed = 2, sections = 5, breakers = 2, ties = 1; shortest plan: 5 steps
(define (problem power-5-2-2)
  (:domain power)
  (:objects
    x1 x2 x3 x4 x5 - section
    b1 b2 - breaker
    w1 w2 w3 w4 w5 - switch
  )
  (:init
    (feeds b1 x5) (feeds b2 x2) (closed b1) (closed b2) (links w1 x1 x2) (links w1 x2 x1) (links w2 x1 x3)
    (links w2 x3 x1) (closed w2) (links w3 x1 x4) (links w3 x4 x1) (links w4 x3 x5) (links w4 x5 x3)
    (closed w4) (links w5 x4 x5) (links w5 x5 x4) (closed w5) (faulty x5)
  )
  (:goal (and
    (not (alarm)) (fed x1) (fed x2) (fed x3) (fed x4)
  ))
)
