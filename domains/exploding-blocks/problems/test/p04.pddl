; made by generator.py: seed = 101, blocks = 10; a plan: 34 steps
(define (problem exploding-blocks-10-101)
  (:domain exploding-blocks)
  (:objects
    b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 - block
  )
  (:init
    (handempty) (ontable b10) (clear b8) (ontable b6) (clear b7) (charged b1) (charged b2) (charged b3)
    (charged b4) (charged b5) (charged b6) (charged b7) (charged b8) (charged b9) (charged b10) (on b4 b10)
    (on b1 b4) (on b2 b1) (on b3 b2) (on b8 b3) (on b9 b6) (on b5 b9) (on b7 b5)
  )
  (:goal (and
    (on b8 b9) (on b3 b8) (on b4 b6) (on b7 b2) (on b5 b7) (on b10 b1)
  ))
)
