; made by generator.py: seed = 3, blocks = 5; shortest plan: 6 steps
(define (problem exploding-blocks-5-3)
  (:domain exploding-blocks)
  (:objects
    b1 b2 b3 b4 b5 - block
  )
  (:init
    (handempty) (ontable b2) (clear b2) (ontable b5) (clear b1) (ontable b3) (clear b3) (charged b1)
    (charged b2) (charged b3) (charged b4) (charged b5) (on b4 b5) (on b1 b4)
  )
  (:goal (and
    (on b4 b2) (on b3 b4)
  ))
)
