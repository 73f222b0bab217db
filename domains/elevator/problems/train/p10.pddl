; made by generator.py: seed = 5, floors = 5, passengers = 4; shortest plan: 6 steps
(define (problem elevator-5-4-5)
  (:domain elevator)
  (:objects
    f1 f2 f3 f4 f5 - floor
    p3 - passenger
    p1 - child
    p2 - attendant
    p4 - blue
  )
  (:init
    (lift-at f1) (higher f2 f1) (higher f3 f1) (higher f3 f2) (higher f4 f1) (higher f4 f2) (higher f4 f3)
    (higher f5 f1) (higher f5 f2) (higher f5 f3) (higher f5 f4) (waits p1 f2) (to p1 f1) (waits p2 f2)
    (to p2 f4) (barred p2 f5) (waits p3 f2) (to p3 f4) (waits p4 f2) (to p4 f1)
  )
  (:goal (and
    (forall (?p - passenger) (served ?p))
  ))
)
