; made by generator.py: seed = 7, floors = 5, passengers = 4; shortest plan: 7 steps
(define (problem elevator-5-4-7)
  (:domain elevator)
  (:objects
    f1 f2 f3 f4 f5 - floor
    p4 - passenger
    p2 - vip
    p1 - attendant
    p3 - red
  )
  (:init
    (lift-at f1) (higher f2 f1) (higher f3 f1) (higher f3 f2) (higher f4 f1) (higher f4 f2) (higher f4 f3)
    (higher f5 f1) (higher f5 f2) (higher f5 f3) (higher f5 f4) (waits p1 f1) (to p1 f5) (barred p1 f3)
    (waits p2 f1) (to p2 f5) (barred p2 f3) (barred p2 f4) (waits p3 f4) (to p3 f1) (waits p4 f5) (to p4 f1)
  )
  (:goal (and
    (forall (?p - passenger) (served ?p))
  ))
)
