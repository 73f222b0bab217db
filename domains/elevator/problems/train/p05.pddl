; made by generator.py: seed = 5, floors = 4, passengers = 2; shortest plan: 6 steps
(define (problem elevator-4-2-5)
  (:domain elevator)
  (:objects
    f1 f2 f3 f4 - floor
    p1 - child
    p2 - attendant
  )
  (:init
    (lift-at f2) (higher f2 f1) (higher f3 f1) (higher f3 f2) (higher f4 f1) (higher f4 f2) (higher f4 f3)
    (waits p1 f1) (to p1 f2) (waits p2 f1) (to p2 f4)
  )
  (:goal (and
    (forall (?p - passenger) (served ?p))
  ))
)
