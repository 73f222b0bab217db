; made by generator.py: seed = 4, floors = 4, passengers = 2; shortest plan: 5 steps
(define (problem elevator-4-2-4)
  (:domain elevator)
  (:objects
    f1 f2 f3 f4 - floor
    p1 - passenger
    p2 - direct
  )
  (:init
    (lift-at f3) (higher f2 f1) (higher f3 f1) (higher f3 f2) (higher f4 f1) (higher f4 f2) (higher f4 f3)
    (waits p1 f3) (to p1 f2) (waits p2 f3) (to p2 f1) (barred p2 f4)
  )
  (:goal (and
    (forall (?p - passenger) (served ?p))
  ))
)
