; made by generator.py: seed = 1, trains = 2, tracks = 7, sidings = 2; shortest plan: 7 steps
(define (problem meet-pass-2-7-2-1)
  (:domain meet-pass)
  (:objects
    e1 w1 - train
    t1 t2 t3 t4 t5 t6 t7 s1 s2 - track
  )
  (:init
    (at e1 t2) (at w1 t4) (clear t1) (clear t3) (clear t5) (clear t6) (clear t7) (clear s1) (clear s2)
    (connected t1 t2) (connected t2 t1) (connected t2 t3) (connected t3 t2) (connected t3 t4)
    (connected t4 t3) (connected t4 t5) (connected t5 t4) (connected t5 t6) (connected t6 t5)
    (connected t6 t7) (connected t7 t6) (connected t1 s1) (connected s1 t1) (connected s1 t3)
    (connected t3 s1) (connected t2 s2) (connected s2 t2) (connected s2 t4) (connected t4 s2)
  )
  (:goal (and
    (at e1 t7) (at w1 t2)
  ))
)
