; made by generator.py: seed = 1, blocks = 3; shortest plan: 2 steps
(define (problem blocks-quantified-3-1)
  (:domain blocks-quantified)
  (:objects
    b1 b2 b3 - block
  )
  (:init
    (ontable b1) (ontable b3) (on b2 b3)
  )
  (:goal (and
    (on b1 b2)
  ))
)
