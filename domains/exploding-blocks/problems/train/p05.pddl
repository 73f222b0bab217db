; made by generator.py: seed = 5, blocks = 3; shortest plan: 2 steps
(define (problem exploding-blocks-3-5)
  (:domain exploding-blocks)
  (:objects
    b1 b2 b3 - block
  )
  (:init
    (handempty) (ontable b3) (clear b1) (ontable b2) (clear b2) (charged b1) (charged b2) (charged b3)
    (on b1 b3)
  )
  (:goal (and
    (on b2 b1)
  ))
)
