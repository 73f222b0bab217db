; made by generator.py: seed = 103, floors = 10, passengers = 9; shortest plan: 22 steps
(define (problem elevator-10-9-103)
  (:domain elevator)
  (:objects
    f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 - floor
    p4 p5 - passenger
    p2 p7 - vip
    p1 p3 - attendant
    p6 p8 p9 - red
  )
  (:init
    (lift-at f5) (higher f2 f1) (higher f3 f1) (higher f3 f2) (higher f4 f1) (higher f4 f2) (higher f4 f3)
    (higher f5 f1) (higher f5 f2) (higher f5 f3) (higher f5 f4) (higher f6 f1) (higher f6 f2) (higher f6 f3)
    (higher f6 f4) (higher f6 f5) (higher f7 f1) (higher f7 f2) (higher f7 f3) (higher f7 f4) (higher f7 f5)
    (higher f7 f6) (higher f8 f1) (higher f8 f2) (higher f8 f3) (higher f8 f4) (higher f8 f5) (higher f8 f6)
    (higher f8 f7) (higher f9 f1) (higher f9 f2) (higher f9 f3) (higher f9 f4) (higher f9 f5) (higher f9 f6)
    (higher f9 f7) (higher f9 f8) (higher f10 f1) (higher f10 f2) (higher f10 f3) (higher f10 f4)
    (higher f10 f5) (higher f10 f6) (higher f10 f7) (higher f10 f8) (higher f10 f9) (waits p1 f5) (to p1 f10)
    (barred p1 f7) (waits p2 f7) (to p2 f3) (barred p2 f10) (waits p3 f8) (to p3 f1) (waits p4 f10) (to p4 f9)
    (barred p4 f7) (waits p5 f9) (to p5 f5) (barred p5 f4) (waits p6 f7) (to p6 f9) (waits p7 f2) (to p7 f8)
    (barred p7 f4) (barred p7 f6) (waits p8 f10) (to p8 f4) (waits p9 f5) (to p9 f3) (barred p9 f7)
  )
  (:goal (and
    (forall (?p - passenger) (served ?p))
  ))
)
