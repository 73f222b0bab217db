; made by generator.py: seed = 101, blocks = 7; a plan: 14 steps
(define (problem exploding-blocks-7-101)
  (:domain exploding-blocks)
  (:objects
    b1 b2 b3 b4 b5 b6 b7 - block
  )
  (:init
    (handempty) (ontable b5) (clear b5) (ontable b2) (clear b6) (ontable b3) (clear b1) (ontable b4)
    (clear b4) (charged b1) (charged b2) (charged b3) (charged b4) (charged b5) (charged b6) (charged b7)
    (on b7 b2) (on b6 b7) (on b1 b3)
  )
  (:goal (and
    (on b5 b1) (on b2 b3) (on b6 b4)
  ))
)
