; made by generator.py: seed = 3, floors = 4, passengers = 2; shortest plan: 8 steps
(define (problem elevator-4-2-3)
  (:domain elevator)
  (:objects
    f1 f2 f3 f4 - floor
    p2 - vip
    p1 - direct
  )
  (:init
    (lift-at f4) (higher f2 f1) (higher f3 f1) (higher f3 f2) (higher f4 f1) (higher f4 f2) (higher f4 f3)
    (waits p1 f3) (to p1 f4) (waits p2 f1) (to p2 f2)
  )
  (:goal (and
    (forall (?p - passenger) (served ?p))
  ))
)
