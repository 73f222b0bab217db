; made by generator.py: seed = 2, blocks = 4; shortest plan: 4 steps
(define (problem blocks-4-2)
  (:domain blocks)
  (:objects
    b1 b2 b3 b4 - block
  )
  (:init
    (handempty) (ontable b1) (clear b1) (ontable b4) (clear b3) (ontable b2) (clear b2) (on b3 b4)
  )
  (:goal (and
    (on b4 b1)
  ))
)
