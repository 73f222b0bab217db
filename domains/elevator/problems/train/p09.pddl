; made by generator.py: seed = 4, floors = 5, passengers = 4; shortest plan: 8 steps
(define (problem elevator-5-4-4)
  (:domain elevator)
  (:objects
    f1 f2 f3 f4 f5 - floor
    p2 - passenger
    p1 p3 - attendant
    p4 - red
  )
  (:init
    (lift-at f1) (higher f2 f1) (higher f3 f1) (higher f3 f2) (higher f4 f1) (higher f4 f2) (higher f4 f3)
    (higher f5 f1) (higher f5 f2) (higher f5 f3) (higher f5 f4) (waits p1 f5) (to p1 f2) (barred p1 f4)
    (waits p2 f5) (to p2 f3) (barred p2 f1) (waits p3 f3) (to p3 f2) (waits p4 f2) (to p4 f5) (barred p4 f4)
  )
  (:goal (and
    (forall (?p - passenger) (served ?p))
  ))
)
