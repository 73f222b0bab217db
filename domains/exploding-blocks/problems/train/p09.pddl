; made by generator.py: seed = 4, blocks = 5; a plan: 10 steps
(define (problem exploding-blocks-5-4)
  (:domain exploding-blocks)
  (:objects
    b1 b2 b3 b4 b5 - block
  )
  (:init
    (handempty) (ontable b2) (clear b5) (ontable b4) (clear b4) (charged b1) (charged b2) (charged b3)
    (charged b4) (charged b5) (on b3 b2) (on b1 b3) (on b5 b1)
  )
  (:goal (and
    (on b3 b5) (on b1 b3) (on b2 b1)
  ))
)
