; made by generator.py: seed = 102, blocks = 10; a plan: 22 steps
(define (problem exploding-blocks-10-102)
  (:domain exploding-blocks)
  (:objects
    b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 - block
  )
  (:init
    (handempty) (ontable b3) (clear b8) (ontable b10) (clear b1) (ontable b7) (clear b7) (charged b1)
    (charged b2) (charged b3) (charged b4) (charged b5) (charged b6) (charged b7) (charged b8) (charged b9)
    (charged b10) (on b6 b3) (on b9 b6) (on b4 b9) (on b8 b4) (on b5 b10) (on b2 b5) (on b1 b2)
  )
  (:goal (and
    (on b8 b10) (on b4 b8) (on b5 b6) (on b2 b5) (on b1 b9)
  ))
)
