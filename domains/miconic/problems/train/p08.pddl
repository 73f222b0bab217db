; made by generator.py: seed = 4, floors = 5, passengers = 3; shortest plan: 10 steps
(define (problem miconic-5-3-4)
  (:domain miconic)
  (:objects
    p1 p2 p3 - passenger
    f1 f2 f3 f4 f5 - floor
  )
  (:init
    (lift-at f2) (above f2 f1) (above f3 f1) (above f3 f2) (above f4 f1) (above f4 f2) (above f4 f3)
    (above f5 f1) (above f5 f2) (above f5 f3) (above f5 f4) (origin p1 f3) (destin p1 f1) (origin p2 f4)
    (destin p2 f5) (origin p3 f2) (destin p3 f1)
  )
  (:goal (and
    (served p1) (served p2) (served p3)
  ))
)
