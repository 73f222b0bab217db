; made by generator.py: seed = 2, blocks = 3; shortest plan: 4 steps
(define (problem blocks-3-2)
  (:domain blocks)
  (:objects
    b1 b2 b3 - block
  )
  (:init
    (handempty) (ontable b1) (clear b3) (ontable b2) (clear b2) (on b3 b1)
  )
  (:goal (and
    (on b3 b2) (on b1 b3)
  ))
)
