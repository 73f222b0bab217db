; made by generator.py: seed = 1, blocks = 4; shortest plan: 6 steps
(define (problem blocks-4-1)
  (:domain blocks)
  (:objects
    b1 b2 b3 b4 - block
  )
  (:init
    (handempty) (ontable b2) (clear b2) (ontable b3) (clear b4) (on b1 b3) (on b4 b1)
  )
  (:goal (and
    (on b3 b1)
  ))
)
