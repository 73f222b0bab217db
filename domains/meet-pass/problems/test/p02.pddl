; made by generator.py: seed = 102, trains = 4, tracks = 12; a plan: 35 steps
(define (problem meet-pass-4-12-1-102)
  (:domain meet-pass)
  (:objects
    e1 e2 w1 w2 - train
    t1 t2 t3 t4 t5 t6 t7 t8 t9 t10 t11 t12 s1 - track
  )
  (:init
    (at e1 t6) (at e2 t5) (at w1 t9) (at w2 t8) (clear t1) (clear t2) (clear t3) (clear t4) (clear t7)
    (clear t10) (clear t11) (clear t12) (clear s1) (connected t1 t2) (connected t2 t1) (connected t2 t3)
    (connected t3 t2) (connected t3 t4) (connected t4 t3) (connected t4 t5) (connected t5 t4)
    (connected t5 t6) (connected t6 t5) (connected t6 t7) (connected t7 t6) (connected t7 t8)
    (connected t8 t7) (connected t8 t9) (connected t9 t8) (connected t9 t10) (connected t10 t9)
    (connected t10 t11) (connected t11 t10) (connected t11 t12) (connected t12 t11) (connected t4 s1)
    (connected s1 t4) (connected s1 t6) (connected t6 s1)
  )
  (:goal (and
    (at e1 t11) (at e2 t12) (at w1 t2) (at w2 t4)
  ))
)
