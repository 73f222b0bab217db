; made by generator.py: seed = 103, trains = 6, tracks = 16, sidings = 2; a plan: 189 steps
(define (problem meet-pass-6-16-2-103)
  (:domain meet-pass)
  (:objects
    e1 e2 e3 w1 w2 w3 - train
    t1 t2 t3 t4 t5 t6 t7 t8 t9 t10 t11 t12 t13 t14 t15 t16 s1 s2 - track
  )
  (:init
    (at e1 t4) (at e2 t6) (at e3 t1) (at w1 t10) (at w2 t14) (at w3 t12) (clear t2) (clear t3) (clear t5)
    (clear t7) (clear t8) (clear t9) (clear t11) (clear t13) (clear t15) (clear t16) (clear s1) (clear s2)
    (connected t1 t2) (connected t2 t1) (connected t2 t3) (connected t3 t2) (connected t3 t4)
    (connected t4 t3) (connected t4 t5) (connected t5 t4) (connected t5 t6) (connected t6 t5)
    (connected t6 t7) (connected t7 t6) (connected t7 t8) (connected t8 t7) (connected t8 t9)
    (connected t9 t8) (connected t9 t10) (connected t10 t9) (connected t10 t11) (connected t11 t10)
    (connected t11 t12) (connected t12 t11) (connected t12 t13) (connected t13 t12) (connected t13 t14)
    (connected t14 t13) (connected t14 t15) (connected t15 t14) (connected t15 t16) (connected t16 t15)
    (connected t8 s1) (connected s1 t8) (connected s1 t10) (connected t10 s1) (connected t10 s2)
    (connected s2 t10) (connected s2 t12) (connected t12 s2)
  )
  (:goal (and
    (at e1 t16) (at e2 t11) (at e3 t14) (at w1 t2) (at w2 t4) (at w3 t1)
  ))
)
