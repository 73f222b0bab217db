; made by generator.py: seed = 3, blocks = 4; shortest plan: 2 steps
(define (problem blocks-4-3)
  (:domain blocks)
  (:objects
    b1 b2 b3 b4 - block
  )
  (:init
    (handempty) (ontable b2) (clear b1) (ontable b4) (clear b4) (on b3 b2) (on b1 b3)
  )
  (:goal (and
    (on b1 b4)
  ))
)
