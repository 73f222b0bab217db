; made by generator.py: seed = 102, floors = 12, passengers = 12; a plan: 42 steps
(define (problem miconic-12-12-102)
  (:domain miconic)
  (:objects
    p1 p2 p3 p4 p5 p6 p7 p8 p9 p10 p11 p12 - passenger
    f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 - floor
  )
  (:init
    (lift-at f3) (above f2 f1) (above f3 f1) (above f3 f2) (above f4 f1) (above f4 f2) (above f4 f3)
    (above f5 f1) (above f5 f2) (above f5 f3) (above f5 f4) (above f6 f1) (above f6 f2) (above f6 f3)
    (above f6 f4) (above f6 f5) (above f7 f1) (above f7 f2) (above f7 f3) (above f7 f4) (above f7 f5)
    (above f7 f6) (above f8 f1) (above f8 f2) (above f8 f3) (above f8 f4) (above f8 f5) (above f8 f6)
    (above f8 f7) (above f9 f1) (above f9 f2) (above f9 f3) (above f9 f4) (above f9 f5) (above f9 f6)
    (above f9 f7) (above f9 f8) (above f10 f1) (above f10 f2) (above f10 f3) (above f10 f4) (above f10 f5)
    (above f10 f6) (above f10 f7) (above f10 f8) (above f10 f9) (above f11 f1) (above f11 f2) (above f11 f3)
    (above f11 f4) (above f11 f5) (above f11 f6) (above f11 f7) (above f11 f8) (above f11 f9) (above f11 f10)
    (above f12 f1) (above f12 f2) (above f12 f3) (above f12 f4) (above f12 f5) (above f12 f6) (above f12 f7)
    (above f12 f8) (above f12 f9) (above f12 f10) (above f12 f11) (origin p1 f11) (destin p1 f10)
    (origin p2 f6) (destin p2 f3) (origin p3 f9) (destin p3 f11) (origin p4 f10) (destin p4 f3) (origin p5 f7)
    (destin p5 f5) (origin p6 f10) (destin p6 f7) (origin p7 f10) (destin p7 f12) (origin p8 f1)
    (destin p8 f9) (origin p9 f9) (destin p9 f10) (origin p10 f12) (destin p10 f9) (origin p11 f3)
    (destin p11 f7) (origin p12 f8) (destin p12 f4)
  )
  (:goal (and
    (served p1) (served p2) (served p3) (served p4) (served p5) (served p6) (served p7) (served p8)
    (served p9) (served p10) (served p11) (served p12)
  ))
)
