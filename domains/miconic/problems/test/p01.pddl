; made by generator.py: seed = 101, floors = 8, passengers = 6; a plan: 22 steps
(define (problem miconic-8-6-101)
  (:domain miconic)
  (:objects
    p1 p2 p3 p4 p5 p6 - passenger
    f1 f2 f3 f4 f5 f6 f7 f8 - floor
  )
  (:init
    (lift-at f4) (above f2 f1) (above f3 f1) (above f3 f2) (above f4 f1) (above f4 f2) (above f4 f3)
    (above f5 f1) (above f5 f2) (above f5 f3) (above f5 f4) (above f6 f1) (above f6 f2) (above f6 f3)
    (above f6 f4) (above f6 f5) (above f7 f1) (above f7 f2) (above f7 f3) (above f7 f4) (above f7 f5)
    (above f7 f6) (above f8 f1) (above f8 f2) (above f8 f3) (above f8 f4) (above f8 f5) (above f8 f6)
    (above f8 f7) (origin p1 f6) (destin p1 f4) (origin p2 f1) (destin p2 f6) (origin p3 f4) (destin p3 f5)
    (origin p4 f4) (destin p4 f3) (origin p5 f8) (destin p5 f6) (origin p6 f4) (destin p6 f3)
  )
  (:goal (and
    (served p1) (served p2) (served p3) (served p4) (served p5) (served p6)
  ))
)
