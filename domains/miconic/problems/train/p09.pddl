; made by generator.py: seed = 1, floors = 6, passengers = 4; shortest plan: 13 steps
(define (problem miconic-6-4-1)
  (:domain miconic)
  (:objects
    p1 p2 p3 p4 - passenger
    f1 f2 f3 f4 f5 f6 - floor
  )
  (:init
    (lift-at f2) (above f2 f1) (above f3 f1) (above f3 f2) (above f4 f1) (above f4 f2) (above f4 f3)
    (above f5 f1) (above f5 f2) (above f5 f3) (above f5 f4) (above f6 f1) (above f6 f2) (above f6 f3)
    (above f6 f4) (above f6 f5) (origin p1 f5) (destin p1 f1) (origin p2 f3) (destin p2 f1) (origin p3 f4)
    (destin p3 f6) (origin p4 f4) (destin p4 f6)
  )
  (:goal (and
    (served p1) (served p2) (served p3) (served p4)
  ))
)
