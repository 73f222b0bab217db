; made by generator.py: seed = 2, trains = 4, tracks = 7; shortest plan: 17 steps
(define (problem meet-pass-4-7-1-2)
  (:domain meet-pass)
  (:objects
    e1 e2 w1 w2 - train
    t1 t2 t3 t4 t5 t6 t7 s1 - track
  )
  (:init
    (at e1 t1) (at e2 t3) (at w1 t6) (at w2 t4) (clear t2) (clear t5) (clear t7) (clear s1) (connected t1 t2)
    (connected t2 t1) (connected t2 t3) (connected t3 t2) (connected t3 t4) (connected t4 t3)
    (connected t4 t5) (connected t5 t4) (connected t5 t6) (connected t6 t5) (connected t6 t7)
    (connected t7 t6) (connected t3 s1) (connected s1 t3) (connected s1 t5) (connected t5 s1)
  )
  (:goal (and
    (at e1 t6) (at e2 t5) (at w1 t3) (at w2 t1)
  ))
)
