; made by generator.py: seed = 3, floors = 6, passengers = 4; shortest plan: 13 steps
(define (problem miconic-6-4-3)
  (:domain miconic)
  (:objects
    p1 p2 p3 p4 - passenger
    f1 f2 f3 f4 f5 f6 - floor
  )
  (:init
    (lift-at f2) (above f2 f1) (above f3 f1) (above f3 f2) (above f4 f1) (above f4 f2) (above f4 f3)
    (above f5 f1) (above f5 f2) (above f5 f3) (above f5 f4) (above f6 f1) (above f6 f2) (above f6 f3)
    (above f6 f4) (above f6 f5) (origin p1 f5) (destin p1 f6) (origin p2 f2) (destin p2 f3) (origin p3 f5)
    (destin p3 f4) (origin p4 f6) (destin p4 f5)
  )
  (:goal (and
    (served p1) (served p2) (served p3) (served p4)
  ))
)
