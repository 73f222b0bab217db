; made by generator.py: seed = 101, trains = 4, tracks = 12; a plan: 37 steps
(define (problem meet-pass-4-12-1-101)
  (:domain meet-pass)
  (:objects
    e1 e2 w1 w2 - train
    t1 t2 t3 t4 t5 t6 t7 t8 t9 t10 t11 t12 s1 - track
  )
  (:init
    (at e1 t2) (at e2 t5) (at w1 t9) (at w2 t10) (clear t1) (clear t3) (clear t4) (clear t6) (clear t7)
    (clear t8) (clear t11) (clear t12) (clear s1) (connected t1 t2) (connected t2 t1) (connected t2 t3)
    (connected t3 t2) (connected t3 t4) (connected t4 t3) (connected t4 t5) (connected t5 t4)
    (connected t5 t6) (connected t6 t5) (connected t6 t7) (connected t7 t6) (connected t7 t8)
    (connected t8 t7) (connected t8 t9) (connected t9 t8) (connected t9 t10) (connected t10 t9)
    (connected t10 t11) (connected t11 t10) (connected t11 t12) (connected t12 t11) (connected t7 s1)
    (connected s1 t7) (connected s1 t9) (connected t9 s1)
  )
  (:goal (and
    (at e1 t7) (at e2 t11) (at w1 t2) (at w2 t5)
  ))
)
