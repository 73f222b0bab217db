; made by generator.py: seed = 3, trains = 3, tracks = 6; shortest plan: 9 steps
(define (problem meet-pass-3-6-1-3)
  (:domain meet-pass)
  (:objects
    e1 w1 w2 - train
    t1 t2 t3 t4 t5 t6 s1 - track
  )
  (:init
    (at e1 t3) (at w1 t6) (at w2 t4) (clear t1) (clear t2) (clear t5) (clear s1) (connected t1 t2)
    (connected t2 t1) (connected t2 t3) (connected t3 t2) (connected t3 t4) (connected t4 t3)
    (connected t4 t5) (connected t5 t4) (connected t5 t6) (connected t6 t5) (connected t2 s1)
    (connected s1 t2) (connected s1 t4) (connected t4 s1)
  )
  (:goal (and
    (at e1 t5) (at w1 t3) (at w2 t2)
  ))
)
