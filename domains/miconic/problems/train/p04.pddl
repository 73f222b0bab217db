; made by generator.py: seed = 4, floors = 3, passengers = 2; shortest plan: 7 steps
(define (problem miconic-3-2-4)
  (:domain miconic)
  (:objects
    p1 p2 - passenger
    f1 f2 f3 - floor
  )
  (:init
    (lift-at f1) (above f2 f1) (above f3 f1) (above f3 f2) (origin p1 f2) (destin p1 f1) (origin p2 f3)
    (destin p2 f2)
  )
  (:goal (and
    (served p1) (served p2)
  ))
)
