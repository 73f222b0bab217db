; made by generator.py: seed = 4, blocks = 3; shortest plan: 4 steps
(define (problem blocks-quantified-3-4)
  (:domain blocks-quantified)
  (:objects
    b1 b2 b3 - block
  )
  (:init
    (ontable b1) (ontable b2) (on b3 b1)
  )
  (:goal (and
    (on b2 b1)
  ))
)
