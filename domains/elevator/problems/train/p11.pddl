; made by generator.py: seed = 6, floors = 5, passengers = 4; shortest plan: 10 steps
(define (problem elevator-5-4-6)
  (:domain elevator)
  (:objects
    f1 f2 f3 f4 f5 - floor
    p1 p4 - passenger
    p3 - direct
    p2 - blue
  )
  (:init
    (lift-at f3) (higher f2 f1) (higher f3 f1) (higher f3 f2) (higher f4 f1) (higher f4 f2) (higher f4 f3)
    (higher f5 f1) (higher f5 f2) (higher f5 f3) (higher f5 f4) (waits p1 f5) (to p1 f4) (waits p2 f5)
    (to p2 f4) (waits p3 f1) (to p3 f2) (waits p4 f2) (to p4 f1) (barred p4 f3)
  )
  (:goal (and
    (forall (?p - passenger) (served ?p))
  ))
)
