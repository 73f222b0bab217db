; made by generator.py: seed = 103, blocks = 10; a plan: 18 steps
(define (problem exploding-blocks-10-103)
  (:domain exploding-blocks)
  (:objects
    b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 - block
  )
  (:init
    (handempty) (ontable b8) (clear b3) (ontable b7) (clear b7) (charged b1) (charged b2) (charged b3)
    (charged b4) (charged b5) (charged b6) (charged b7) (charged b8) (charged b9) (charged b10) (on b4 b8)
    (on b2 b4) (on b5 b2) (on b6 b5) (on b1 b6) (on b9 b1) (on b10 b9) (on b3 b10)
  )
  (:goal (and
    (on b9 b7) (on b5 b9) (on b4 b5) (on b6 b2)
  ))
)
