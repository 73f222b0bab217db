; made by generator.py: seed = 1, sections = 5, breakers = 2, ties = 1; shortest plan: 3 steps
(define (problem power-5-2-1)
  (:domain power)
  (:objects
    x1 x2 x3 x4 x5 - section
    b1 b2 - breaker
    w1 w2 w3 w4 w5 - switch
  )
  (:init
    (feeds b1 x4) (feeds b2 x5) (closed b1) (closed b2) (links w1 x1 x2) (links w1 x2 x1) (closed w1)
    (links w2 x1 x3) (links w2 x3 x1) (closed w2) (links w3 x2 x4) (links w3 x4 x2) (closed w3)
    (links w4 x2 x5) (links w4 x5 x2) (links w5 x4 x5) (links w5 x5 x4) (faulty x2)
  )
  (:goal (and
    (not (alarm)) (fed x4) (fed x5)
  ))
)
