; made by generator.py: seed = 3, floors = 5, passengers = 4; shortest plan: 10 steps
(define (problem elevator-5-4-3)
  (:domain elevator)
  (:objects
    f1 f2 f3 f4 f5 - floor
    p4 - passenger
    p2 - direct
    p3 - attendant
    p1 - red
  )
  (:init
    (lift-at f1) (higher f2 f1) (higher f3 f1) (higher f3 f2) (higher f4 f1) (higher f4 f2) (higher f4 f3)
    (higher f5 f1) (higher f5 f2) (higher f5 f3) (higher f5 f4) (waits p1 f3) (to p1 f2) (waits p2 f5)
    (to p2 f1) (waits p3 f5) (to p3 f3) (barred p3 f2) (waits p4 f4) (to p4 f1) (barred p4 f3)
  )
  (:goal (and
    (forall (?p - passenger) (served ?p))
  ))
)
