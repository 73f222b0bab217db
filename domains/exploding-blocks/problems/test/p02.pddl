; made by generator.py: seed = 102, blocks = 7; a plan: 10 steps
(define (problem exploding-blocks-7-102)
  (:domain exploding-blocks)
  (:objects
    b1 b2 b3 b4 b5 b6 b7 - block
  )
  (:init
    (handempty) (ontable b2) (clear b3) (ontable b6) (clear b1) (ontable b5) (clear b5) (ontable b4)
    (clear b7) (charged b1) (charged b2) (charged b3) (charged b4) (charged b5) (charged b6) (charged b7)
    (on b3 b2) (on b1 b6) (on b7 b4)
  )
  (:goal (and
    (on b5 b2) (on b6 b5) (on b3 b4)
  ))
)
