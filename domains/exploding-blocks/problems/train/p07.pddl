; made by generator.py: seed = 2, blocks = 5; a plan: 12 steps
(define (problem exploding-blocks-5-2)
  (:domain exploding-blocks)
  (:objects
    b1 b2 b3 b4 b5 - block
  )
  (:init
    (handempty) (ontable b1) (clear b3) (ontable b5) (clear b2) (ontable b4) (clear b4) (charged b1)
    (charged b2) (charged b3) (charged b4) (charged b5) (on b3 b1) (on b2 b5)
  )
  (:goal (and
    (on b4 b5) (on b3 b4) (on b1 b2)
  ))
)
