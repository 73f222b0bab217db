; made by generator.py: seed = 1, floors = 4, passengers = 2; shortest plan: 8 steps
(define (problem elevator-4-2-1)
  (:domain elevator)
  (:objects
    f1 f2 f3 f4 - floor
    p2 - passenger
    p1 - vip
  )
  (:init
    (lift-at f4) (higher f2 f1) (higher f3 f1) (higher f3 f2) (higher f4 f1) (higher f4 f2) (higher f4 f3)
    (waits p1 f3) (to p1 f1) (waits p2 f4) (to p2 f1) (barred p2 f2) (barred p2 f3)
  )
  (:goal (and
    (forall (?p - passenger) (served ?p))
  ))
)
