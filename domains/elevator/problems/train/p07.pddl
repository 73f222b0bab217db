; made by generator.py: seed = 2, floors = 5, passengers = 4; shortest plan: 10 steps
(define (problem elevator-5-4-2)
  (:domain elevator)
  (:objects
    f1 f2 f3 f4 f5 - floor
    p1 p2 p3 - passenger
    p4 - attendant
  )
  (:init
    (lift-at f4) (higher f2 f1) (higher f3 f1) (higher f3 f2) (higher f4 f1) (higher f4 f2) (higher f4 f3)
    (higher f5 f1) (higher f5 f2) (higher f5 f3) (higher f5 f4) (waits p1 f2) (to p1 f3) (barred p1 f5)
    (waits p2 f2) (to p2 f4) (waits p3 f5) (to p3 f3) (waits p4 f1) (to p4 f5)
  )
  (:goal (and
    (forall (?p - passenger) (served ?p))
  ))
)
