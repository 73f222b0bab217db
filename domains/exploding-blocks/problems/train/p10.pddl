; made by generator.py: seed = 5, blocks = 5; a plan: 18 steps
(define (problem exploding-blocks-5-5)
  (:domain exploding-blocks)
  (:objects
    b1 b2 b3 b4 b5 - block
  )
  (:init
    (handempty) (ontable b5) (clear b1) (charged b1) (charged b2) (charged b3) (charged b4) (charged b5)
    (on b3 b5) (on b4 b3) (on b2 b4) (on b1 b2)
  )
  (:goal (and
    (on b4 b3) (on b1 b4) (on b5 b2)
  ))
)
