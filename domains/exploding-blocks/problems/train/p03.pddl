; made by generator.py: seed = 3, blocks = 3; shortest plan: 8 steps
(define (problem exploding-blocks-3-3)
  (:domain exploding-blocks)
  (:objects
    b1 b2 b3 - block
  )
  (:init
    (handempty) (ontable b1) (clear b2) (charged b1) (charged b2) (charged b3) (on b3 b1) (on b2 b3)
  )
  (:goal (and
    (on b2 b3) (on b1 b2)
  ))
)
