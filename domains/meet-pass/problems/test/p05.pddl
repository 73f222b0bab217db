; made by generator.py: seed = 102, trains = 6, tracks = 16, sidings = 2; a plan: 148 steps
(define (problem meet-pass-6-16-2-102)
  (:domain meet-pass)
  (:objects
    e1 e2 e3 w1 w2 w3 - train
    t1 t2 t3 t4 t5 t6 t7 t8 t9 t10 t11 t12 t13 t14 t15 t16 s1 s2 - track
  )
  (:init
    (at e1 t6) (at e2 t2) (at e3 t5) (at w1 t11) (at w2 t12) (at w3 t16) (clear t1) (clear t3) (clear t4)
    (clear t7) (clear t8) (clear t9) (clear t10) (clear t13) (clear t14) (clear t15) (clear s1) (clear s2)
    (connected t1 t2) (connected t2 t1) (connected t2 t3) (connected t3 t2) (connected t3 t4)
    (connected t4 t3) (connected t4 t5) (connected t5 t4) (connected t5 t6) (connected t6 t5)
    (connected t6 t7) (connected t7 t6) (connected t7 t8) (connected t8 t7) (connected t8 t9)
    (connected t9 t8) (connected t9 t10) (connected t10 t9) (connected t10 t11) (connected t11 t10)
    (connected t11 t12) (connected t12 t11) (connected t12 t13) (connected t13 t12) (connected t13 t14)
    (connected t14 t13) (connected t14 t15) (connected t15 t14) (connected t15 t16) (connected t16 t15)
    (connected t6 s1) (connected s1 t6) (connected s1 t8) (connected t8 s1) (connected t12 s2)
    (connected s2 t12) (connected s2 t14) (connected t14 s2)
  )
  (:goal (and
    (at e1 t15) (at e2 t13) (at e3 t16) (at w1 t1) (at w2 t6) (at w3 t5)
  ))
)
