; made by generator.py: seed = 103, floors = 7, passengers = 6; shortest plan: 12 steps
(define (problem elevator-7-6-103)
  (:domain elevator)
  (:objects
    f1 f2 f3 f4 f5 f6 f7 - floor
    p3 p4 - passenger
    p2 - direct
    p5 - red
    p1 p6 - blue
  )
  (:init
    (lift-at f1) (higher f2 f1) (higher f3 f1) (higher f3 f2) (higher f4 f1) (higher f4 f2) (higher f4 f3)
    (higher f5 f1) (higher f5 f2) (higher f5 f3) (higher f5 f4) (higher f6 f1) (higher f6 f2) (higher f6 f3)
    (higher f6 f4) (higher f6 f5) (higher f7 f1) (higher f7 f2) (higher f7 f3) (higher f7 f4) (higher f7 f5)
    (higher f7 f6) (waits p1 f3) (to p1 f6) (barred p1 f2) (barred p1 f7) (waits p2 f2) (to p2 f1)
    (waits p3 f5) (to p3 f6) (waits p4 f1) (to p4 f3) (waits p5 f6) (to p5 f3) (waits p6 f2) (to p6 f6)
    (barred p6 f3)
  )
  (:goal (and
    (forall (?p - passenger) (served ?p))
  ))
)
