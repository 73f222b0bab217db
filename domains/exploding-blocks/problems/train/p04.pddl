; made by generator.py: seed = 4, blocks = 3; shortest plan: 4 steps
(define (problem exploding-blocks-3-4)
  (:domain exploding-blocks)
  (:objects
    b1 b2 b3 - block
  )
  (:init
    (handempty) (ontable b1) (clear b3) (ontable b2) (clear b2) (charged b1) (charged b2) (charged b3)
    (on b3 b1)
  )
  (:goal (and
    (on b2 b1)
  ))
)
