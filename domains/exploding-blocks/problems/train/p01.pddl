; made by generator.py: seed = 1, blocks = 3; shortest plan: 2 steps
(define (problem exploding-blocks-3-1)
  (:domain exploding-blocks)
  (:objects
    b1 b2 b3 - block
  )
  (:init
    (handempty) (ontable b1) (clear b1) (ontable b3) (clear b2) (charged b1) (charged b2) (charged b3)
    (on b2 b3)
  )
  (:goal (and
    (on b1 b2)
  ))
)
