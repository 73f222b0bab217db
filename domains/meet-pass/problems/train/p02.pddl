; made by generator.py: seed = 2, trains = 2, tracks = 5; shortest plan: 5 steps
(define (problem meet-pass-2-5-1-2)
  (:domain meet-pass)
  (:objects
    e1 w1 - train
    t1 t2 t3 t4 t5 s1 - track
  )
  (:init
    (at e1 t1) (at w1 t3) (clear t2) (clear t4) (clear t5) (clear s1) (connected t1 t2) (connected t2 t1)
    (connected t2 t3) (connected t3 t2) (connected t3 t4) (connected t4 t3) (connected t4 t5)
    (connected t5 t4) (connected t1 s1) (connected s1 t1) (connected s1 t3) (connected t3 s1)
  )
  (:goal (and
    (at e1 t4) (at w1 t1)
  ))
)
